/** Kinds of mails, with names in the selected language. */
import { translateIfKnown } from '../../i18n'

export const KINDS = ['invitation', 'registration', 'already_registered', 'password_reset', 'password_changed', 'email_code', 'email_confirm', 'email_change', 'test'] as const

export function kindName(kind: string): string {
  return translateIfKnown(`mail.kind.${kind}`) ?? kind
}
