/** What an administrator of a new installation has seen to. The service knows the rest; this is about one person and their browser. */
const PREFIX = 'doorward.checklist.'

export interface Remembered {
  /** The sign-in snippet was copied. */
  snippet?: boolean
  /** The list was dismissed, or everything in it is done. */
  hidden?: boolean
}

export function recall(userId: number): Remembered {
  try {
    return (JSON.parse(localStorage.getItem(PREFIX + userId) ?? '{}') ?? {}) as Remembered
  } catch {
    return {}
  }
}

export function remember(userId: number, change: Remembered): Remembered {
  const all = { ...recall(userId), ...change }
  localStorage.setItem(PREFIX + userId, JSON.stringify(all))
  return all
}

/** Signs in to this service and calls it with the token. */
export function signInSnippet(origin: string): string {
  return `const response = await fetch('${origin}/api/auth/login', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ username, password }),
})
const { message, data } = await response.json()
if (!response.ok) throw new Error(message)

const me = await fetch('${origin}/api/auth/user', {
  headers: { Authorization: \`Bearer \${data.token}\` },
})`
}

/** What connects a mail server, as lines of the service's environment. */
export function mailSettings(origin: string): string {
  return `DOORWARD_SMTP_URL=smtp://user:password@mail.example.com:587
DOORWARD_PUBLIC_URL=${origin}
DOORWARD_MAIL_FROM=no-reply@example.com`
}

export const ORIGIN_SETTINGS = 'DOORWARD_CORS_ORIGINS=https://app.example.com,https://admin.example.com'
