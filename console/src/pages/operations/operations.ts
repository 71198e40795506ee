/** What operations are called, and whether they have ended. */
import type { Operation } from '../../api/types'
import { t, translateIfKnown } from '../../i18n'
import { fieldErrorMessage } from '../../ui/errorMessages'

export function actionName({ kind, action }: Operation): string {
  return translateIfKnown(kind === 'users' ? `operations.action.${action}` : `operations.action.${kind}_${action}`) ?? translateIfKnown(`operations.action.${kind}`) ?? action
}

export function hasEnded({ state }: Operation): boolean {
  return state !== 'queued' && state !== 'running'
}

/** Reasons come from the catalogue of errors; what it does not know is explained by the service. */
export function reasonText(reason: string, message = ''): string {
  if (reason === 'validation_failed' && message) return fieldErrorMessage({ field: '', message })
  return translateIfKnown(`error.${reason}`, { required: '', n: 0 }) ?? (message ? fieldErrorMessage({ field: '', message }) : reason)
}

export function stateName({ state }: Operation): string {
  return t(`operations.state.${state}`)
}

/** Operations that this tab has started: their end is reported even if it comes before the first look. */
export const started = new Set<number>()
