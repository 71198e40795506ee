/** Opens a confirmation dialog and resolves to the user's decision. */
import { shallowRef } from 'vue'

export interface Confirmation {
  title: string
  text: string
  action: string
  danger?: boolean
}

export const pendingConfirmation = shallowRef<(Confirmation & { decide: (confirmed: boolean) => void }) | null>(null)

export function confirm(confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    pendingConfirmation.value = {
      ...confirmation,
      decide: (confirmed) => {
        pendingConfirmation.value = null
        resolve(confirmed)
      },
    }
  })
}
