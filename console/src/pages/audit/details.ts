/** Formats the details of an audit entry for display. */
import type { AuditEntry } from '../../api/types'
import { t } from '../../i18n'

export interface Change {
  field: string
  before: string | null
  after: string
}

/** `changes` maps each changed field to `[before, after]`; every other detail is a single value. */
export function listChanges({ changes: changed, ...others }: Record<string, unknown>): Change[] {
  const pairs = Object.entries((changed ?? {}) as Record<string, [unknown, unknown]>)
  return [
    ...pairs.map(([field, [before, after]]) => ({ field, before: formatDetail(before), after: formatDetail(after) })),
    ...Object.entries(others).map(([field, value]) => ({ field, before: null, after: formatDetail(value) })),
  ]
}

export function formatDetail(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length ? value.map(formatDetail).join(', ') : '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A failed sign-in to an unknown user is recorded without the name: it may have been a password. */
export function targetText({ target, targetName }: Pick<AuditEntry, 'target' | 'targetName'>): string {
  return targetName || (target.startsWith('username:') ? t('audit.unknownUser') : target) || '–'
}

export const ACTIONS = [
  'auth.login',
  'auth.login_failed',
  'auth.email_code_requested',
  'auth.logout',
  'auth.logout_all',
  'auth.step_up',
  'auth.step_up_failed',
  'auth.second_factor_asked',
  'auth.factor_added',
  'auth.factor_removed',
  'auth.factor_renamed',
  'auth.passkey_cloned',
  'auth.recovery_code_used',
  'auth.recovery_codes_replaced',
  'auth.new_device',
  'auth.device_trusted',
  'auth.device_forgotten',
  'auth.sign_in_disowned',
  'auth.refresh_reused',
  'auth.refresh_grace',
  'auth.token_minted',
  'auth.password_changed',
  'auth.password_change_failed',
  'auth.password_reset_requested',
  'auth.password_reset',
  'auth.password_removed',
  'auth.email_change_requested',
  'auth.email_changed',
  'auth.email_change_revoked',
  'user.created',
  'user.registered',
  'user.updated',
  'user.deleted',
  'user.sessions_ended',
  'user.factors_reset',
  'user.impersonated',
  'user.unlocked',
  'user.password_link_created',
  'user.password_breached',
  'users.imported',
  'users.exported',
  'operation.created',
  'operation.finished',
  'operation.cancelled',
  'invitation.created',
  'invitation.resent',
  'invitation.deleted',
  'invitation.accepted',
  'invitation.refused',
  'registration.requested',
  'registration.refused',
  'role.created',
  'role.updated',
  'role.deleted',
  'mail.read',
  'mail.retried',
  'mail_text.updated',
  'mail_text.reset',
  'branding.updated',
  'branding.logo_updated',
  'branding.logo_removed',
  'key.created',
  'key.retired',
  'key.resealed',
  'api_key.created',
  'api_key.renamed',
  'api_key.deleted',
  'api_key.expiring',
  'service_account.created',
  'service_account.updated',
  'service_account.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.replayed',
  'webhook.disabled',
  'settings.changed',
] as const

export const GROUPS = ['auth.*', 'user.*', 'users.*', 'operation.*', 'invitation.*', 'registration.*', 'role.*', 'mail.*', 'mail_text.*', 'branding.*', 'key.*', 'api_key.*', 'service_account.*', 'webhook.*'] as const

/** Failed, suspicious and destructive actions are marked in red. */
export function isNegative(action: string): boolean {
  return /failed|reused|grace|deleted|refused|revoked|removed/.test(action)
}
