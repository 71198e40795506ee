import type { shell as english } from '../en/shell'

export const shell: Record<keyof typeof english, string> = {
  'common.actions': '操作',
  'common.cancel': '取消',
  'common.close': '关闭',
  'common.copied': '已复制',
  'common.copy': '复制',
  'common.delete': '删除',
  'common.dismiss': '关闭',
  'common.done': '完成',
  'common.edit': '编辑',
  'common.hidePassword': '隐藏密码',
  'common.loadFailed': '数据加载失败',
  'common.loading': '加载中…',
  'common.save': '保存更改',
  'common.showPassword': '显示密码',
  'common.tryAgain': '重试',
  'common.undo': '撤销',
  'common.view': '查看',

  'console.outdated': '控制台的一部分无法加载。请刷新页面；如果问题仍然存在，请联系管理员。',
  'connection.lost': '连接已断开，正在重新连接…未保存的更改不会丢失。',

  'impersonation.banner': '您正以 {name} 的身份登录（操作者：{by}）',
  'impersonation.begin': '以该用户身份操作',
  'impersonation.end': '结束',
  'impersonation.text': '在几分钟内，您可以查看并执行该用户有权进行的操作。该用户会在会话列表中看到，审计日志会记录您的名字。密码、验证方式和密钥无法更改。',
  'impersonation.title': '以 {name} 的身份操作？',

  'secret.once': '请立即复制：之后不再显示。',

  'nav.account': '我的账户',
  'nav.accountMenu': '{name} 的账户菜单',
  'nav.audit': '审计日志',
  'nav.branding': '品牌',
  'nav.label': '主导航',
  'nav.language': '语言',
  'nav.mail': '邮件',
  'nav.overview': '概览',
  'nav.roles': '角色',
  'nav.services': '集成',
  'nav.signOut': '退出登录',
  'nav.skip': '跳到主要内容',
  'nav.users': '用户',

  'theme.dark': '深色',
  'theme.label': '主题',
  'theme.light': '浅色',
  'theme.system': '跟随系统',

  'form.discard': '放弃',
  'form.discardText': '您的更改尚未保存。',
  'form.discardTitle': '放弃更改？',

  'notFound.action': '返回首页',
  'notFound.text': '请检查地址，或返回首页。',
  'notFound.title': '页面不存在',
}
