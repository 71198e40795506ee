/** Passkeys on a page, which may have offered one in a field already: a browser refuses a second request beside it. */
import { PASSKEYS_SUPPORTED, usePasskey, type Challenge } from '../session/webauthn'

let offer = new AbortController()

/** Passkeys belong to the host of the service. */
export function passkeysSupported(): boolean {
  const { passkeyHost } = document.body.dataset
  return PASSKEYS_SUPPORTED && location.hostname === passkeyHost
}

/** Asks for a passkey in a dialog of the browser, in the place of an offer. */
export function askForPasskey({ options }: Challenge): Promise<PublicKeyCredentialJSON> {
  offer.abort()
  return usePasskey(options)
}

/** Waits until the person picks a passkey in a field; the browser shows nothing before. */
export function offerPasskey({ options }: Challenge): Promise<PublicKeyCredentialJSON> {
  offer.abort()
  offer = new AbortController()
  return usePasskey(options, offer.signal)
}
