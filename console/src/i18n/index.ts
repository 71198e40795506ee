/** Translations. Message catalogues are flat; `|` separates the plural forms of a text (see `pluralForms`). */
import { computed, ref, shallowRef } from 'vue'
import type { texts as english } from './en'
import { formatMessage } from './format'
import { isLocale, LANGUAGES, matchLocale, type Language, type Locale } from './languages'

export { formatMessage, withoutIsolates } from './format'
export type { Locale } from './languages'

export type MessageKey = keyof typeof english
export type Messages = Record<MessageKey, string>

export const LOCALES = Object.fromEntries(Object.entries(LANGUAGES).map(([code, { name }]) => [code, name])) as Record<Locale, string>
const STORAGE_KEY = 'doorward.locale'
const browserTags = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])

/** The language whose texts are shown. */
export const locale = ref<Locale>('en')
const texts = shallowRef<Partial<Messages>>({})
let wanted: Locale

const language = computed<Language>(() => LANGUAGES[locale.value])
export const direction = computed(() => language.value.direction ?? 'ltr')
export const languageTag = computed(() => LANGUAGES[locale.value].tag)

/** For dates and numbers: the browser's own variant of the language, such as `en-GB`, because it decides how they are written. */
export const formattingTag = computed(() => browserTags.find((tag) => matchLocale([tag]) === locale.value) ?? languageTag.value)

/** Loads the texts of a language and shows them. Of two calls, the later one counts, whichever chunk arrives first. */
export async function loadLocale(code: Locale): Promise<void> {
  wanted = code
  const loaded = await LANGUAGES[code].load()
  if (wanted !== code) return
  texts.value = loaded.texts
  locale.value = code
}

/** The language that was chosen here before, or the first one of the browser that the console speaks. */
export async function restoreLocale(): Promise<void> {
  const stored = localStorage.getItem(STORAGE_KEY)
  await loadLocale(isLocale(stored) ? stored : (matchLocale(browserTags) ?? 'en')).catch(() => loadLocale('en'))
  describeDocument()
}

export async function setLocale(code: Locale): Promise<void> {
  await loadLocale(code)
  localStorage.setItem(STORAGE_KEY, code)
  describeDocument()
}

export function t(key: MessageKey, values: Record<string, string | number> = {}): string {
  return translateIfKnown(key, values) ?? key
}

/** Like `t`, for a key composed at run time, such as `error.${reason}`. Returns undefined for an unknown key. */
export function translateIfKnown(key: string, values: Record<string, string | number> = {}): string | undefined {
  const text = texts.value[key as MessageKey]
  return text === undefined ? undefined : formatMessage(text, values, formattingTag.value)
}

function describeDocument(): void {
  Object.assign(document.documentElement, { lang: languageTag.value, dir: direction.value })
}
