/** The pages of the console that the navigation and the command palette offer, as far as the user may open them. */
import { Activity, Blocks, ChartNoAxesCombined, Mail, Palette, ScrollText, ShieldCheck, UserRound, Users } from '@lucide/vue'
import { computed } from 'vue'
import { can, currentUser } from './session/session'

const PAGES = [
  { name: 'overview', icon: ChartNoAxesCombined, anyOf: ['users:read', 'audit:read'] },
  { name: 'users', icon: Users, anyOf: ['users:read'] },
  { name: 'roles', icon: ShieldCheck, anyOf: ['roles:read'] },
  { name: 'services', icon: Blocks, anyOf: ['services:read', 'webhooks:read'] },
  { name: 'mail', icon: Mail, anyOf: ['mail:read'] },
  { name: 'branding', icon: Palette, anyOf: ['branding:update'] },
  { name: 'audit', icon: ScrollText, anyOf: ['audit:read'] },
  { name: 'system', icon: Activity, anyOf: ['system:read'] },
  { name: 'account', icon: UserRound, anyOf: [] },
]

/** The first page of a section with several that the user may open. */
export const target = (name: string) => (name !== 'services' ? name : can('services:read') ? 'service-accounts' : 'webhooks')

/** While the password has to be changed, the others lead back to the account: they are not offered. */
export const pages = computed(() => PAGES.filter(({ name, anyOf }) => (currentUser.value?.mustChangePassword ? name === 'account' : !anyOf.length || anyOf.some(can))))
