/** The languages of the console. Each has a folder of texts, which becomes a chunk that is loaded when the language is chosen. */
import type { Messages } from './index'

export interface Language {
  /** What the language is called in itself. */
  name: string
  /** For the `lang` of the document, and for dates and numbers unless the browser names a variant. */
  tag: string
  direction?: 'rtl'
  load: () => Promise<{ texts: Messages }>
}

export const LANGUAGES = {
  en: { name: 'English', tag: 'en', load: () => import('./en') },
  ar: { name: 'العربية', tag: 'ar', direction: 'rtl', load: () => import('./ar') },
  de: { name: 'Deutsch', tag: 'de', load: () => import('./de') },
  es: { name: 'Español', tag: 'es', load: () => import('./es') },
  fr: { name: 'Français', tag: 'fr', load: () => import('./fr') },
  ja: { name: '日本語', tag: 'ja', load: () => import('./ja') },
  zh: { name: '简体中文', tag: 'zh-CN', load: () => import('./zh') },
  'zh-Hant': { name: '繁體中文', tag: 'zh-TW', load: () => import('./zh-Hant') },
} satisfies Record<string, Language>

export type Locale = keyof typeof LANGUAGES

export const isLocale = (code: string | null): code is Locale => code !== null && Object.hasOwn(LANGUAGES, code)

/** The first of the tags, in order of preference, that the console speaks. Chinese is told apart by its script, which a region implies. */
export function matchLocale(tags: readonly string[]): Locale | undefined {
  for (const tag of tags) {
    const code = localeOf(tag)
    if (isLocale(code)) return code
  }
}

function localeOf(tag: string): string {
  const [language = '', ...subtags] = tag.toLowerCase().split('-')
  if (language !== 'zh' || subtags.includes('hans')) return language
  return subtags.some((subtag) => ['hant', 'tw', 'hk', 'mo'].includes(subtag)) ? 'zh-Hant' : 'zh'
}
