/** Routes, the permissions they require, and the redirect to the sign-in page and back. */
import { createRouter, createWebHistory, type RouteLocationNormalized } from 'vue-router'
import { call } from './api/client'
import { ApiError } from './api/errors'
import type { MessageKey } from './i18n'
import { connection, Unreachable } from './session/connection'
import { nextPage } from './session/nextPage'
import { can, session } from './session/session'
import { mustEnrol } from './session/strength'
import SignInPage from './pages/SignInPage.vue'

const usersPage = () => import('./pages/users/UsersPage.vue')

declare module 'vue-router' {
  interface RouteMeta {
    /** Accessible without signing in. */
    public?: boolean
    /** The user needs at least one of these permissions. */
    anyOf?: readonly string[]
    /** The entry of the navigation that the page belongs to, if it is not its own. */
    section?: string
    /** A list: it uses the whole width. */
    wide?: boolean
    /** The title of a page that has no entry of its own in the navigation. */
    title?: MessageKey
  }
}

const users = { anyOf: ['users:read'], wide: true }
const inviting = { anyOf: ['users:create'], section: 'users', title: 'invitations.title', wide: true } as const
const operations = { anyOf: ['users:update', 'users:delete', 'users:import'], section: 'users', title: 'operations.title', wide: true } as const
const texts = { anyOf: ['mail:read'], section: 'mail', title: 'texts.title' } as const
const roles = { anyOf: ['roles:read'] }
const webhooks = { anyOf: ['webhooks:read'], section: 'services', title: 'webhooks.title' } as const
const services = { anyOf: ['services:read'], section: 'services', title: 'services.title' } as const

const PREFETCH_MS = 500

export const router = createRouter({
  history: createWebHistory('/console/'),
  // Another page, or another page of a list, begins at its top; "Back" returns to where it was left. A panel leaves the list as it is.
  scrollBehavior: (to, from, saved) => saved ?? (to.matched[0] !== from.matched[0] || to.query.page !== from.query.page ? { top: 0 } : false),
  routes: [
    { path: '/sign-in', name: 'sign-in', component: SignInPage, meta: { public: true, title: 'signIn.title' } },
    { path: '/', name: 'overview', component: () => import('./pages/overview/OverviewPage.vue'), meta: { anyOf: ['users:read', 'audit:read'] } },
    {
      path: '/users',
      name: 'users',
      component: usersPage,
      meta: users,
      children: [
        { path: 'new', name: 'user-new', component: () => import('./pages/users/UserPanel.vue'), meta: { anyOf: ['users:create'] } },
        { path: 'invite', name: 'user-invite', component: () => import('./pages/invitations/InvitePanel.vue'), meta: { anyOf: ['users:create'] } },
        { path: ':id(\\d+)', name: 'user', component: () => import('./pages/users/UserPanel.vue'), meta: users },
        { path: 'operations/:id(\\d+)', name: 'user-operation', component: () => import('./pages/operations/OperationPanel.vue'), meta: users },
      ],
    },
    { path: '/users/:id(\\d+)/:section(overview|profile|access|security|activity)', name: 'user-page', component: () => import('./pages/users/page/UserPage.vue'), meta: { ...users, section: 'users' } },
    { path: '/users/import', name: 'import', component: () => import('./pages/imports/ImportPage.vue'), meta: { anyOf: ['users:import'], section: 'users', title: 'imports.title' } },
    {
      path: '/operations',
      name: 'operations',
      component: () => import('./pages/operations/OperationsPage.vue'),
      meta: operations,
      children: [{ path: ':id(\\d+)', name: 'operation', component: () => import('./pages/operations/OperationPanel.vue'), meta: operations }],
    },
    {
      path: '/invitations',
      name: 'invitations',
      component: () => import('./pages/invitations/InvitationsPage.vue'),
      meta: inviting,
      children: [{ path: 'new', name: 'invitation-new', component: () => import('./pages/invitations/InvitePanel.vue'), meta: inviting }],
    },
    {
      path: '/roles',
      name: 'roles',
      component: () => import('./pages/roles/RolesPage.vue'),
      meta: roles,
      children: [
        { path: 'new', name: 'role-new', component: () => import('./pages/roles/RolePanel.vue'), meta: { anyOf: ['roles:create'] } },
        { path: ':id(\\d+)', name: 'role', component: () => import('./pages/roles/RolePanel.vue'), meta: roles },
      ],
    },
    {
      path: '/services/accounts',
      name: 'service-accounts',
      component: () => import('./pages/services/ServiceAccountsPage.vue'),
      meta: services,
      children: [
        { path: 'new', name: 'service-account-new', component: () => import('./pages/services/ServiceAccountPanel.vue'), meta: { anyOf: ['services:create'] } },
        { path: ':id(\\d+)', name: 'service-account', component: () => import('./pages/services/ServiceAccountPanel.vue'), meta: services },
      ],
    },
    {
      path: '/services/webhooks',
      name: 'webhooks',
      component: () => import('./pages/webhooks/WebhooksPage.vue'),
      meta: webhooks,
      children: [
        { path: 'new', name: 'webhook-new', component: () => import('./pages/webhooks/WebhookPanel.vue'), meta: { anyOf: ['webhooks:create'] } },
        { path: ':id(\\d+)', name: 'webhook', component: () => import('./pages/webhooks/WebhookPanel.vue'), meta: webhooks },
      ],
    },
    { path: '/audit', name: 'audit', component: () => import('./pages/audit/AuditPage.vue'), meta: { anyOf: ['audit:read'], wide: true } },
    { path: '/mail', name: 'mail', component: () => import('./pages/mail/MailPage.vue'), meta: { anyOf: ['mail:read'], wide: true } },
    { path: '/mail/texts', name: 'mail-texts', component: () => import('./pages/mail/texts/TextsPage.vue'), meta: texts },
    { path: '/mail/texts/:kind/:language', name: 'mail-text', component: () => import('./pages/mail/texts/TextPage.vue'), meta: texts },
    { path: '/branding', name: 'branding', component: () => import('./pages/branding/BrandingPage.vue'), meta: { anyOf: ['branding:update'] } },
    { path: '/system', name: 'system', component: () => import('./pages/system/SystemPage.vue'), meta: { anyOf: ['system:read'] } },
    { path: '/account', name: 'account', component: () => import('./pages/account/AccountPage.vue') },
    { path: '/developers', name: 'developers', component: () => import('./pages/developers/DevelopersPage.vue') },
    { path: '/enrol', name: 'enrol', component: () => import('./pages/account/EnrolPage.vue'), meta: { section: 'account', title: 'enrol.title' } },
    { path: '/:rest(.*)*', name: 'not-found', component: () => import('./pages/NotFoundPage.vue'), meta: { title: 'notFound.title' } },
    // Found by its name alone: its address is that of the page that it stands for.
    { path: '/:rest(.*)*', name: 'no-access', component: () => import('./pages/NoAccessPage.vue'), meta: { title: 'noAccess.title' } },
  ],
})

router.beforeEach(async (to) => {
  // A user who is signed in, also in another tab, has nothing to do on the sign-in page.
  if (to.name === 'sign-in') return session.state.user || (await restoreSession(false)) ? nextPage(to.query.next) : true
  if (!session.state.user && !(await restoreSession())) return { name: 'sign-in', query: to.fullPath === '/' ? {} : { next: to.fullPath } }
  const user = session.state.user!
  if (user.mustChangePassword && to.name !== 'account') return { name: 'account', query: to.fullPath === '/' ? {} : { next: to.fullPath } }
  if (mustEnrol(user) && to.name !== 'account' && to.name !== 'enrol') return { name: 'enrol', query: { next: to.fullPath } }
  if (isAllowed(to)) return true
  if (to.name === 'overview') return { name: 'account' } // The first page of a user who has no others.
  return { name: 'no-access', params: { rest: to.path.slice(1).split('/') }, query: to.query, replace: true }
})

// The page that most visits go to is fetched while the first one is being read. The sign-in page does without it.
let prefetched = false
router.afterEach(() => {
  if (prefetched || !session.state.user) return
  prefetched = true
  setTimeout(() => void usersPage().catch(() => {}), PREFETCH_MS)
})

/** Loads the user again and hides a page that they may not open any more. */
export async function recheckUser(): Promise<void> {
  session.setUser((await call('get', '/api/auth/user')).data)
  await router.replace({ path: router.currentRoute.value.fullPath, force: true })
}

function isAllowed(to: RouteLocationNormalized): boolean {
  return to.meta.anyOf?.some(can) ?? true
}

/** Says nothing about the session, which is still there afterwards. */
function isPassing(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof ApiError && (error.code === 429 || error.code >= 500))
}

/** Loads the user of a session that an earlier visit or another tab has stored. Returns false if there is none. `patient`: waits for the service. */
async function restoreSession(patient = true): Promise<boolean> {
  if (!session.tokens.signedIn) return false
  for (;;) {
    try {
      session.setUser((await call('get', '/api/auth/user')).data)
      return true
    } catch (error) {
      if (!patient || !isPassing(error)) return false
      await connection.pause()
    }
  }
}
