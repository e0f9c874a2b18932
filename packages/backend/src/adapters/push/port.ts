import type { JsonWebKey } from 'node:crypto'

/** The push subscription of a browser, as its push service issued it; keys are base64url. */
export type PushAddress = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** Payload for the browser's service worker, encrypted for it alone. At most 3,900 bytes. */
  text: string
  /** A later message with the same topic replaces a waiting one. Up to 32 letters and digits. */
  topic: string
  /** How long the push service keeps the message for an offline browser. Seconds. */
  lifetime: number
}

/** Private key as JWK, public key as the uncompressed point, base64url. */
export type PushKeys = { privateKey: JsonWebKey; publicKey: string }
/** The sender: VAPID keys, and a contact (`mailto:` or `https:`) at which a push service reaches the operator. */
export type PushSender = PushKeys & { contact: string }

export type PushOutcome =
  | { state: 'taken' }
  /** The subscription is gone. */
  | { state: 'gone' }
  /** A retry may succeed, but not before `seconds` if the push service says so. */
  | { state: 'later'; seconds: number | null; reason: string }
  /** The message was rejected; the subscription is still valid. */
  | { state: 'refused'; reason: string }

/** Sends messages to browsers' push services; a `reason` contains no endpoint. */
export type Push = {
  send(to: PushAddress, message: PushMessage, sender: PushSender): Promise<PushOutcome>
  close(): Promise<void>
}
