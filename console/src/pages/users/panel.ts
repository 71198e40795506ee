/** The panel in which a user is changed: service accounts have another one. */
import type { LocationQuery, RouteLocationRaw } from 'vue-router'
import type { User } from '../../api/types'
import { can } from '../../session/session'

export function panelOf({ id, service }: User, query: LocationQuery): Exclude<RouteLocationRaw, string> {
  const params = { id }
  return service && can('services:read') ? { name: 'service-account', params } : { name: 'user', params, query }
}
