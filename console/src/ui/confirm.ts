/** Opens a confirmation dialog and resolves to the user's decision. */
import { shallowRef } from 'vue'
import { t } from '../i18n'

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

/** Asks before unsaved changes are lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({ title: t('form.discardTitle'), text: t('form.discardText'), action: t('form.discard'), danger: true })
}
