import { describe, expect, it } from 'vitest'
import { covers } from '../src/permissions.js'
import { createKeySource } from '../src/verify/keys.js'
import { readDocument, Revocations } from '../src/verify/revocations.js'
import { createVerifier } from '../src/verify/index.js'
import { stub } from './support/stubs.js'
import { vectors } from './support/vectors.js'

interface Case {
  name: string
  token: string
  valid: boolean
  reason?: string
  principal?: { sub: string; sid: string; permissions: string[] | null }
}
interface Tokens {
  issuer: string
  audience: string
  now: number
  cases: Case[]
}
interface Feed extends Omit<Tokens, 'cases'> {
  documents: { name: string; document: string; valid: boolean; reason?: string }[]
  scenarios: { name: string; documents: string[]; checks: { token: string; revoked: boolean }[] }[]
}

const tokens = vectors<Tokens>('tokens')
const feed = vectors<Feed>('revocations')

function verifierAt({ issuer, audience, now }: Omit<Tokens, 'cases'>) {
  return createVerifier({ url: 'https://auth.example.com', issuer, audience, revocations: 'off', fetch: stub().fetch, now: () => now * 1000 })
}

describe('the vectors of access tokens', () => {
  const verifier = verifierAt(tokens)
  it.each(tokens.cases)('$name', async ({ token, valid, reason, principal }) => {
    const verified = verifier.verify(token)
    if (valid) await expect(verified).resolves.toMatchObject(principal!)
    else await expect(verified).rejects.toMatchObject({ name: 'VerificationError', reason, status: 401 })
  })
})

describe('the vectors of permissions', () => {
  const { cases } = vectors<{ cases: { held: string[]; wanted: string; granted: boolean }[] }>('permissions')
  it.each(cases)('$held for $wanted: $granted', ({ held, wanted, granted }) => expect(covers(held, wanted)).toBe(granted))
})

describe('the vectors of the revocation feed', () => {
  const keys = createKeySource({ url: 'https://auth.example.com', fetch: stub().fetch, now: Date.now, timeoutMs: 1000 })

  it.each(feed.documents)('$name', async ({ document, valid, reason }) => {
    const document_ = readDocument(document, keys, feed.issuer)
    if (valid) await expect(document_).resolves.toHaveProperty('until')
    else await expect(document_).rejects.toMatchObject({ reason })
  })

  it.each(feed.scenarios)('$name', async ({ documents, checks }) => {
    const known = new Revocations()
    for (const [number, text] of documents.entries()) known.apply(await readDocument(text, keys, feed.issuer), number === 0)
    const verifier = verifierAt(feed)
    for (const { token, revoked } of checks) expect(known.isRevoked(await verifier.verify(token))).toBe(revoked)
  })
})
