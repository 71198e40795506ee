import type { Mail } from '../../api/types'

/** The content of a mail is there until it is delivered or given up. */
export function isUnsent(mail: Mail): boolean {
  return mail.state === 'queued' || mail.state === 'held'
}
