/** Light, dark, or as the system has it. */
import { ref } from 'vue'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORED = 'doorward.theme'

export const theme = ref<Theme>('system')

export function chooseTheme(wanted: Theme): void {
  theme.value = wanted
  if (wanted === 'system') {
    localStorage.removeItem(STORED)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(STORED, wanted)
    document.documentElement.dataset.theme = wanted
  }
}

export function restoreTheme(): void {
  const stored = localStorage.getItem(STORED)
  chooseTheme(THEMES.find((name) => name === stored) ?? 'system')
}
