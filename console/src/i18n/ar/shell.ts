import type { shell as english } from '../en/shell'

export const shell: Record<keyof typeof english, string> = {
  'common.actions': 'الإجراءات',
  'common.cancel': 'إلغاء',
  'common.close': 'إغلاق',
  'common.copied': 'تم النسخ',
  'common.copy': 'نسخ',
  'common.delete': 'حذف',
  'common.dismiss': 'إخفاء',
  'common.done': 'تم',
  'common.edit': 'تعديل',
  'common.hidePassword': 'إخفاء كلمة المرور',
  'common.loadFailed': 'تعذر تحميل البيانات',
  'common.loading': 'جارٍ التحميل…',
  'common.save': 'حفظ التغييرات',
  'common.showPassword': 'إظهار كلمة المرور',
  'common.tryAgain': 'إعادة المحاولة',
  'common.undo': 'تراجع',
  'common.view': 'عرض',

  'console.outdated': 'تعذر تحميل جزء من وحدة التحكم. أعد تحميل الصفحة؛ فإن لم يُفد ذلك فتواصل مع المسؤول.',
  'connection.lost': 'انقطع الاتصال. تجري إعادة الاتصال… تغييراتك غير المحفوظة باقية.',

  'impersonation.banner': 'أنت مسجّل الدخول باسم {name} (من {by})',
  'impersonation.begin': 'التصرف باسم هذا المستخدم',
  'impersonation.end': 'إنهاء',
  'impersonation.text': 'لبضع دقائق ترى وتفعل ما يُسمح به لهذا المستخدم. يرى المستخدم ذلك في جلساته، ويذكرك سجل التدقيق بالاسم. لا يمكن تغيير كلمات المرور والعوامل والمفاتيح.',
  'impersonation.title': 'هل تريد التصرف باسم {name}؟',

  'secret.once': 'انسخه الآن: لن يظهر مرة أخرى.',

  'nav.account': 'حسابي',
  'nav.accountMenu': 'قائمة حساب {name}',
  'nav.audit': 'سجل التدقيق',
  'nav.branding': 'الهوية البصرية',
  'nav.label': 'الرئيسية',
  'nav.language': 'اللغة',
  'nav.mail': 'البريد',
  'nav.overview': 'نظرة عامة',
  'nav.roles': 'الأدوار',
  'nav.services': 'التكاملات',
  'nav.signOut': 'تسجيل الخروج',
  'nav.skip': 'الانتقال إلى المحتوى',
  'nav.users': 'المستخدمون',

  'theme.dark': 'داكن',
  'theme.label': 'المظهر',
  'theme.light': 'فاتح',
  'theme.system': 'النظام',

  'form.discard': 'تجاهل',
  'form.discardText': 'لم تُحفظ تغييراتك.',
  'form.discardTitle': 'هل تريد تجاهل التغييرات؟',

  'notFound.action': 'إلى الصفحة الرئيسية',
  'notFound.text': 'تحقق من العنوان أو عد إلى الصفحة الرئيسية.',
  'notFound.title': 'الصفحة غير موجودة',
}
