/** refine: its auth provider and its access control provider. */
import type { AccessControlProvider, AuthProvider } from '@refinedev/core'
import type { Client } from './client.js'
import { DoorwardError, isReason } from './errors.js'

export interface AuthOptions {
  /** The page of the application at which users sign in. */
  loginPage?: string
}

/**
 * `login` takes the fields of the sign-in. If the user has a second factor, it fails with the reason as the name of the
 * error; call `login` again with `flow`, `method` and `code`.
 */
export function authProvider(client: Client, { loginPage = '/login' }: AuthOptions = {}): AuthProvider {
  return {
    async login(fields: Parameters<Client['signIn']>[0] | Parameters<Client['continueSignIn']>[0]) {
      try {
        await ('flow' in fields ? client.continueSignIn(fields) : client.signIn(fields))
        return { success: true, redirectTo: '/' }
      } catch (error) {
        return { success: false, error: named(error) }
      }
    },
    async logout() {
      await client.signOut()
      return { success: true, redirectTo: loginPage }
    },
    async check() {
      try {
        const user = client.state.user ?? (await client.restore())
        return user ? { authenticated: true } : { authenticated: false, redirectTo: loginPage }
      } catch (error) {
        // The service can't be reached: that is no sign-out, so the user stays where they are.
        return client.state.status === 'signed-out' ? { authenticated: false, redirectTo: loginPage } : { authenticated: true, error: named(error) }
      }
    },
    async onError(error: unknown) {
      return isReason(error) && error.code === 401 && client.state.status === 'signed-out' ? { logout: true, redirectTo: loginPage, error } : { error: named(error) }
    },
    getIdentity: async () => client.state.user,
    getPermissions: async () => client.state.user?.permissions ?? [],
  }
}

/** The names of refine's actions as those of permissions. */
const ACTIONS: Record<string, string> = { list: 'read', show: 'read', create: 'create', clone: 'create', edit: 'update', delete: 'delete' }

/** The permission of an action is `resource:action`, as in `orders:update`; `permission` names others. */
export function accessControlProvider(client: Client, permission = (resource: string, action: string) => `${resource}:${ACTIONS[action] ?? action}`): AccessControlProvider {
  return {
    async can({ resource, action }) {
      if (!resource) return { can: true }
      const wanted = permission(resource, action)
      return client.can(wanted) ? { can: true } : { can: false, reason: `Needs the permission ${wanted}` }
    },
  }
}

/** refine shows the name of an error as the title of its notification. */
function named(error: unknown): Error {
  if (!(error instanceof DoorwardError)) return error as Error
  return Object.assign(new Error(error.message, { cause: error }), { name: error.reason })
}
