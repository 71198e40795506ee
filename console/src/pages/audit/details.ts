/** Formats the details of an audit entry for display. */
import type { AuditEntry } from '../../api/types'
import { t, translateIfKnown, type MessageKey } from '../../i18n'
import { exactTime } from '../../i18n/dates'
import { nameIfKnown } from '../operations/operations'

export interface Change {
  field: string
  before: string | null
  after: string
}

interface Detailed {
  details: Record<string, unknown>
}

/** `changes` maps each changed field to `[before, after]`; every other detail is a single value. */
export function listChanges({ changes: changed, ...others }: Record<string, unknown>, action = ''): Change[] {
  const pairs = Object.entries((changed ?? {}) as Record<string, [unknown, unknown]>)
  return [
    ...pairs.map(([field, [before, after]]) => ({ field, before: formatField(field, before, action), after: formatField(field, after, action) })),
    ...Object.entries(others).map(([field, value]) => ({ field, before: null, after: formatField(field, value, action) })),
  ]
}

/** Where the texts are for values that the service names by a code. */
const CODES: Record<string, string[]> = {
  event: ['audit.action.'],
  events: ['audit.action.'],
  format: ['exports.'],
  kind: ['mail.kind.'],
  method: ['factor.', 'proof.', 'strength.'],
  methods: ['factor.', 'proof.', 'strength.'],
  outcome: ['audit.outcome.'],
  purpose: ['system.keyPurpose.'],
  reason: ['error.'],
  requiredStrength: ['strength.'],
  state: ['operations.state.'],
  type: ['factor.'],
  types: ['factor.'],
}

function formatField(field: string, value: unknown, action: string): string {
  if (field === 'status') return value === 1 ? t('users.enabled') : value === 0 ? t('users.disabled') : formatDetail(value)
  if (isTime(field) && (typeof value === 'string' || typeof value === 'number') && !Number.isNaN(new Date(value).getTime())) return exactTime(new Date(value).toISOString())
  if (Array.isArray(value)) return value.length ? value.map((each) => formatField(field, each, action)).join(t('common.comma')) : formatDetail(value)
  if (field === 'columns') return fieldName(String(value), 'user.')
  const prefixes = field === 'state' && action.startsWith('mail.') ? ['mail.state.'] : typeof value === 'string' ? (CODES[field] ?? []) : []
  for (const prefix of prefixes) {
    const text = translateIfKnown(`${prefix}${String(value)}`, { n: 0, required: '' })
    if (text) return text
  }
  return formatDetail(value)
}

/** `expiresAt`, and of the filter of an export `createdFrom`. */
function isTime(field: string): boolean {
  return /At$|^created(?:From|To)$/.test(field)
}

export function formatDetail(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (Array.isArray(value)) return value.length ? value.map(formatDetail).join(t('common.comma')) : '–'
  return typeof value === 'object' ? formatObject(value as Record<string, unknown>) : String(value)
}

/** People and keys by their name, others as `key: value`. The filter of an export has the names that the service uses itself. */
function formatObject(value: Record<string, unknown>): string {
  const parts = Object.entries(value).map(([key, inner]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), inner] as const)
  if (parts.length === 2 && typeof value.name === 'string' && typeof value.id === 'number') return `${value.name} (${value.id})`
  return parts.map(([key, inner]) => t('common.labelled', { label: fieldName(key, 'user.'), text: formatField(key, inner, '') })).join(t('common.comma')) || '–'
}

/** What the console calls a detail elsewhere. All others have a text of their own, `audit.detail.`; a test names those without. */
const FIELDS: Record<string, MessageKey> = {
  actor: 'audit.actor',
  algorithm: 'system.algorithm',
  avatar: 'users.avatar',
  body: 'texts.body',
  changed: 'imports.changed',
  colour: 'branding.colour',
  columns: 'lists.columns',
  created: 'imports.created',
  createdFrom: 'lists.createdFrom',
  createdTo: 'lists.createdTo',
  description: 'roles.description',
  done: 'operations.done',
  email: 'users.email',
  emailVerified: 'email.verifiedSwitch',
  enabled: 'users.enabled',
  endedSessions: 'audit.detail.sessionsEnded',
  events: 'webhooks.events',
  expiresAt: 'invitations.expires',
  failed: 'operations.failed',
  filter: 'lists.filters',
  footerLinks: 'branding.footerLinks',
  format: 'imports.format',
  id: 'lists.id',
  key: 'audit.detail.apiKey',
  keys: 'system.keys',
  kind: 'mail.kind',
  metadata: 'user.metadata',
  methods: 'audit.detail.method',
  mustChangePassword: 'users.requirePasswordChange',
  name: 'roles.name',
  networks: 'keys.networks',
  neverSignedIn: 'lists.neverSignedIn',
  noRole: 'lists.noRole',
  password: 'users.password',
  permissions: 'roles.permissions',
  phone: 'users.phone',
  purpose: 'system.purpose',
  reason: 'audit.reason',
  refused: 'imports.refused',
  requiredStrength: 'roles.requiredStrength',
  role: 'users.role',
  roles: 'users.roles',
  service: 'services.one',
  session: 'claim.sid',
  sessions: 'audit.detail.sessionsEnded',
  state: 'system.state',
  status: 'users.status',
  subject: 'mail.subject',
  succeeded: 'operations.succeeded',
  type: 'mail.kind',
  types: 'mail.kind',
  unchanged: 'imports.unchanged',
  username: 'users.username',
  users: 'users.title',
}

/** People have a name of their own, which Chinese does not call what it calls that of a role or a key. */
export function fieldName(field: string, action = ''): string {
  if (field === 'name' && /^(?:user|invitation|auth)\./.test(action)) return t('users.name')
  return FIELDS[field] ? t(FIELDS[field]) : (translateIfKnown(`audit.detail.${field}`) ?? field)
}

/** The administrator who acted as the user that an entry names as its actor: "admin acts as the user". */
export function impersonatorText({ details }: Detailed): string {
  const { name } = (details.impersonator ?? {}) as { name?: unknown }
  return typeof name === 'string' ? t('sessions.impersonator', { name }) : ''
}

export function actorText(entry: Pick<AuditEntry, 'actor' | 'actorName'> & Detailed): string {
  const name = entry.actorName || entry.actor
  const by = impersonatorText(entry)
  return by ? t('common.labelled', { label: name, text: by }) : name
}

/** Targets of which there is one. */
const TARGETS: Record<string, MessageKey> = { branding: 'branding.title', keys: 'system.keys', settings: 'system.settings', users: 'users.title' }

/**
 * Operations are named by their kind and what they do. A failed sign-in to an unknown user is recorded without
 * the name: it may have been a password.
 */
export function targetText({ target, targetName }: Pick<AuditEntry, 'target' | 'targetName'>): string {
  const [kind = '', id = ''] = target.split(':')
  if (TARGETS[target]) return t(TARGETS[target])
  if (kind === 'operation') {
    const [operation = '', action = ''] = targetName.split(' ')
    return nameIfKnown({ kind: operation, action }) || targetName || target
  }
  if (kind === 'key') return translateIfKnown(`system.keyPurpose.${targetName}`) ?? (targetName || target)
  if (kind === 'username') return targetName || t('audit.unknownUser')
  if (kind === 'invitation') return targetName || `${t('audit.detail.invitation')} ${id}`
  return targetName || target || '–'
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
