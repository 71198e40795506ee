import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { buildUrl } from '../src/api/url'
import { decodeToken, remaining, timeOf } from '../src/pages/developers/decodeToken'
import { matches } from '../src/palette/matches'
import { curlOf } from '../src/ui/curl'

// Mutant: quotes within the text are left as they are, so that a link with a prepared filter runs commands of its author.
test.each(["'; touch /tmp/owned; '", '$(id)', '`id`', '"', '\\', 'a b', '!!', '\n', '&& id', 'ü 中文'])('a filter of %j is one argument of the copied command', (keyword) => {
  const path = `/api/users?plain=${keyword}`
  const printed = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$1"; }; ${curlOf(path, 'https://auth.example.com')}`], { encoding: 'utf8', env: { ...process.env, TOKEN: 'x' } })
  expect(printed).toBe(`https://auth.example.com${path}\n`)
})

test('the copied command has a variable instead of the token, and the body as JSON', () => {
  expect(curlOf(buildUrl('/api/users/{id}', [7]), 'https://auth.example.com', 'PUT', { name: "O'Neil" })).toBe(
    `curl -X PUT https://auth.example.com/api/users/7 \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"O'\\''Neil"}'`,
  )
})

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token is decoded, also with letters of any language, and other texts are not', () => {
  const token = `${part({ alg: 'ES256' })}.${part({ sub: '7', roles: ['Verkäufer', '销售'] })}.c2ln`
  expect(decodeToken(` Bearer ${token}\n`)).toEqual({ header: { alg: 'ES256' }, claims: { sub: '7', roles: ['Verkäufer', '销售'] } })
  for (const text of ['', 'dwk_abc', 'a.b', 'a.b.c', `${part([1])}.${part({})}.x`, `${part(null)}.${part({})}.x`, `${token}.x`, 'x'.repeat(20_000)]) expect(decodeToken(text)).toBeNull()
})

test('times are told from other numbers, and the rest of the time is counted down', () => {
  expect(timeOf('exp', 1_700_000_000)?.toISOString()).toBe('2023-11-14T22:13:20.000Z')
  expect(timeOf('exp', 1e300)).toBeNull()
  expect(timeOf('sid', 1_700_000_000)).toBeNull()
  expect(remaining(new Date(100_000), 0)).toBe('1:40')
  expect(remaining(new Date(100_000), 100_000)).toBeNull()
})

test('every word that is typed has to be in a command, whatever its case and accents', () => {
  expect(matches('Neuer Schlüssel', 'schlussel NEU')).toBe(true)
  expect(matches('New user', 'new role')).toBe(false)
  expect(matches('新建用户', '用户')).toBe(true)
})
