export const lists = {
  'pager.label': 'Pagination',
  'pager.next': 'Next page',
  'pager.perPage': '{n} per page',
  'pager.previous': 'Previous page',
  'pager.range': '{from}–{to} of {total}',
  'pager.rangeCapped': '{from}–{to} of {total}+',
  'pager.size': 'Rows per page',
} as const
