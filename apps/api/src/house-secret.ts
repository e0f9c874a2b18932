import { randomBytes } from 'node:crypto'
import type { Database } from './database/connect.ts'
import { madeOnce } from './made-once.ts'

/** The house's key for signatures and hashes. */
export function houseSecret(db: Database): () => Promise<Buffer> {
  return madeOnce(
    db,
    'secret',
    () => randomBytes(32).toString('base64'),
    (kept) => Buffer.from(kept, 'base64'),
  )
}
