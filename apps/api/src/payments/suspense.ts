import { randomUUID } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, Suspense } from '../database/schema.ts'
import type { House } from '../house.ts'
import { clearAlarm, raiseAlarm } from './alarms.ts'
import { post } from './ledger.ts'
import { noteSuspenseAct, type SuspenseAct } from './suspense-history.ts'

export const SUSPENSE_KINDS = ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const
export type SuspenseKind = (typeof SUSPENSE_KINDS)[number]

/** Why something could not be booked. */
export type SuspenseReason =
  /** No subscription, approval or attempt of ours has this name. */
  | 'unknown'
  /** In another currency than the subscription's. */
  | 'other-currency'
  /** Approved at the wallet, and no subscription could be made of it. */
  | 'refused'
  /** A second charge for what is paid, or for what has ended. */
  | 'unexpected'
  /** It is in our ledger, and the provider has no such movement. */
  | 'missing-there'
  /** The provider moved another amount than is in our ledger; this is the rest. */
  | 'other-amount'

export type SuspenseRow = Omit<Selectable<Suspense>, 'kind' | 'state'> & {
  kind: SuspenseKind
  state: 'open' | 'booked' | 'returned'
}

type Reported = {
  provider: string
  kind: SuspenseKind
  /** The provider's own name of the movement. */
  reference: string
  /** Minor units: positive came to us, negative left us. */
  amount: number
  currency: string
  /** When the provider moved it. */
  at: Date
  reason: SuspenseReason
  /** Names that help to find its owner; never a person's name or address. */
  details?: Record<string, string | number | null>
  /** The payment or refund of ours that it sets right, where it is one. */
  of?: { attemptId: string | null; refundId: string | null }
}

/**
 * Writes down money that belongs to nothing we know, once for each movement: a row, an entry of the ledger between the
 * provider's cash and "suspense", and an alarm. Reported again it changes nothing.
 * @returns the row's id, and whether it is new
 */
export async function recordSuspense(
  trx: Transaction<DB>,
  house: Pick<House, 'log' | 'now'>,
  reported: Reported,
): Promise<{ id: number; isNew: boolean }> {
  const { provider, kind, reference, amount, currency, at, reason, details = {}, of = {} } = reported
  const found_at = house.now()
  const made = await trx
    .insertInto('suspense')
    .values({ provider, kind, reference, amount, currency, at, reason, details: JSON.stringify(details), found_at })
    .onConflict((conflict) => conflict.columns(['provider', 'kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const known = await trx
      .selectFrom('suspense')
      .select('id')
      .where('provider', '=', provider)
      .where('kind', '=', kind)
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    return { id: known.id, isNew: false }
  }
  const postings = [
    { account: `cash:${provider}`, amount },
    { account: 'suspense', amount: -amount },
  ]
  await post(trx, [{ postings, currency, at: found_at, suspenseId: made.id, ...of }])
  const { id } = made
  await raiseAlarm(trx, house, { kind: 'suspense', subject: subjectOf(reported), details: { id, amount, currency, reason } })
  return { id, isNew: true }
}

/** Rows of a state, the oldest movement first; at most `limit`. */
export async function listSuspense(
  db: Kysely<DB>,
  { state, limit = 1_000 }: { state?: SuspenseRow['state']; limit?: number } = {},
): Promise<SuspenseRow[]> {
  const rows = await db
    .selectFrom('suspense')
    .selectAll()
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as SuspenseRow[]
}

/** A movement that is in suspense or was; undefined = it never was. */
export async function suspenseOf(
  db: Kysely<DB>,
  { provider, kind, reference }: Pick<Reported, 'provider' | 'kind' | 'reference'>,
): Promise<SuspenseRow | undefined> {
  const row = await db
    .selectFrom('suspense')
    .selectAll()
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row as SuspenseRow | undefined
}

type Resolution = {
  state: 'booked' | 'returned'
  /** What was decided, in the operator's words. */
  resolution: string
  /** Account of the ledger that the money goes to; without it the provider's cash goes back to where it was. */
  into?: string
  returnReference?: string | null
}

/**
 * Takes money out of suspense. "booked": it is booked where it belongs, either in the account `into`, or by the caller, who books
 * the same cash elsewhere in the same transaction. "returned": the money has gone back at the provider.
 * @throws Refusal not_found where it is not open, or where its return is under way and it is to be booked
 */
export async function resolveSuspense(
  trx: Transaction<DB>,
  house: Pick<House, 'log' | 'now'>,
  id: number,
  { state, resolution, into, returnReference = null }: Resolution,
): Promise<SuspenseRow> {
  const row = await lockOpen(trx, id)
  if (state === 'booked' && isReturning(row)) throw new Refusal('not_found', 'suspense')
  const { provider, amount, currency } = row
  const postings = [
    { account: 'suspense', amount },
    { account: into ?? `cash:${provider}`, amount: -amount },
  ]
  await post(trx, [{ postings, currency, at: house.now(), suspenseId: id, ...(await foundFor(trx, id)) }])
  const resolved = await trx
    .updateTable('suspense')
    .set({ state, resolution, resolved_at: house.now(), ...(returnReference !== null && { return_reference: returnReference }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await clearAlarm(trx, house, { kind: 'suspense', subject: subjectOf(row) })
  await clearAlarm(trx, house, { kind: 'return-failed', subject: subjectOf(row) })
  if (state === 'returned') await noteByKiosk(trx, house, id, { act: 'returned', why: resolution })
  return resolved as SuspenseRow
}

/** The payment or refund of ours that a row was written down for. */
async function foundFor(trx: Transaction<DB>, id: number): Promise<{ attemptId: string | null; refundId: string | null }> {
  const { attempt_id: attemptId, refund_id: refundId } = await trx
    .selectFrom('ledger')
    .select(['attempt_id', 'refund_id'])
    .where('suspense_id', '=', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { attemptId, refundId }
}

/** Whether the provider has been asked, or is about to be, to send it back. */
export function isReturning({ return_id, return_failed_at }: Pick<SuspenseRow, 'return_id' | 'return_failed_at'>): boolean {
  return return_id !== null && return_failed_at === null
}

function noteByKiosk(
  trx: Transaction<DB>,
  house: Pick<House, 'now'>,
  id: number,
  { act, why }: Pick<SuspenseAct, 'act' | 'why'>,
): Promise<void> {
  return noteSuspenseAct(trx, house, id, { act, why, actor: 'kiosk' })
}

/**
 * Decides that money in suspense goes back to where it came from. `sendReturns` carries it out, and goes on with it after a
 * crash. Decided twice it goes back once; decided again after the provider refused, it is sent again under a new id.
 * @param actor who decided
 * @throws Refusal not_found where it is not open, wrong_input where nothing came that could go back
 */
export async function requestReturn(
  trx: Transaction<DB>,
  house: Pick<House, 'now'>,
  id: number,
  resolution: string,
  actor = 'kiosk',
): Promise<void> {
  const row = await lockOpen(trx, id)
  if (row.amount < 0 || row.kind !== 'charge') throw new Refusal('wrong_input', 'suspense')
  if (isReturning(row)) return
  await trx
    .updateTable('suspense')
    .set({
      return_id: randomUUID(),
      return_requested_at: house.now(),
      return_sent_at: null,
      return_reference: null,
      return_failed_at: null,
      resolution,
    })
    .where('id', '=', id)
    .execute()
  await noteSuspenseAct(trx, house, id, { act: 'return-requested', why: resolution, actor })
}

/** @throws Refusal not_found where it is not open */
export async function lockOpen(trx: Transaction<DB>, id: number) {
  const row = await trx
    .selectFrom('suspense')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'suspense')
  return row
}

/** A return that was sent so long ago and has no answer is sent again, under the same id. Milliseconds. */
const RESEND_AFTER_MS = 60_000
/** One that the provider works on is asked about so often. Milliseconds. */
const ASK_EVERY_MS = 24 * 3_600_000
const BATCH = 100

/** Sends money in suspense back that is to go back, each once, whatever dies in between. @returns how many were sent */
export async function sendReturns(house: House): Promise<number> {
  const { db, now } = house
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const { rows } = await sql<Selectable<Suspense>>`update suspense set return_sent_at = ${now()} where id in (
      select id from suspense where state = 'open' and return_id is not null and return_failed_at is null
        and (return_sent_at is null or return_sent_at < case when return_reference is null
          then ${before(RESEND_AFTER_MS)}::timestamptz else ${before(ASK_EVERY_MS)}::timestamptz end)
      order by id limit ${BATCH} for no key update skip locked)
    returning *`.execute(db)
  for (const row of rows) {
    await sendReturn(house, row).catch((error: unknown) =>
      house.log.error(
        { err: error, event: 'suspense.return-broke-off', suspense: row.id },
        'a return broke off and is sent again',
      ),
    )
  }
  return rows.length
}

async function sendReturn(house: House, row: Selectable<Suspense>): Promise<void> {
  const { card, wallet } = house.payments
  const { id, provider, reference, amount, currency, return_id: refundId } = row
  const money = { minor: amount, currency: currency as 'EUR' | 'CHF' }
  const asked =
    card?.name === provider
      ? card.refund({ refundId: refundId!, attemptReference: reference, money })
      : wallet?.name === provider
        ? wallet.refund(reference, refundId!, money)
        : undefined
  if (!asked) {
    house.log.error({ event: 'suspense.no-provider', suspense: id, provider }, 'a return waits for a provider that is not set up')
    return
  }
  const { state, reference: returnReference } = await asked
  await house.db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom('suspense')
      .select('resolution')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('return_id', '=', refundId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!open) return
    if (state === 'succeeded') {
      await resolveSuspense(trx, house, id, { state: 'returned', resolution: open.resolution, returnReference })
      return
    }
    const failed = state === 'failed'
    await trx
      .updateTable('suspense')
      .set({
        ...(returnReference !== null && { return_reference: returnReference }),
        ...(failed && { return_failed_at: house.now() }),
      })
      .where('id', '=', id)
      .execute()
    if (failed) {
      await noteByKiosk(trx, house, id, { act: 'return-failed', why: open.resolution })
      await raiseAlarm(trx, house, { kind: 'return-failed', subject: subjectOf(row), details: { id, amount, currency } })
    }
  })
}

/** "paypal charge 4XY12345": the same name in log, alarm and list. */
export function subjectOf({ provider, kind, reference }: { provider: string; kind: string; reference: string }): string {
  return `${provider} ${kind} ${reference}`
}
