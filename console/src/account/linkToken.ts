/** The token of a link in a mail. It is behind the `#`, which browsers send to no server. */

/** Reads the token, and removes it from the address bar and the history at once. Opening a link uses nothing up. */
export function takeToken(): string {
  const token = tokenIn(location.hash)
  if (token) {
    history.replaceState(null, '', location.pathname + location.search)
    keepOnLanguageChange(token)
  }
  return token
}

/** The token in a link that a person pasted, or the token itself. */
export function tokenIn(text: string): string {
  const [before, after] = text.trim().split('#token=', 2)
  return after ?? (before!.startsWith('#') ? '' : before!)
}

/** The page in the other language needs the token as well, and removes it again. */
function keepOnLanguageChange(token: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    link.addEventListener('click', () => (link.hash = `token=${token}`))
  }
}
