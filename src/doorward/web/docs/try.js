/*
 * "Try it": sends requests from this page, with the session of the console.
 *
 * Nothing happens before a click. The access token stays in this module, goes to this origin alone and is never shown. It
 * comes from a tab of the console, or from the refresh cookie, in the way of console/src/session: the names below are those
 * that the console uses.
 */
const SESSION = 'doorward.session'
const CHANNEL = 'doorward'
const LOCK = 'doorward.refresh'
const OTHER_TABS_MS = 150
const MARGIN_MS = 5_000
const RENEWABLE = ['token_expired', 'invalid_token', 'session_ended']
const MOST_SHOWN = 200_000

const channel = new BroadcastChannel(CHANNEL)
let access = null
let description = null

channel.addEventListener('message', ({ data }) => {
  // Of another user from now on, or signed out.
  if (data?.kind === 'signed-out') access = null
  else if (data?.kind === 'token') access = { token: String(data.token), expiresAt: Number(data.expiresAt) }
})

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

function storedSession() {
  try {
    return JSON.parse(localStorage.getItem(SESSION) ?? 'null')
  } catch {
    return null
  }
}

const isValid = () => access !== null && access.expiresAt - Date.now() > MARGIN_MS

async function accessToken() {
  const stored = storedSession()
  if (!stored) throw new Error('Sign in to the console first, in this browser.')
  if (!isValid()) {
    const renew = () => askTabs().then(() => (isValid() ? undefined : refresh(stored)))
    await (navigator.locks ? navigator.locks.request(LOCK, renew) : renew())
  }
  return access.token
}

function askTabs() {
  channel.postMessage({ kind: 'ask' })
  return new Promise((resolve) => setTimeout(resolve, OTHER_TABS_MS))
}

async function refresh(stored) {
  const body = JSON.stringify({ refreshToken: stored.refreshToken ?? 'cookie' })
  const response = await fetch('/api/auth/refresh', { method: 'POST', headers: { 'X-Refresh-Cookie': '1' }, body })
  if (!response.ok) throw new Error('The session has ended. Sign in to the console again.')
  const { token, expiresIn } = (await response.json()).data
  access = { token, expiresAt: Date.now() + expiresIn * 1000 }
  channel.postMessage({ kind: 'token', ...access, userId: stored.userId })
}

/** The address of a request. Values cannot lead out of the path, nor to another origin. */
function address(path, fields) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(fields.path[name] ?? ''))
  const url = new URL(filled, location.origin)
  for (const [name, value] of Object.entries(fields.query)) if (value !== '') url.searchParams.set(name, value)
  if (url.origin !== location.origin || !url.pathname.startsWith('/')) throw new Error('The address leads elsewhere.')
  return url
}

async function send(method, path, operation, fields) {
  const url = address(path, fields)
  const headers = Object.fromEntries(Object.entries(fields.header).filter(([, value]) => value !== ''))
  const request = { method: method.toUpperCase(), headers, credentials: 'omit', cache: 'no-store', redirect: 'error' }
  if (fields.body !== undefined) {
    JSON.parse(fields.body)
    request.body = fields.body
    headers['Content-Type'] = 'application/json'
  }
  for (let attempt = 1; ; attempt++) {
    if (operation.security.length) headers.Authorization = `Bearer ${await accessToken()}`
    const response = await fetch(url, request)
    const text = await response.clone().text()
    if (response.status !== 401 || attempt > 1 || !RENEWABLE.some((reason) => text.includes(`"${reason}"`))) return { response, text }
    access = null
  }
}

function shown({ response, text }) {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2).slice(0, MOST_SHOWN)
    } catch {
      return text.slice(0, MOST_SHOWN)
    }
  }
  return type.startsWith('text/') ? text.slice(0, MOST_SHOWN) : `(${type || 'no content'})`
}

function form(name, method, path, operation) {
  const inputs = operation.parameters.map((parameter) => {
    const id = `${name}-try-${parameter.in}-${parameter.name}`
    const input = make('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false', ...(parameter.required ? { required: '' } : {}) })
    return { parameter, input, row: make('p', {}, make('label', { for: id }, `${parameter.name}${parameter.required ? ' *' : ''}`), input) }
  })
  const example = operation.requestBody?.content['application/json']?.example
  const body = example === undefined ? null : make('textarea', { id: `${name}-try-body`, rows: '8', spellcheck: 'false', autocomplete: 'off' })
  if (body) body.value = JSON.stringify(example, null, 2)
  const output = make('pre', { tabindex: '0', 'aria-label': 'Response' })
  const status = make('p', { role: 'status' })
  const note = method === 'get' ? 'Sent with your session in the console.' : 'A real request, with your session and your rights in the console: it changes data.'
  const made = make('form', { class: 'try', novalidate: '' }, make('p', { class: 'note' }, operation.security.length ? note : 'Sent without a token.'), ...inputs.map(({ row }) => row))
  if (body) made.append(make('p', {}, make('label', { for: body.id }, 'Body'), body))
  made.append(make('button', { type: 'submit' }, 'Send'), status, output)
  output.hidden = true
  made.addEventListener('submit', async (event) => {
    event.preventDefault()
    const fields = { path: {}, query: {}, header: {}, body: body?.value }
    for (const { parameter, input } of inputs) fields[parameter.in][parameter.name] = input.value.trim()
    const missing = inputs.find(({ parameter, input }) => parameter.required && !input.value.trim())
    if (missing) return void ((status.textContent = `${missing.parameter.name} is required.`), missing.input.focus())
    const begun = performance.now()
    status.textContent = 'Sending…'
    try {
      const answer = await send(method, path, operation, fields)
      status.textContent = `${answer.response.status} in ${Math.round(performance.now() - begun)} ms`
      output.textContent = shown(answer)
      output.hidden = false
    } catch (error) {
      output.hidden = true
      status.textContent = error instanceof SyntaxError ? `The body is not JSON: ${error.message}` : error.message
    }
  })
  return made
}

async function open(article, button) {
  button.disabled = true
  try {
    description ??= await (await fetch('/openapi.json')).json()
  } catch {
    button.disabled = false
    return
  }
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== article.id) continue
      const made = form(article.id, method, path, operation)
      button.replaceWith(made)
      ;(made.querySelector('input, textarea') ?? made.querySelector('button')).focus()
    }
  }
}

/** Bodies that are files or forms are left to other tools. */
for (const article of document.querySelectorAll('article[id]')) {
  if (article.dataset.body && article.dataset.body !== 'application/json') continue
  const name = article.querySelector('h3')?.textContent ?? ''
  const button = make('button', { type: 'button', class: 'try-it', 'aria-label': `Try it: ${name}` }, 'Try it')
  button.addEventListener('click', () => void open(article, button))
  article.querySelector('.shown')?.append(button)
}
