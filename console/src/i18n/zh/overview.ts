import type { overview as english } from '../en/overview'

export const overview: Record<keyof typeof english, string> = {
  'overview.activeSessions': '活跃会话',
  'overview.day': '日期',
  'overview.failed': '失败',
  'overview.failures': '登录失败（30 天）',
  'overview.passkeyUsers': '使用通行密钥的用户',
  'overview.signIns': '登录次数（30 天）',
  'overview.signInsOverTime': '登录趋势',
  'overview.signInsSummary': '最近 30 天的登录：成功 {succeeded} 次，失败 {failed} 次',
  'overview.statusSummary': '用户：启用 {enabled} 个，禁用 {disabled} 个',
  'overview.succeeded': '成功',
  'overview.text': '用户、会话与登录概况。',
  'overview.title': '概览',
  'overview.totpUsers': '使用身份验证器应用的用户',
  'overview.users': '用户',
  'overview.usersByStatus': '用户状态',
}
