import type { Role } from '../../api/types'
import { translateIfKnown } from '../../i18n'

/** The texts that the service gives to its own roles. One that an administrator wrote is shown as it is. */
const GIVEN: Record<string, string> = { admin: 'May do everything', user: 'May sign in' }

export function roleText({ name, description, builtIn }: Pick<Role, 'name' | 'description' | 'builtIn'>): string {
  const given = builtIn && GIVEN[name] === description
  return (given && translateIfKnown(`roles.given.${name}`)) || description
}
