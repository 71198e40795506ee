/** Passkeys in the browser. The service makes the options and checks what the authenticator signed. */

type Json = Record<string, unknown>

/** At most one request can wait: a browser refuses a second one. */
let waiting = new AbortController()

/** Passkeys belong to the host of the service. Without TLS, except on localhost, browsers have none; old ones can't read
 *  the options. */
export function passkeysSupported(): boolean {
  const { passkeyHost } = document.body.dataset
  const here = location.hostname === passkeyHost || location.hostname.endsWith(`.${passkeyHost}`)
  return here && typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Whether the browser offers passkeys among the names that it fills in. */
export async function autofillSupported(): Promise<boolean> {
  return passkeysSupported() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/** Asks for a signature by a passkey that the person has. */
export async function usePasskey(options: Json, mediation: CredentialMediationRequirement = 'optional'): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON)
  return toJson(await navigator.credentials.get({ publicKey, mediation, signal: nextSignal() }))
}

/** Asks for a new passkey. */
export async function createPasskey(options: Json): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
  return toJson(await navigator.credentials.create({ publicKey, signal: nextSignal() }))
}

function nextSignal(): AbortSignal {
  waiting.abort()
  waiting = new AbortController()
  return waiting.signal
}

function toJson(credential: Credential | null): unknown {
  return (credential as PublicKeyCredential).toJSON()
}
