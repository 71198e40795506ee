/** Types of events: the actions of the audit trail, except that all ways to end a session have one type. */
import { ACTIONS, GROUPS } from '../audit/details'

const ENDS_OF_SESSIONS: readonly string[] = ['auth.logout', 'auth.logout_all', 'auth.refresh_reused', 'user.sessions_ended']

export const ALL_EVENTS = '*'
export const EVENT_TYPES: readonly string[] = [...ACTIONS.filter((action) => !ENDS_OF_SESSIONS.includes(action)), 'session.ended'].sort()
export const EVENT_GROUPS: readonly string[] = [...GROUPS, 'session.*'].sort()
