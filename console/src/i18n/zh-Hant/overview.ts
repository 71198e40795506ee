import type { overview as english } from '../en/overview'

export const overview: Record<keyof typeof english, string> = {
  'overview.activeSessions': '使用中的工作階段',
  'overview.day': '日期',
  'overview.failed': '失敗',
  'overview.failures': '登入失敗（30 天）',
  'overview.passkeyUsers': '擁有通行密鑰的使用者',
  'overview.signIns': '登入（30 天）',
  'overview.signInsOverTime': '登入趨勢',
  'overview.signInsSummary': '過去 30 天的登入：成功 {succeeded} 次，失敗 {failed} 次',
  'overview.statusSummary': '使用者：已啟用 {enabled} 位，已停用 {disabled} 位',
  'overview.succeeded': '成功',
  'overview.text': '使用者、工作階段和登入概況。',
  'overview.title': '總覽',
  'overview.totpUsers': '擁有驗證器應用程式的使用者',
  'overview.users': '使用者',
  'overview.usersByStatus': '使用者狀態',
}
