import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushAddress } from './port.ts'

/** Curve of all keys of Web Push. */
export const CURVE = 'prime256v1'
/** Record size; every message fits into one record. */
const RECORD_BYTES = 4096

/**
 * Encrypts a text for one browser (RFC 8291): `aes128gcm` (RFC 8188) with a key that only this browser can derive, too.
 * @param chance salt (16 bytes) and private key of this message; random by default
 * @throws if `p256dh` is not a point on the curve
 */
export function encryptedMessage(
  text: string,
  { p256dh, auth }: Pick<PushAddress, 'p256dh' | 'auth'>,
  chance: { salt: Buffer; privateKey: Buffer | null } = { salt: randomBytes(16), privateKey: null },
): Buffer {
  const browser = Buffer.from(p256dh, 'base64url')
  const own = createECDH(CURVE)
  if (chance.privateKey) own.setPrivateKey(chance.privateKey)
  else own.generateKeys()
  const sender = own.getPublicKey()
  const { key, nonce } = messageKeys({ shared: own.computeSecret(browser), auth, browser, sender, salt: chance.salt })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const lastRecord = Buffer.from([2])
  const content = Buffer.concat([cipher.update(Buffer.concat([Buffer.from(text), lastRecord])), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([chance.salt, size, Buffer.from([sender.length]), sender, content, cipher.getAuthTag()])
}

/** Derives the key and nonce of one message, the same on both sides. */
export function messageKeys(options: { shared: Buffer; auth: string; browser: Buffer; sender: Buffer; salt: Buffer }): {
  key: Buffer
  nonce: Buffer
} {
  const { shared, auth, browser, sender, salt } = options
  const derived = (secret: Buffer, seed: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, seed, info, length))
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender])
  const secret = derived(shared, Buffer.from(auth, 'base64url'), both, 32)
  return {
    key: derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    nonce: derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  }
}

/** Whether keys can be a browser's: a point on the curve and 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: Pick<PushAddress, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false
  const own = createECDH(CURVE)
  own.generateKeys()
  try {
    own.computeSecret(point)
    return true
  } catch {
    return false
  }
}
