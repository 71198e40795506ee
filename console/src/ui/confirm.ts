/** Asks before something that can't be taken back. */
import { shallowRef } from 'vue'

export interface Question {
  title: string
  text: string
  action: string
  danger?: boolean
}

export const asked = shallowRef<(Question & { answer: (yes: boolean) => void }) | null>(null)

export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (yes) => {
        asked.value = null
        resolve(yes)
      },
    }
  })
}
