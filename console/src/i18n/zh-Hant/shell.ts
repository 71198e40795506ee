import type { shell as english } from '../en/shell'

export const shell: Record<keyof typeof english, string> = {
  'common.actions': '動作',
  'common.cancel': '取消',
  'common.close': '關閉',
  'common.copied': '已複製',
  'common.copy': '複製',
  'common.delete': '刪除',
  'common.dismiss': '關閉通知',
  'common.done': '完成',
  'common.edit': '編輯',
  'common.hidePassword': '隱藏密碼',
  'common.loadFailed': '無法載入資料',
  'common.loading': '載入中…',
  'common.save': '儲存變更',
  'common.showPassword': '顯示密碼',
  'common.tryAgain': '再試一次',
  'common.undo': '復原',
  'common.view': '檢視',

  'console.outdated': '無法載入主控台的一部分。請重新載入頁面；若仍無法解決，請洽詢管理員。',
  'connection.lost': '連線中斷，正在重新連線… 未儲存的變更會保留。',

  'impersonation.banner': '您正以 {name} 的身分登入（操作者：{by}）',
  'impersonation.begin': '以此使用者身分操作',
  'impersonation.end': '結束',
  'impersonation.text': '在幾分鐘內，您看到的和能做的與此使用者相同。使用者會在工作階段中看到，稽核記錄也會記載您的名稱。密碼、驗證因素和金鑰無法變更。',
  'impersonation.title': '要以 {name} 的身分操作嗎？',

  'secret.once': '請立即複製：之後不會再顯示。',

  'nav.account': '我的帳號',
  'nav.accountMenu': '{name} 的帳號選單',
  'nav.audit': '稽核記錄',
  'nav.branding': '品牌設定',
  'nav.label': '主選單',
  'nav.language': '語言',
  'nav.mail': '郵件',
  'nav.overview': '總覽',
  'nav.roles': '角色',
  'nav.services': '整合',
  'nav.signOut': '登出',
  'nav.skip': '跳到主要內容',
  'nav.users': '使用者',

  'theme.dark': '深色',
  'theme.label': '主題',
  'theme.light': '淺色',
  'theme.system': '跟隨系統',

  'form.discard': '捨棄',
  'form.discardText': '您的變更尚未儲存。',
  'form.discardTitle': '要捨棄變更嗎？',

  'notFound.action': '前往首頁',
  'notFound.text': '請檢查網址，或返回首頁。',
  'notFound.title': '找不到頁面',
}
