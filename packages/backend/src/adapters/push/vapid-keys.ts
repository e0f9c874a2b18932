import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { getOrCreateSetting } from '../../db/app-setting.ts'
import type { Database } from '../../db/connect.ts'
import type { PushKeys } from './port.ts'

/** Loads or creates the VAPID key pair of this instance for Web Push (RFC 8292): browsers subscribe to the public key. */
export function pushKeys(db: Database): () => Promise<PushKeys> {
  return getOrCreateSetting(db, 'push-keys', newPushKeys, readPushKeys)
}

export function newPushKeys(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

export function readPushKeys(privateKey: JsonWebKey): PushKeys {
  const { x, y } = createPublicKey({ key: privateKey, format: 'jwk' }).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { privateKey, publicKey: point.toString('base64url') }
}
