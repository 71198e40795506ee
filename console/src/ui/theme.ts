/** Colour theme: light, dark, or the system's preference. */
import { ref } from 'vue'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'doorward.theme'

export const theme = ref<Theme>('system')

export function setTheme(wanted: Theme): void {
  theme.value = wanted
  if (wanted === 'system') {
    localStorage.removeItem(STORAGE_KEY)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(STORAGE_KEY, wanted)
    document.documentElement.dataset.theme = wanted
  }
}

/** Whether the console is dark now, by choice or by the system's preference. */
export function isDark(): boolean {
  return theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}

export function restoreTheme(): void {
  const stored = localStorage.getItem(STORAGE_KEY)
  setTheme(THEMES.find((name) => name === stored) ?? 'system')
}
