/** Format of an encrypted part: one version byte, twelve bytes of initialisation vector, then AES-GCM with its tag. */
const VERSION = 1
const IV_BYTES = 12
/** Overhead of encryption. */
export const ENCRYPTION_BYTES = 1 + IV_BYTES + 16

type Bytes = ArrayBuffer | Uint8Array<ArrayBuffer>

/** Thrown for a part that cannot be decrypted: it was modified, or has another name or another key. */
export class BrokenPart extends Error {}

/** Encrypts a part for storage. Its name is authenticated, so that parts cannot be swapped. */
export async function encrypt(key: CryptoKey, name: string, part: Bytes): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const locked = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(name) }, key, part)
  const encrypted = new Uint8Array(1 + IV_BYTES + locked.byteLength)
  encrypted[0] = VERSION
  encrypted.set(iv, 1)
  encrypted.set(new Uint8Array(locked), 1 + IV_BYTES)
  return encrypted.buffer
}

/**
 * Decrypts a part.
 * @throws BrokenPart
 */
export async function decrypt(key: CryptoKey, name: string, encrypted: ArrayBuffer): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(encrypted)
  if (bytes[0] !== VERSION || bytes.length < ENCRYPTION_BYTES) throw new BrokenPart(name)
  const iv = bytes.subarray(1, 1 + IV_BYTES)
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: utf8(name) }, key, bytes.subarray(1 + IV_BYTES))
  } catch {
    throw new BrokenPart(name)
  }
}

/** Imports the server's key as non-extractable, with a fingerprint that identifies the key without revealing it. */
export async function keyFrom(base64: string): Promise<{ key: CryptoKey; mark: string }> {
  const raw = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const mark = (await sha256(raw)).slice(0, 16)
  raw.fill(0)
  return { key, mark }
}

/** Returns the SHA-256 of `bytes` in hex. */
export async function sha256(bytes: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const utf8 = (text: string) => new TextEncoder().encode(text)
