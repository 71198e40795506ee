import type { overview as english } from '../en/overview'

export const overview: Record<keyof typeof english, string> = {
  'overview.activeSessions': 'الجلسات النشطة',
  'overview.day': 'اليوم',
  'overview.failed': 'الفاشلة',
  'overview.failures': 'تسجيلات دخول فاشلة (30 يومًا)',
  'overview.passkeyUsers': 'مستخدمون لديهم مفتاح مرور',
  'overview.signIns': 'تسجيلات الدخول (30 يومًا)',
  'overview.signInsOverTime': 'تسجيلات الدخول عبر الزمن',
  'overview.signInsSummary': 'تسجيلات الدخول في آخر 30 يومًا: {succeeded} ناجحة، {failed} فاشلة',
  'overview.statusSummary': 'المستخدمون: {enabled} مفعّل، {disabled} معطّل',
  'overview.succeeded': 'الناجحة',
  'overview.text': 'المستخدمون والجلسات وتسجيلات الدخول في لمحة.',
  'overview.title': 'نظرة عامة',
  'overview.totpUsers': 'مستخدمون لديهم تطبيق مصادقة',
  'overview.users': 'المستخدمون',
  'overview.usersByStatus': 'المستخدمون حسب الحالة',
}
