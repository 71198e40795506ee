import type { Messages } from '../index'
import { account } from './account'
import { audit } from './audit'
import { branding } from './branding'
import { developers } from './developers'
import { errors } from './errors'
import { integrations } from './integrations'
import { invitations } from './invitations'
import { lists } from './lists'
import { mail } from './mail'
import { overview } from './overview'
import { palette } from './palette'
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
  ...developers,
  ...errors,
  ...integrations,
  ...invitations,
  ...lists,
  ...mail,
  ...overview,
  ...palette,
  ...roles,
  ...shell,
  ...signIn,
  ...system,
  ...user,
  ...users,
} satisfies Messages
