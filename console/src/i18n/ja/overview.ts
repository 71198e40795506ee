import type { overview as english } from '../en/overview'

export const overview: Record<keyof typeof english, string> = {
  'overview.activeSessions': '有効なセッション',
  'overview.day': '日付',
  'overview.failed': '失敗',
  'overview.failures': 'サインイン失敗（30 日）',
  'overview.passkeyUsers': 'パスキーを持つユーザー',
  'overview.signIns': 'サインイン（30 日）',
  'overview.signInsOverTime': 'サインインの推移',
  'overview.signInsSummary': '過去 30 日のサインイン: 成功 {succeeded}、失敗 {failed}',
  'overview.statusSummary': 'ユーザー: 有効 {enabled}、無効 {disabled}',
  'overview.succeeded': '成功',
  'overview.text': 'ユーザー、セッション、サインインの概要です。',
  'overview.title': '概要',
  'overview.totpUsers': '認証アプリを使うユーザー',
  'overview.users': 'ユーザー',
  'overview.usersByStatus': 'ユーザーの状態',
}
