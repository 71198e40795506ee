/** Permission matching, with the same rules as the service: `*` grants everything, `orders:*` all of one resource. */

export function covers(held: readonly string[], wanted: string): boolean {
  const resource = wanted.split(':', 1)[0]
  return held.some((name) => name === '*' || name === wanted || name === `${resource}:*`)
}

/** Returns the first wanted permission that is not held. */
export function firstMissing(held: readonly string[], wanted: readonly string[]): string | undefined {
  return wanted.find((name) => !covers(held, name))
}

const PERMISSION = /^(\*|[A-Za-z0-9][\w.-]*:(\*|[A-Za-z0-9][\w.:-]*))$/

export function isPermission(text: string): boolean {
  return PERMISSION.test(text)
}

/** Groups sorted permission names by resource: `users:read` goes under `users`. */
export function groupByResource(names: readonly string[]): [string, string[]][] {
  const groups = new Map<string, string[]>()
  for (const name of [...names].sort()) {
    const resource = name.split(':', 1)[0] ?? name
    groups.set(resource, [...(groups.get(resource) ?? []), name])
  }
  return [...groups]
}
