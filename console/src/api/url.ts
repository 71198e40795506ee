/** Builds an endpoint's URL: fills in the path parameters in order, and leaves out empty query values. */
export function buildUrl(path: string, ids: (number | string)[] = [], query: unknown = {}): string {
  const remaining = [...ids]
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(String(remaining.shift())))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value))
  }
  return parameters.size ? `${filled}?${parameters}` : filled
}
