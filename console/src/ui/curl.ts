/** Requests as commands for a shell. The token is a variable: what is copied ends up in histories and chats. */

/** Quotes a text for POSIX shells. Addresses of the console can come from links of other people, so nothing is left to them. */
export function quoted(text: string): string {
  return /^[\w/:.,=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** `path`: with its query, as `buildUrl` makes it. */
export function curlOf(path: string, origin: string, method = 'GET', body?: unknown): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`, '-H "Authorization: Bearer $TOKEN"']
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}
