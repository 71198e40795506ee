import type { shell as english } from '../en/shell'

export const shell: Record<keyof typeof english, string> = {
  'common.actions': '操作',
  'common.cancel': 'キャンセル',
  'common.close': '閉じる',
  'common.copied': 'コピーしました',
  'common.copy': 'コピー',
  'common.delete': '削除',
  'common.dismiss': '閉じる',
  'common.done': '完了',
  'common.edit': '編集',
  'common.hidePassword': 'パスワードを隠す',
  'common.loadFailed': 'データを読み込めませんでした',
  'common.loading': '読み込み中…',
  'common.save': '変更を保存',
  'common.showPassword': 'パスワードを表示',
  'common.tryAgain': '再試行',
  'common.undo': '元に戻す',
  'common.view': '表示',

  'console.outdated': 'コンソールの一部を読み込めませんでした。ページを再読み込みしてください。解決しない場合は管理者にご相談ください。',
  'connection.lost': '接続が切れました。再接続しています… 保存していない変更は保持されます。',

  'impersonation.banner': '{name} としてサインイン中です（実行者: {by}）',
  'impersonation.begin': 'このユーザーとして操作',
  'impersonation.end': '終了',
  'impersonation.text': '数分間、このユーザーと同じものを見て、同じ操作ができます。本人のセッション一覧に表示され、監査ログにはあなたの名前が残ります。パスワード、要素、キーは変更できません。',
  'impersonation.title': '{name} として操作しますか?',

  'secret.once': '今コピーしてください。再表示はできません。',

  'nav.account': 'マイアカウント',
  'nav.accountMenu': '{name} のアカウントメニュー',
  'nav.audit': '監査ログ',
  'nav.branding': 'ブランド',
  'nav.label': 'メイン',
  'nav.language': '言語',
  'nav.mail': 'メール',
  'nav.overview': '概要',
  'nav.roles': 'ロール',
  'nav.services': '連携',
  'nav.signOut': 'サインアウト',
  'nav.skip': '本文へスキップ',
  'nav.users': 'ユーザー',

  'theme.dark': 'ダーク',
  'theme.label': 'テーマ',
  'theme.light': 'ライト',
  'theme.system': 'システム',

  'form.discard': '破棄',
  'form.discardText': '変更は保存されていません。',
  'form.discardTitle': '変更を破棄しますか?',

  'notFound.action': 'ホームへ',
  'notFound.text': 'アドレスを確認するか、ホームに戻ってください。',
  'notFound.title': 'ページが見つかりません',
}
