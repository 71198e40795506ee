/** Kinds of mails, with names in the selected language. */
import { translateIfKnown } from '../../i18n'

export const KINDS = [
  'invitation',
  'registration',
  'already_registered',
  'password_reset',
  'password_changed',
  'password_removed',
  'email_code',
  'email_confirm',
  'account_renamed',
  'email_change',
  'new_device',
  'device_code',
  'factor_added',
  'factor_removed',
  'factors_reset',
  'recovery_code_used',
  'recovery_codes_low',
  'recovery_codes_replaced',
  'api_key_created',
  'api_key_expiring',
  'webhook_disabled',
  'test',
] as const

export function kindName(kind: string): string {
  return translateIfKnown(`mail.kind.${kind}`) ?? kind
}
