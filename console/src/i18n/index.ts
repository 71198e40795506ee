/** Translations. Message catalogues are flat; `a|b` holds the singular and the plural form. */
import { computed, ref } from 'vue'
import { en } from './en'
import { formatMessage } from './format'
import { zh } from './zh'

export { formatMessage } from './format'

export type MessageKey = keyof typeof en
export type Messages = Record<MessageKey, string>

/** The languages of the console: what each is called in itself, its tag and its texts. */
const LANGUAGES = {
  en: { name: 'English', tag: 'en', texts: en },
  zh: { name: '简体中文', tag: 'zh-CN', texts: zh },
} satisfies Record<string, { name: string; tag: string; texts: Messages }>
export type Locale = keyof typeof LANGUAGES

export const LOCALES = Object.fromEntries(Object.entries(LANGUAGES).map(([code, { name }]) => [code, name])) as Record<Locale, string>
const STORAGE_KEY = 'doorward.locale'

export const locale = ref<Locale>(initialLocale())
export const languageTag = computed(() => LANGUAGES[locale.value].tag)

/** For dates and numbers: the browser's own variant of the language, such as `en-GB`, because it decides how a date is written. */
export const formattingTag = computed(() => {
  const own = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
  return own.find((tag) => tag.toLowerCase().split('-')[0] === languageTag.value.split('-')[0]) ?? languageTag.value
})

export function setLocale(wanted: Locale): void {
  locale.value = wanted
  localStorage.setItem(STORAGE_KEY, wanted)
  document.documentElement.lang = LANGUAGES[wanted].tag
}

export function t(key: MessageKey, values: Record<string, string | number> = {}): string {
  return formatMessage(LANGUAGES[locale.value].texts[key], values, languageTag.value)
}

/** Like `t`, for a key composed at run time, such as `error.${reason}`. Returns undefined for an unknown key. */
export function translateIfKnown(key: string, values: Record<string, string | number> = {}): string | undefined {
  const text = LANGUAGES[locale.value].texts[key as MessageKey]
  return text === undefined ? undefined : formatMessage(text, values, languageTag.value)
}

function initialLocale(): Locale {
  if (typeof localStorage === 'undefined') return 'en'
  const stored = localStorage.getItem(STORAGE_KEY)
  const wanted = stored ?? navigator.language.toLowerCase()
  return (Object.keys(LANGUAGES) as Locale[]).find((code) => wanted.startsWith(code)) ?? 'en'
}
