/** A sealed part: one byte of version, twelve of initialisation vector, then AES-GCM with its tag. */
const VERSION = 1
const IV = 12
/** What sealing adds to a part. Bytes. */
export const SEAL_BYTES = 1 + IV + 16

type Bytes = ArrayBuffer | Uint8Array<ArrayBuffer>

/** A part that does not open: changed, of another name, or under another key. */
export class BrokenPart extends Error {}

/** Locks a part for storage. Its name is sealed in, so that parts cannot change places. */
export async function seal(key: CryptoKey, name: string, part: Bytes): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(IV))
  const locked = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(name) }, key, part)
  const sealed = new Uint8Array(1 + IV + locked.byteLength)
  sealed[0] = VERSION
  sealed.set(iv, 1)
  sealed.set(new Uint8Array(locked), 1 + IV)
  return sealed.buffer
}

/** @throws BrokenPart */
export async function unseal(key: CryptoKey, name: string, sealed: ArrayBuffer): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(sealed)
  if (bytes[0] !== VERSION || bytes.length < SEAL_BYTES) throw new BrokenPart(name)
  const iv = bytes.subarray(1, 1 + IV)
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: utf8(name) }, key, bytes.subarray(1 + IV))
  } catch {
    throw new BrokenPart(name)
  }
}

/** The house's key as one that no script can read again, and a mark that tells it from others without betraying it. */
export async function keyFrom(base64: string): Promise<{ key: CryptoKey; mark: string }> {
  const raw = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const mark = (await sha256(raw)).slice(0, 16)
  raw.fill(0)
  return { key, mark }
}

/** Hex. */
export async function sha256(bytes: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const utf8 = (text: string) => new TextEncoder().encode(text)
