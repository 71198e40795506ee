/** Passkeys in the browser. Options and credentials are the JSON of WebAuthn Level 3. Without Vue, so that the hosted pages can use it. */

type Bytes = Uint8Array<ArrayBuffer>
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON

/** What the service asks a passkey to sign. */
export interface Challenge {
  flow: string
  options: RequestOptions
}

/** The object exists only in a secure context. */
export const PASSKEYS_SUPPORTED = typeof PublicKeyCredential !== 'undefined'

/** Whether the browser can offer passkeys in the menu of a field. */
export async function canAutofill(): Promise<boolean> {
  return PASSKEYS_SUPPORTED && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

export async function createPasskey(options: CreationOptions): Promise<PublicKeyCredentialJSON> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? parseCreation(options)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** With a signal, passkeys are offered in the menu of a field until it aborts; without one, in a dialog of the browser. */
export async function usePasskey(options: RequestOptions, autofill?: AbortSignal): Promise<PublicKeyCredentialJSON> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? parseRequest(options)
  const request: CredentialRequestOptions = autofill ? { publicKey, mediation: 'conditional', signal: autofill } : { publicKey }
  return toJson(await navigator.credentials.get(request))
}

/** For browsers of 2024 and before. */
export function parseCreation(options: CreationOptions): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [], ...rest } = options
  return { ...rest, challenge: decode(challenge), user: { ...user, id: decode(user.id) }, excludeCredentials: excludeCredentials.map(descriptor) } as PublicKeyCredentialCreationOptions
}

export function parseRequest(options: RequestOptions): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [], ...rest } = options
  return { ...rest, challenge: decode(challenge), allowCredentials: allowCredentials.map(descriptor) } as PublicKeyCredentialRequestOptions
}

function descriptor({ id, ...rest }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return { ...rest, id: decode(id) } as PublicKeyCredentialDescriptor
}

const RESPONSE_FIELDS = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const

export function toJson(created: Credential | null): PublicKeyCredentialJSON {
  const credential = created as PublicKeyCredential
  if (typeof credential.toJSON === 'function') return credential.toJSON()
  const source = credential.response as AuthenticatorResponse & Partial<Record<(typeof RESPONSE_FIELDS)[number], ArrayBuffer>> & { getTransports?: () => string[] }
  const bytes = RESPONSE_FIELDS.filter((field) => source[field]).map((field) => [field, encode(source[field]!)])
  const transports = source.getTransports ? { transports: source.getTransports() } : {}
  return { id: credential.id, rawId: credential.id, type: credential.type, response: { ...Object.fromEntries(bytes), ...transports } }
}

function decode(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}

function encode(buffer: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
