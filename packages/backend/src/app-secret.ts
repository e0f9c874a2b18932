import { randomBytes } from 'node:crypto'
import { getOrCreateSetting } from './db/app-setting.ts'
import type { Database } from './db/connect.ts'

/** Loads or creates the secret of this instance for signatures and hashes. */
export function appSecret(db: Database): () => Promise<Buffer> {
  return getOrCreateSetting(
    db,
    'secret',
    () => randomBytes(32).toString('base64'),
    (kept) => Buffer.from(kept, 'base64'),
  )
}
