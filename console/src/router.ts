/** The pages, who may see them, and the way to the sign-in and back. */
import { createRouter, createWebHistory, type RouteLocationNormalized } from 'vue-router'
import { call } from './api/client'
import { connection, Unreachable } from './session/connection'
import { may, session } from './session/session'
import SignInPage from './pages/SignInPage.vue'
import UsersPage from './pages/users/UsersPage.vue'

declare module 'vue-router' {
  interface RouteMeta {
    /** Seen without signing in. */
    public?: boolean
    /** One of these is needed. */
    needs?: string[]
  }
}

const users = { needs: ['users:read'] }
const roles = { needs: ['roles:read'] }

export const router = createRouter({
  history: createWebHistory('/console/'),
  routes: [
    { path: '/sign-in', name: 'sign-in', component: SignInPage, meta: { public: true } },
    { path: '/', name: 'overview', component: () => import('./pages/overview/OverviewPage.vue'), meta: { needs: ['users:read', 'audit:read'] } },
    {
      path: '/users',
      name: 'users',
      component: UsersPage,
      meta: users,
      children: [
        { path: 'new', name: 'user-new', component: () => import('./pages/users/UserPanel.vue'), meta: { needs: ['users:create'] } },
        { path: ':id(\\d+)', name: 'user', component: () => import('./pages/users/UserPanel.vue'), meta: users },
      ],
    },
    {
      path: '/roles',
      name: 'roles',
      component: () => import('./pages/roles/RolesPage.vue'),
      meta: roles,
      children: [
        { path: 'new', name: 'role-new', component: () => import('./pages/roles/RolePanel.vue'), meta: { needs: ['roles:create'] } },
        { path: ':id(\\d+)', name: 'role', component: () => import('./pages/roles/RolePanel.vue'), meta: roles },
      ],
    },
    { path: '/audit', name: 'audit', component: () => import('./pages/audit/AuditPage.vue'), meta: { needs: ['audit:read'] } },
    { path: '/account', name: 'account', component: () => import('./pages/account/AccountPage.vue') },
    { path: '/:rest(.*)*', name: 'missing', component: () => import('./pages/NotFoundPage.vue') },
  ],
})

router.beforeEach(async (to) => {
  if (to.meta.public) return true
  if (!session.state.user && !(await knownAgain())) return { name: 'sign-in', query: to.fullPath === '/' ? {} : { next: to.fullPath } }
  if (session.state.user?.mustChangePassword && to.name !== 'account') return { name: 'account' }
  return allowed(to) || { name: 'account' }
})

function allowed(to: RouteLocationNormalized): boolean {
  return to.meta.needs?.some(may) ?? true
}

/** Whether the session of an earlier visit, or of another tab, goes on. */
async function knownAgain(): Promise<boolean> {
  if (!session.keeper.signedIn) return false
  for (;;) {
    try {
      session.setUser((await call('get', '/api/auth/user')).data)
      return true
    } catch (error) {
      if (!(error instanceof Unreachable)) return false
      await connection.recovered()
    }
  }
}
