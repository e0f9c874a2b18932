import { Refusal } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { lockOpen, type SuspenseRow } from './suspense.ts'

/** Why a decision about money in suspense cannot be carried out. */
export type SuspenseRejection =
  /** There is no such row, or it has left suspense. */
  | 'not-open'
  /** The provider is sending it back. */
  | 'return-under-way'
  /** Only a charge can go back to where it came from. */
  | 'not-returnable'
  /** Income is money that came, a loss money that left. */
  | 'other-direction'
  | 'no-contract'
  /** The subscription has ended, or has not begun. */
  | 'not-running'
  | 'other-currency'
  /** A charge of the subscription has no answer yet. */
  | 'charge-under-way'
  | 'no-payment'
  /** The payment is at another provider. */
  | 'other-provider'
  /** A charge pays a payment only where that has no answer yet and is over the same amount. */
  | 'other-payment'
  /** Money came again, and no dispute of this payment took as much. */
  | 'no-dispute'

export class SuspenseRejected extends Error {
  readonly reason: SuspenseRejection
  constructor(reason: SuspenseRejection) {
    super(`suspense: ${reason}`)
    this.reason = reason
  }
}

/** Locks a row that is open. @throws SuspenseRejected not-open */
export async function openSuspense(trx: Transaction<DB>, id: number): Promise<SuspenseRow> {
  return lockOpen(trx, id).catch((error: unknown) => {
    throw error instanceof Refusal ? new SuspenseRejected('not-open') : error
  }) as Promise<SuspenseRow>
}
