import { createDecipheriv, createECDH, createPublicKey, randomBytes } from 'node:crypto'
import { DAY_MS } from '@kiosk/domain/time'
import { jwtVerify } from 'jose'
import { CURVE, messageKeys } from '../encrypt-message.ts'
import type { Push, PushAddress } from '../port.ts'
import { outcomeOf, pushRequest } from '../push-request.ts'

export type Declined = { status: number; retryAfter?: string }
/** A message that a browser has decrypted with its own keys. */
export type ReceivedPush = { endpoint: string; text: string; topic: string; lifetime: number; contact: string }

export type FakePushService = ReturnType<typeof fakePushService>

/**
 * Simulates a push service and its browsers: verifies the sender, decrypts messages with the browser's keys, and rejects those
 * to the endpoints in `declines`.
 * @param origin origin of its endpoints
 */
export function fakePushService(origin = 'https://push.example.org') {
  const browsers = new Map<string, { privateKey: Buffer; auth: string }>()
  const received: ReceivedPush[] = []
  const declines = new Map<string, Declined>()
  return {
    received,
    declines,
    /** Subscribes a browser. */
    subscribe(): PushAddress {
      const endpoint = `${origin}/to/${randomBytes(12).toString('base64url')}`
      const keys = createECDH(CURVE)
      const auth = randomBytes(16).toString('base64url')
      const p256dh = keys.generateKeys().toString('base64url')
      browsers.set(endpoint, { privateKey: keys.getPrivateKey(), auth })
      return { endpoint, p256dh, auth }
    },
    /** Receives a message and returns the response. */
    async receive(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<Declined> {
      const declined = declines.get(endpoint)
      if (declined) return declined
      const browser = browsers.get(endpoint)
      if (!browser) return { status: 404 }
      const contact = await whoSends(headers.authorization ?? '', new URL(endpoint).origin)
      if (!contact) return { status: 403 }
      if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(headers.ttl ?? '')) return { status: 400 }
      if (!/^[\w-]{1,32}$/.test(headers.topic ?? '') || body.length > 4096) return { status: 413 }
      const text = openedMessage(body, browser)
      received.push({ endpoint, text, topic: headers.topic!, lifetime: Number(headers.ttl), contact })
      return { status: 201 }
    },
  }
}

/** Simulates the port without a network, for tests of everything except sending. */
export function fakePush(service = fakePushService()): Push & { service: FakePushService } {
  return {
    service,
    async send(to, message, sender) {
      const { headers, body } = await pushRequest(to, message, sender)
      const { status, retryAfter } = await service.receive(to.endpoint, headers, body)
      return outcomeOf(status, retryAfter)
    },
    async close() {},
  }
}

/** Returns the sender's contact if the token is signed with the key that it names and issued for this service; else null. */
async function whoSends(authorization: string, audience: string): Promise<string | null> {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key ?? '', 'base64url')
  if (!token || point.length !== 65) return null
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const verified = await jwtVerify(token, publicKey, { audience, algorithms: ['ES256'] }).catch(() => null)
  const { exp = 0, sub } = verified?.payload ?? {}
  const atMostADay = exp * 1000 < Date.now() + DAY_MS
  return atMostADay && /^(mailto:|https:)/.test(sub ?? '') ? sub! : null
}

/** Decrypts a message as a browser does (RFC 8291). */
export function openedMessage(body: Buffer, { privateKey, auth }: { privateKey: Buffer; auth: string }): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const content = body.subarray(21 + body[20]!)
  const own = createECDH(CURVE)
  own.setPrivateKey(privateKey)
  const { key, nonce } = messageKeys({ shared: own.computeSecret(sender), auth, browser: own.getPublicKey(), sender, salt })
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(content.subarray(-16))
  const opened = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()])
  const end = opened.lastIndexOf(2)
  if (end < 0) throw new Error('no last record')
  return opened.subarray(0, end).toString()
}
