/** Texts that are the same as in English on purpose: names, formats, and words that a language shares with English. */
import type { MessageKey } from '../src/i18n'
import type { Locale } from '../src/i18n/languages'

export const EQUAL_TO_ENGLISH: Partial<Record<Locale, MessageKey[]>> & { all: MessageKey[] } = {
  all: ['audit.detail.sha256', 'common.labelled', 'common.semicolon', 'common.sentences', 'exports.csv', 'exports.excel', 'lists.id', 'lists.idIs', 'user.metadataJson'],
  zh: ['webhooks.one'],
  'zh-Hant': ['webhooks.one'],
  ja: ['webhooks.one'],
  de: [
    'security.factorName', 'audit.detail.host', 'audit.details', 'audit.group.webhook', 'audit.hash', 'branding.logos', 'branding.name', 'dev.token', 'webhooks.title',
    'webhooks.one', 'lists.viewName', 'operations.action.import_apply', 'operations.by', 'imports.format', 'imports.title', 'texts.body',
    'roles.name', 'roles.summary', 'nav.system', 'theme.system', 'strength.phishingResistant', 'factor.passkey', 'system.schema', 'system.title',
    'system.version', 'common.comma', 'user.facts', 'user.linkLabel', 'users.name', 'users.status',
  ],
  es: [
    'audit.detail.factor', 'audit.detail.total', 'audit.group.webhook', 'audit.hash', 'dev.token', 'webhooks.title', 'webhooks.one', 'operations.by', 'roles.summary', 'nav.roles', 'common.comma',
    'common.no', 'users.roles',
  ],
  fr: [
    'account.sessions', 'security.secret', 'audit.action', 'audit.actions', 'audit.detail.invitation', 'audit.detail.total', 'audit.group.invitation', 'audit.group.session', 'audit.group.webhook',
    'branding.logos', 'webhooks.title', 'webhooks.one', 'webhooks.secret', 'invitations.title', 'pager.label', 'operations.action.import_apply',
    'operations.by', 'imports.format', 'imports.title', 'mail.kind.invitation', 'palette.actions', 'palette.pages', 'roles.description',
    'common.actions', 'system.keyState.active', 'system.source', 'system.version', 'common.comma', 'users.email', 'users.sessions',
  ],
}
