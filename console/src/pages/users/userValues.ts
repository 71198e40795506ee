/** The fields of the form for users, and what a request changes. */
import type { User } from '../../api/types'

export interface UserValues {
  username: string
  name: string
  email: string
  emailVerified: boolean
  password: string
  mustChangePassword: boolean
  phone: string
  avatar: string
  roles: string[]
  status: 0 | 1
}

/** A new user chooses another password: until then, the administrator knows it. */
const NEW: UserValues = { username: '', name: '', email: '', emailVerified: false, password: '', mustChangePassword: true, phone: '', avatar: '', roles: [], status: 1 }

export function valuesOf(user: User | null): UserValues {
  if (!user) return { ...NEW, roles: [] }
  const { username, name, email, emailVerified, mustChangePassword, phone, avatar, roles, status } = user
  return { username, name, email: email ?? '', emailVerified, password: '', mustChangePassword, phone: phone ?? '', avatar: avatar ?? '', roles: [...roles], status }
}

/** Only what has changed, because another administrator may have changed the rest in the meantime. */
export function changedFields(base: UserValues, values: UserValues): Partial<UserValues> {
  const changed = (field: keyof UserValues) => JSON.stringify(values[field]) !== JSON.stringify(base[field])
  // The state belongs to the address: a new address is sent with it.
  const fields = (Object.keys(values) as (keyof UserValues)[]).filter((field) => changed(field) || (field === 'emailVerified' && changed('email')))
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}
