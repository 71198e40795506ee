// Compares the verification of new tokens with jose's, and measures that of a known token. Build the library first.
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { createVerifier } from '@doorward/client/verify'

const TOKENS = 1000
const ROUNDS = 10
const LIMIT = 1.3
const [issuer, audience, kid] = ['doorward', 'doorward', 'bench']

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] }
const keySet = createLocalJWKSet(jwks)
const answer = async () => new Response(JSON.stringify(jwks))
const newVerifier = () => createVerifier({ url: 'http://bench.invalid', issuer, audience, revocations: 'off', fetch: answer })

const claims = { sid: '41', jti: 'x', amr: ['pwd'], acr: '1', client_id: audience, roles: ['clerk'], permissions: ['invoices:read', 'orders:*'] }
const sign = (number) => new SignJWT({ ...claims, jti: String(number) }).setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' }).setIssuer(issuer).setAudience(audience).setSubject('7').setIssuedAt().setExpirationTime('1h').sign(privateKey)
const tokens = await Promise.all(Array.from({ length: TOKENS }, (_, number) => sign(number)))

/** Time of the processor for one token, in all threads: other programs on the machine hardly change it. */
async function microseconds(verify) {
  const began = process.cpuUsage()
  for (const token of tokens) await verify(token)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / tokens.length
}

async function withLibrary() {
  // A new one, which knows no token yet.
  const verifier = newVerifier()
  await verifier.verify(tokens[0])
  return microseconds((token) => verifier.verify(token))
}

const withJose = () => microseconds((token) => jwtVerify(token, keySet, { algorithms: ['ES256'], issuer, audience, typ: 'at+jwt', requiredClaims: ['exp', 'iat', 'sub', 'sid'] }))
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

const figures = { jose: [], library: [] }
// Interleaved, so that both meet the same load of the machine.
for (let round = 0; round <= ROUNDS; round++) {
  const [jose, library] = [await withJose(), await withLibrary()]
  if (round > 0) figures.jose.push(jose), figures.library.push(library)
}
const verifier = newVerifier()
for (const token of tokens) await verifier.verify(token)
const known = await microseconds((token) => verifier.verify(token))

const ratio = median(figures.library.map((time, round) => time / figures.jose[round]))
console.log(`new token: jose ${median(figures.jose).toFixed(0)} µs, @doorward/client/verify ${median(figures.library).toFixed(0)} µs, ratio ${ratio.toFixed(2)} (limit ${LIMIT})`)
console.log(`known token: ${known.toFixed(2)} µs`)
process.exitCode = ratio > LIMIT ? 1 : 0
