// Reads charges from the wallet's own database.
import { DatabaseSync } from 'node:sqlite'
import type { Walk } from './step-context.ts'

/** Returns when the wallet's charges began, by id. Some are pending for days and are recorded here only when they end. */
export function walletChargeTimes({ world }: Walk): Map<string, Date> {
  const providerDb = new DatabaseSync(world.providerFile, { readOnly: true })
  const charges = providerDb.prepare('select id, at from wallet_charges').all() as { id: string; at: number }[]
  providerDb.close()
  return new Map(charges.map(({ id, at }) => [id, new Date(at)]))
}
