/** How strong a sign-in is. */
import type { User } from '../api/types'

/** In ascending order. */
export const STRENGTHS = ['password', 'twoFactors', 'phishingResistant'] as const
export type Strength = (typeof STRENGTHS)[number]

/** Whether the roles of a user ask for more than the user has set up. The service withholds their rights until then. */
export function mustEnrol({ strength, requiredStrength }: Pick<User, 'strength' | 'requiredStrength'>): boolean {
  return STRENGTHS.indexOf(strength) < STRENGTHS.indexOf(requiredStrength)
}
