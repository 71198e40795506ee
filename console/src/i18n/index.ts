/** Translations. Message catalogues are flat; `a|b` holds the singular and the plural form. */
import { computed, ref } from 'vue'
import { en } from './en'
import { formatMessage } from './format'
import { zh } from './zh'

export { formatMessage } from './format'

export type MessageKey = keyof typeof en
export type Messages = Record<MessageKey, string>
export type Locale = 'en' | 'zh'

export const LOCALES: Record<Locale, string> = { en: 'English', zh: '简体中文' }
const CATALOGUES: Record<Locale, Messages> = { en, zh }
const LANGUAGE_TAGS: Record<Locale, string> = { en: 'en', zh: 'zh-CN' }
const STORAGE_KEY = 'doorward.locale'

export const locale = ref<Locale>(initialLocale())
export const languageTag = computed(() => LANGUAGE_TAGS[locale.value])

export function setLocale(wanted: Locale): void {
  locale.value = wanted
  localStorage.setItem(STORAGE_KEY, wanted)
  document.documentElement.lang = LANGUAGE_TAGS[wanted]
}

export function t(key: MessageKey, values: Record<string, string | number> = {}): string {
  return formatMessage(CATALOGUES[locale.value][key], values, languageTag.value)
}

/** Like `t`, for a key composed at run time, such as `error.${reason}`. Returns undefined for an unknown key. */
export function translateIfKnown(key: string, values: Record<string, string | number> = {}): string | undefined {
  const text = CATALOGUES[locale.value][key as MessageKey]
  return text === undefined ? undefined : formatMessage(text, values, languageTag.value)
}

function initialLocale(): Locale {
  if (typeof localStorage === 'undefined') return 'en'
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === 'en' || stored === 'zh') return stored
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
