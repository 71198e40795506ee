import { expect, it } from 'vitest'
import { parseCreation, parseRequest, toJson } from '../src/session/webauthn'

const bytes = (...values: number[]) => new Uint8Array(values)

it('reads the options of the service where the browser cannot', () => {
  const creation = parseCreation({
    rp: { id: 'example.com', name: 'Example' },
    user: { id: 'AQI', name: 'ann', displayName: 'Ann' },
    challenge: '-_8',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ type: 'public-key', id: 'AAE', transports: ['internal'] }],
  })
  expect(creation.challenge).toEqual(bytes(0xfb, 0xff))
  expect(creation.user.id).toEqual(bytes(1, 2))
  expect(creation.excludeCredentials).toEqual([{ type: 'public-key', id: bytes(0, 1), transports: ['internal'] }])
  const request = parseRequest({ challenge: 'AQI', userVerification: 'required' })
  expect(request).toEqual({ challenge: bytes(1, 2), userVerification: 'required', allowCredentials: [] })
})

it('writes a credential as JSON where the browser cannot', () => {
  const response = { clientDataJSON: bytes(0xfb, 0xff).buffer, attestationObject: bytes(1).buffer, getTransports: () => ['usb'] }
  const credential = { id: 'AAE', type: 'public-key', response } as unknown as Credential
  expect(toJson(credential)).toEqual({ id: 'AAE', rawId: 'AAE', type: 'public-key', response: { clientDataJSON: '-_8', attestationObject: 'AQ', transports: ['usb'] } })
})
