import type { Messages } from '../index'
import { account } from './account'
import { audit } from './audit'
import { branding } from './branding'
import { errors } from './errors'
import { integrations } from './integrations'
import { invitations } from './invitations'
import { lists } from './lists'
import { mail } from './mail'
import { overview } from './overview'
import { roles } from './roles'
import { shell } from './shell'
import { signIn } from './signIn'
import { system } from './system'
import { user } from './user'
import { users } from './users'

export const texts = {
  ...account,
  ...audit,
  ...branding,
  ...errors,
  ...integrations,
  ...invitations,
  ...lists,
  ...mail,
  ...overview,
  ...roles,
  ...shell,
  ...signIn,
  ...system,
  ...user,
  ...users,
} satisfies Messages
