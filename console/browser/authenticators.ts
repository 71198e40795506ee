/** Authenticators for tests: an app with time-based codes, and the virtual one for passkeys that Chromium has. */
import { createHmac } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'

const STEP_MS = 30_000

/** An authenticator app (RFC 6238). Every code works once, so each call returns that of a later time step. */
export class App {
  private lastStep = 0

  constructor(private readonly secret: string) {}

  async code(): Promise<string> {
    const now = Math.floor(Date.now() / STEP_MS)
    // The service accepts the step before the current one and the one after it. The code must still be valid when it arrives, so that
    // of the step before is returned in the first half of a step only.
    const first = Math.floor((Date.now() - STEP_MS / 2) / STEP_MS)
    const step = Math.max(first, this.lastStep + 1)
    if (step > now + 1) await new Promise((resolve) => setTimeout(resolve, (step - 1) * STEP_MS - Date.now()))
    this.lastStep = step
    return this.at(step)
  }

  private at(step: number): string {
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(step))
    const digest = createHmac('sha1', decodeBase32(this.secret)).update(counter).digest()
    const number = digest.readUInt32BE(digest.at(-1)! & 0x0f) & 0x7fffffff
    return String(number % 1_000_000).padStart(6, '0')
  }
}

function decodeBase32(text: string): Buffer {
  const bits = [...text.replaceAll(' ', '')].map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
}

/** A device with passkeys, which verifies its user. It answers while the user is present. */
export class Device {
  private constructor(
    private readonly client: CDPSession,
    private readonly id: string,
  ) {}

  static async attach(page: Page, transport: 'internal' | 'usb' = 'internal'): Promise<Device> {
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport, hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', { options })
    return new Device(client, authenticatorId)
  }

  /** Requests that begin while the user is absent wait: otherwise the offer in an empty field would be taken at once. */
  async present(enabled: boolean): Promise<void> {
    await this.client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.id, enabled })
  }

  async passkeys(): Promise<number> {
    return (await this.client.send('WebAuthn.getCredentials', { authenticatorId: this.id })).credentials.length
  }

  async detach(): Promise<void> {
    await this.client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.id })
  }
}
