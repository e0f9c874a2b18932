import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import type { Database } from '../../database/connect.ts'
import { madeOnce } from '../../made-once.ts'
import type { PushKeys } from './port.ts'

/** The house's pair of keys for Web Push (VAPID, RFC 8292): browsers subscribe to the public one. */
export function pushKeys(db: Database): () => Promise<PushKeys> {
  return madeOnce(db, 'push-keys', newPushKeys, readPushKeys)
}

export function newPushKeys(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

export function readPushKeys(privateKey: JsonWebKey): PushKeys {
  const { x, y } = createPublicKey({ key: privateKey, format: 'jwk' }).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { privateKey, publicKey: point.toString('base64url') }
}
