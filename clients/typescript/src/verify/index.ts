export { covers, coversAll } from '../permissions.js'
export type { Principal } from './claims.js'
export { VerificationError, type RefusalReason } from './errors.js'
export { createVerifier, type Verifier, type VerifierOptions } from './verifier.js'
