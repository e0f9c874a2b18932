import type { JsonWebKey } from 'node:crypto'

/** Where a browser wants to be told, as its push service gave it; keys are base64url. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** What the browser's worker reads; sealed for it alone. At most 3,900 bytes. */
  text: string
  /** A later message of the same topic takes the place of one that waits; up to 32 letters and digits. */
  topic: string
  /** How long the push service keeps it for a browser that is not there. Seconds. */
  lifetime: number
}

/** Private key as JWK, public key as the uncompressed point, base64url. */
export type PushKeys = { privateKey: JsonWebKey; publicKey: string }
/** The sender: VAPID keys, and a contact (`mailto:` or `https:`) where a push service reaches the operator. */
export type PushSender = PushKeys & { contact: string }

export type PushOutcome =
  | { state: 'taken' }
  /** The subscription is gone. */
  | { state: 'gone' }
  /** A retry may succeed; `seconds`: not before, when the push service says so. */
  | { state: 'later'; seconds: number | null; reason: string }
  /** The message was rejected; the subscription is still valid. */
  | { state: 'refused'; reason: string }

/** Hands messages to the push services of browsers; reasons hold no address. */
export type Push = {
  send(to: PushAddress, message: PushMessage, sender: PushSender): Promise<PushOutcome>
  close(): Promise<void>
}
