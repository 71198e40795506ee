/** Permissions, by the rules of the service: `*` grants everything, `orders:*` all of one resource. */

export function covers(held: readonly string[], wanted: string): boolean {
  return held.includes(wanted) || held.includes('*') || held.includes(`${wanted.split(':', 1)[0]}:*`)
}

/** Whether all wanted permissions are held. */
export function coversAll(held: readonly string[], wanted: string | readonly string[]): boolean {
  return (typeof wanted === 'string' ? [wanted] : wanted).every((name) => covers(held, name))
}
