import { createRouter, createWebHistory } from 'vue-router'
import Layout from './Layout.vue'
import LoginPage from './pages/LoginPage.vue'

/** The menu shows the pages for which the user has the permission. */
export const PAGES = [
  { path: 'users', component: () => import('./pages/UsersPage.vue'), meta: { title: 'Users', permission: 'users:read' } },
  { path: 'roles', component: () => import('./pages/RolesPage.vue'), meta: { title: 'Roles', permission: 'roles:read' } },
]

export function createAppRouter(client) {
  const router = createRouter({
    history: createWebHistory(),
    routes: [
      { path: '/login', component: LoginPage },
      { path: '/', component: Layout, children: [{ path: '', component: () => import('./pages/HomePage.vue') }, ...PAGES] },
      { path: '/:rest(.*)', redirect: '/' },
    ],
  })
  router.beforeEach(async (to) => {
    if (client.state.status === 'unknown') await client.restore()
    if (to.path === '/login') return client.state.user ? '/' : true
    if (!client.state.user) return { path: '/login', query: { next: to.fullPath } }
    return !to.meta.permission || client.can(to.meta.permission) || '/'
  })
  // The session has ended, here or in another tab.
  client.subscribe(() => {
    const { path, fullPath } = router.currentRoute.value
    if (client.state.status === 'signed-out' && path !== '/login') router.push({ path: '/login', query: { next: fullPath } })
  })
  return router
}
