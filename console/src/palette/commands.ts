/** What the command palette offers beside people: pages and actions, each only to users who may open or perform it. */
import { BookOpen, Code, FileUp, Keyboard, LogOut, MailPlus, Moon, Plus, Sun, type LucideIcon } from '@lucide/vue'
import type { Component } from 'vue'
import type { Router } from 'vue-router'
import { t, type MessageKey } from '../i18n'
import { pages, target } from '../navigation'
import { can, currentUser, session } from '../session/session'
import { overlay } from '../shortcuts'
import { isDark, setTheme } from '../ui/theme'

export interface Command {
  key: string
  label: string
  icon: Component
  run: () => unknown
}

const CREATING: { key: MessageKey; route: string; permission: string; icon: LucideIcon }[] = [
  { key: 'palette.newUser', route: 'user-new', permission: 'users:create', icon: Plus },
  { key: 'palette.invite', route: 'user-invite', permission: 'users:create', icon: MailPlus },
  { key: 'palette.import', route: 'import', permission: 'users:import', icon: FileUp },
  { key: 'palette.newRole', route: 'role-new', permission: 'roles:create', icon: Plus },
  { key: 'palette.newService', route: 'service-account-new', permission: 'services:create', icon: Plus },
  { key: 'palette.newWebhook', route: 'webhook-new', permission: 'webhooks:create', icon: Plus },
]

export function pageCommands(router: Router): Command[] {
  const found: Command[] = pages.value.map(({ name, icon }) => ({ key: name, label: t(`nav.${name}` as MessageKey), icon, run: () => router.push({ name: target(name) }) }))
  if (currentUser.value?.mustChangePassword) return found
  return [...found, { key: 'developers', label: t('nav.developers'), icon: Code, run: () => router.push({ name: 'developers' }) }, { key: 'docs', label: t('palette.docs'), icon: BookOpen, run: () => location.assign('/docs') }]
}

export function actionCommands(router: Router): Command[] {
  const creating = currentUser.value?.mustChangePassword ? [] : CREATING.filter(({ permission }) => can(permission))
  return [
    ...creating.map(({ key, route, icon }) => ({ key, label: t(key), icon, run: () => router.push({ name: route }) })),
    isDark() ? { key: 'theme', label: t('palette.light'), icon: Sun, run: () => setTheme('light') } : { key: 'theme', label: t('palette.dark'), icon: Moon, run: () => setTheme('dark') },
    { key: 'shortcuts', label: t('shortcuts.title'), icon: Keyboard, run: () => void (overlay.value = 'shortcuts') },
    { key: 'sign-out', label: t('nav.signOut'), icon: LogOut, run: () => session.signOut() },
  ]
}
