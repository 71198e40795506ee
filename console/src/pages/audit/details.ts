/** Formats the details of an audit entry for display. */
import type { AuditEntry } from '../../api/types'
import { t, translateIfKnown, type MessageKey } from '../../i18n'
import { nameIfKnown } from '../operations/operations'

export interface Change {
  field: string
  before: string | null
  after: string
}

/** `changes` maps each changed field to `[before, after]`; every other detail is a single value. */
export function listChanges({ changes: changed, ...others }: Record<string, unknown>): Change[] {
  const pairs = Object.entries((changed ?? {}) as Record<string, [unknown, unknown]>)
  return [
    ...pairs.map(([field, [before, after]]) => ({ field, before: formatField(field, before), after: formatField(field, after) })),
    ...Object.entries(others).map(([field, value]) => ({ field, before: null, after: formatField(field, value) })),
  ]
}

/** Values that the service names by a code, where the console has a text for it. */
function formatField(field: string, value: unknown): string {
  if (field === 'status') return value === 1 ? t('users.enabled') : value === 0 ? t('users.disabled') : formatDetail(value)
  const prefix = { reason: 'error.', state: 'operations.state.' }[field]
  return (prefix && translateIfKnown(`${prefix}${String(value)}`, { n: 0, required: '' })) || formatDetail(value)
}

export function formatDetail(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (Array.isArray(value)) return value.length ? value.map(formatDetail).join(', ') : '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What the service calls the fields of users, roles and the like; it has no text for other details, which are those of the API. */
const FIELDS: Record<string, MessageKey> = {
  actor: 'audit.actor',
  avatar: 'users.avatar',
  changed: 'imports.changed',
  created: 'imports.created',
  description: 'roles.description',
  email: 'users.email',
  emailVerified: 'email.verifiedSwitch',
  events: 'webhooks.events',
  expiresAt: 'invitations.expires',
  failed: 'operations.failed',
  metadata: 'user.metadata',
  mustChangePassword: 'users.requirePasswordChange',
  name: 'roles.name',
  networks: 'keys.networks',
  password: 'users.password',
  permissions: 'roles.permissions',
  phone: 'users.phone',
  reason: 'audit.reason',
  refused: 'imports.refused',
  requiredStrength: 'roles.requiredStrength',
  roles: 'users.roles',
  session: 'claim.sid',
  state: 'system.state',
  status: 'users.status',
  succeeded: 'operations.succeeded',
  unchanged: 'imports.unchanged',
  username: 'users.username',
}

export function fieldName(field: string): string {
  return FIELDS[field] ? t(FIELDS[field]) : field
}

/**
 * Operations are named by their kind and what they do. A failed sign-in to an unknown user is recorded without
 * the name: it may have been a password.
 */
export function targetText({ target, targetName }: Pick<AuditEntry, 'target' | 'targetName'>): string {
  const [kind = '', action = ''] = target.startsWith('operation:') ? targetName.split(' ') : []
  return nameIfKnown({ kind, action }) || targetName || (target.startsWith('username:') ? t('audit.unknownUser') : target) || '–'
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
