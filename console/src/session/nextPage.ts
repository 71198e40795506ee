/** Where to go on after signing in or setting up a factor. Pages of the console only: a link must lead nowhere else. */
export function nextPage(next: unknown): string {
  return typeof next === 'string' && /^\/(?!\/)/.test(next) ? next : '/'
}
