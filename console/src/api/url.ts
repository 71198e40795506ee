/** The address of an endpoint, with its ids and its query. */
export function address(path: string, ids: (number | string)[] = [], query: unknown = {}): string {
  const left = [...ids]
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(String(left.shift())))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  }
  return parameters.size ? `${filled}?${parameters}` : filled
}
