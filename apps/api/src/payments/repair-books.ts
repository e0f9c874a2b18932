import type { Database } from '../database/connect.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { CardProvider, Movement, MovementKind } from '../outside/payments/port.ts'
import { raiseAlarm } from './alarms.ts'
import { isUuid } from './attempt-state.ts'
import { hasTakenDispute } from './book-returned.ts'
import { followProviderRefund } from './provider-refunds.ts'
import { booksOfProviders, reconcile } from './reconcile.ts'
import { settleRefund } from './refunds.ts'
import { settleAttempts } from './settle-attempts.ts'
import { recordSuspense } from './suspense.ts'

const DAY_MS = 86_400_000
/** Each night looks back so far: a movement is looked at several times before it is out of sight. */
const LOOKS_BACK_DAYS = 4

/**
 * The nightly comparison: hears from each provider's own list what no message told us, books what is unambiguous, and alarms
 * the operator of what still differs. Of the last day it repairs, but does not complain: messages may be under way.
 */
export async function reconcileNightly(_given: object, house: House): Promise<void> {
  const { payments, log, now } = house
  const to = now()
  const from = new Date(to.getTime() - LOOKS_BACK_DAYS * DAY_MS)
  if (payments.card) await repairBooks(house, payments.card, { from, to })
  for (const books of booksOfProviders(house, payments)) {
    try {
      const { differences } = await reconcile(house, books, from, new Date(to.getTime() - DAY_MS))
      for (const { is, what, id, ours, theirs, currency } of differences) {
        const subject = `${books.name} ${what} ${id}`
        await raiseAlarm(house.db, house, { kind: 'books-differ', subject, details: { amount: theirs ?? ours, currency, is } })
      }
    } catch (error) {
      log.error({ err: error, event: 'reconcile.failed', provider: books.name }, 'the books of a provider could not be compared')
    }
  }
}

/**
 * Goes through a card provider's own list of movements, oldest first, and books what we have not heard of: charges, refunds
 * whoever made them, disputes and their ends. What belongs to nothing we know is put into suspense. Any number of times.
 */
export async function repairBooks(house: House, provider: CardProvider, { from, to }: { from: Date; to: Date }): Promise<void> {
  const movements: Movement[] = []
  for await (const each of provider.movements(from, to)) movements.push(each)
  movements.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const each of movements)
    await repair(house, provider, each).catch((error: unknown) =>
      house.log.error(
        { err: error, event: 'reconcile.repair-failed', reference: each.reference },
        'a movement could not be booked',
      ),
    )
}

function kindOf({ kind, refundId, amount }: Movement): MovementKind {
  if (kind) return kind
  if (refundId !== null) return 'refund'
  return amount > 0 ? 'charge' : 'dispute'
}

async function repair(house: House, provider: CardProvider, movement: Movement): Promise<void> {
  const kind = kindOf(movement)
  const { reference, refundId, charge = null, amount, currency, at } = movement
  // These have no counterpart of ours yet.
  if (kind === 'fee' || kind === 'payout') return
  if (kind === 'refund') {
    const state = amount < 0 ? 'succeeded' : 'failed'
    if (refundId !== null && (await isOurRefund(house.db, refundId))) return settleRefund(house, refundId, state, reference)
    if (refundId !== null && (await isReturnOfSuspense(house.db, refundId))) return
    if (charge !== null) {
      const told = { provider: provider.name, reference, charge, attemptId: movement.attemptId, state, currency } as const
      return followProviderRefund(house, { ...told, amount: Math.abs(amount) }, at)
    }
  }
  const attempt = kind === 'other' ? undefined : await attemptOf(house.db, provider.name, movement)
  if (!attempt) {
    const reported = {
      provider: provider.name,
      kind,
      reference,
      amount,
      currency,
      at,
      reason: 'unknown',
      details: { charge },
    } as const
    await transact(house, (trx) => recordSuspense(trx, house, reported))
    return
  }
  // Booked as it was told.
  if (
    kind === 'charge' &&
    attempt.state === 'succeeded' &&
    amount === attempt.amount &&
    !(await hasTakenDispute(house.db, attempt.id))
  )
    return
  const outcome = await provider.fetchState(attempt.id, attempt.provider_reference ?? charge)
  if (outcome.state === 'succeeded' || outcome.state === 'returned' || outcome.state === 'reinstated')
    await settleAttempts(house, [{ attemptId: attempt.id, outcome }])
}

async function isOurRefund(db: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db.selectFrom('refunds').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function isReturnOfSuspense(db: Database, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  return (await db.selectFrom('suspense').select('id').where('return_id', '=', id).executeTakeFirst()) !== undefined
}

/** The attempt that a movement is of, by our mark, else by the provider's name of the charge. */
async function attemptOf(db: Database, provider: string, { attemptId, charge, reference }: Movement) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'state', 'amount', 'provider_reference'])
    .where('provider', '=', provider)
    .where((where) =>
      where.or([
        where('provider_reference', '=', charge ?? reference),
        ...(attemptId !== null && isUuid(attemptId) ? [where('id', '=', attemptId)] : []),
      ]),
    )
    .executeTakeFirst()
}
