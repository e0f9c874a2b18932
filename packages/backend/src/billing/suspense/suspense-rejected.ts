import { ApiError } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { isReturning, lockOpen, type SuspenseRow } from './suspense.ts'

/** Reason for rejecting a decision about money in suspense. */
export type SuspenseRejection =
  /** The row does not exist or has left suspense. */
  | 'not-open'
  /** The provider is returning it. */
  | 'return-under-way'
  /** Only a charge can be returned to its source. */
  | 'not-returnable'
  /** Income has to be incoming, a loss outgoing. */
  | 'other-direction'
  | 'no-contract'
  /** The subscription has ended or has not started. */
  | 'not-running'
  | 'other-currency'
  /** A charge of the subscription is still pending. */
  | 'charge-under-way'
  | 'no-payment'
  /** The payment belongs to another provider. */
  | 'other-provider'
  /** A charge can only settle a pending payment of the same amount. */
  | 'other-payment'
  /** Money came back, and no dispute of this payment took the same amount. */
  | 'no-dispute'

export class SuspenseRejected extends Error {
  readonly reason: SuspenseRejection
  constructor(reason: SuspenseRejection) {
    super(`suspense: ${reason}`)
    this.reason = reason
  }
}

/** Locks an open row. @throws SuspenseRejected not-open */
export async function lockOpenSuspense(trx: Transaction<DB>, id: number): Promise<SuspenseRow> {
  return lockOpen(trx, id).catch((error: unknown) => {
    throw error instanceof ApiError ? new SuspenseRejected('not-open') : error
  }) as Promise<SuspenseRow>
}

/** Locks an open row that the provider is not returning. @throws SuspenseRejected not-open, return-under-way */
export async function lockKeptSuspense(trx: Transaction<DB>, id: number): Promise<SuspenseRow> {
  const row = await lockOpenSuspense(trx, id)
  if (isReturning(row)) throw new SuspenseRejected('return-under-way')
  return row
}
