/** Texts that are the same as in English on purpose: names, formats, and words that a language shares with English. */
import type { MessageKey } from '../src/i18n'
import type { Locale } from '../src/i18n/languages'

export const EQUAL_TO_ENGLISH: Partial<Record<Locale, MessageKey[]>> & { all: MessageKey[] } = {
  all: ['common.labelled', 'common.semicolon', 'common.sentences', 'common.together', 'exports.csv', 'exports.excel', 'lists.id', 'lists.idIs', 'user.metadataJson', 'audit.detail.sha256'],
  zh: ['fileError.heading', 'webhooks.one'],
  'zh-Hant': ['webhooks.one'],
  ja: ['webhooks.one'],
  de: [
    'fileError.headings', 'security.factorName', 'audit.details', 'audit.group.webhook', 'audit.hash', 'branding.logos', 'branding.name', 'dev.token', 'webhooks.title', 'audit.detail.host',
    'webhooks.one', 'lists.viewName', 'operations.action.import_apply', 'operations.by', 'imports.format', 'imports.title', 'texts.body',
    'roles.name', 'roles.summary', 'nav.system', 'theme.system', 'strength.phishingResistant', 'factor.passkey', 'system.schema', 'system.title',
    'system.version', 'common.comma', 'user.facts', 'user.linkLabel', 'users.name', 'users.status',
  ],
  es: [
    'fileError.headings', 'audit.group.webhook', 'audit.hash', 'dev.token', 'webhooks.title', 'webhooks.one', 'operations.by', 'roles.summary', 'nav.roles', 'common.comma', 'audit.detail.factor', 'audit.detail.total',
    'common.no', 'users.roles',
  ],
  fr: [
    'fileError.headings', 'account.sessions', 'security.secret', 'audit.action', 'audit.actions', 'audit.group.invitation', 'audit.group.session', 'audit.group.webhook', 'audit.detail.invitation', 'audit.detail.total',
    'branding.logos', 'webhooks.title', 'webhooks.one', 'webhooks.secret', 'invitations.title', 'pager.label', 'operations.action.import_apply',
    'operations.by', 'imports.format', 'imports.title', 'mail.kind.invitation', 'palette.actions', 'palette.pages', 'roles.description',
    'common.actions', 'system.keyState.active', 'system.source', 'system.version', 'common.comma', 'users.email', 'users.sessions',
  ],
}
