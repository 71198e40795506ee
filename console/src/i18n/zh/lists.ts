import type { lists as english } from '../en/lists'

export const lists: Record<keyof typeof english, string> = {
  'pager.label': '分页',
  'pager.next': '下一页',
  'pager.perPage': '每页 {n} 条',
  'pager.previous': '上一页',
  'pager.range': '第 {from}–{to} 条，共 {total} 条',
  'pager.rangeCapped': '第 {from}–{to} 条，共 {total}+ 条',
  'pager.size': '每页条数',
}
