/** Words in the reader's language. Catalogues are flat; `a|b` are the forms for one and for many. */
import { computed, ref } from 'vue'
import { en } from './en'
import { zh } from './zh'

export type Key = keyof typeof en
export type Catalogue = Record<Key, string>
export type Locale = 'en' | 'zh'

export const LOCALES: Record<Locale, string> = { en: 'English', zh: '简体中文' }
const CATALOGUES: Record<Locale, Catalogue> = { en, zh }
const TAGS: Record<Locale, string> = { en: 'en', zh: 'zh-CN' }
const STORED = 'doorward.locale'

export const locale = ref<Locale>(preferred())
export const tag = computed(() => TAGS[locale.value])

export function choose(wanted: Locale): void {
  locale.value = wanted
  localStorage.setItem(STORED, wanted)
  document.documentElement.lang = TAGS[wanted]
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(CATALOGUES[locale.value][key], values, tag.value)
}

/** A key that is put together at run time, such as that of a reason: undefined when there are no words for it. */
export function words(key: string, values: Record<string, string | number> = {}): string | undefined {
  const text = CATALOGUES[locale.value][key as Key]
  return text === undefined ? undefined : fill(text, values, tag.value)
}

export function fill(text: string, values: Record<string, string | number>, language: string): string {
  const [one, many] = text.split('|', 2)
  const single = many === undefined || new Intl.PluralRules(language).select(Number(values.n)) === 'one'
  return (single ? one! : many).replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name], language))
}

function shown(value: string | number | undefined, language: string): string {
  return typeof value === 'number' ? value.toLocaleString(language) : (value ?? '')
}

function preferred(): Locale {
  if (typeof localStorage === 'undefined') return 'en'
  const stored = localStorage.getItem(STORED)
  if (stored === 'en' || stored === 'zh') return stored
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
