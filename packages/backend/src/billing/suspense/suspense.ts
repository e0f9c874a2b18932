import { randomUUID } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import type { Money } from '@kiosk/domain/money'
import { DAY_MS } from '@kiosk/domain/time'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB, Suspense } from '../../db/schema.ts'
import { clearAlarm, raiseAlarm } from '../alarms.ts'
import { post } from '../ledger/ledger.ts'
import { refundCharge } from '../provider-calls.ts'
import { noteSuspenseAct, type SuspenseAct } from './history.ts'

export type SuspenseKind = 'charge' | 'refund' | 'dispute' | 'fee' | 'payout' | 'other'

/** Reason why a movement could not be applied. */
type SuspenseReason =
  /** No subscription, approval or attempt of ours has this reference. */
  | 'unknown'
  /** Its currency is not that of the subscription. */
  | 'other-currency'
  /** Approved at the wallet, but no subscription could be created. */
  | 'refused'
  /** A second charge for a paid period or an ended subscription, or a charge of another amount or currency than was requested. */
  | 'unexpected'
  /** It is in our ledger, but the provider has no such movement. */
  | 'missing-there'
  /** The provider moved a different amount than our ledger has; this is the difference. */
  | 'other-amount'

export type SuspenseRow = Omit<Selectable<Suspense>, 'kind' | 'state'> & {
  kind: SuspenseKind
  state: 'open' | 'booked' | 'returned'
}

type Reported = {
  provider: string
  kind: SuspenseKind
  /** The provider's reference of the movement. */
  reference: string
  /** Minor units: positive is incoming, negative outgoing. */
  amount: number
  currency: string
  /** When the provider moved it. */
  at: Date
  reason: SuspenseReason
  /** References that help to find the owner; never a person's name or address. */
  details?: Record<string, string | number | null>
  /** It is returned to its source at once, for this reason; a person is needed only if the provider rejects that. */
  returns?: string | undefined
  /** Our payment or refund that the movement adjusts, if any. */
  of?: { attemptId: string | null; refundId: string | null }
}

/**
 * Records an unknown movement once: a row, a ledger entry between the provider's cash and "suspense", and an alarm unless it is
 * returned. A repeated report changes nothing.
 * @returns the row's id, and whether it is new
 */
export async function recordSuspense(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  reported: Reported,
): Promise<{ id: number; isNew: boolean }> {
  const { provider, kind, reference, amount, currency, at, reason, details = {}, returns, of = {} } = reported
  const found_at = ctx.now()
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
  if (returns !== undefined) await requestReturn(trx, ctx, id, returns)
  else await raiseAlarm(trx, ctx, { kind: 'suspense', subject: subjectOf(reported), details: { id, amount, currency, reason } })
  return { id, isNew: true }
}

/** Lists rows in a state, or in any; oldest movement first, at most `limit`. */
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

/** Finds the suspense row of a movement; undefined: there was never one. */
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
  /** Reason in the operator's words. */
  resolution: string
  /** Ledger account to which the money goes; without it the cash posting is reversed. */
  into?: string
  returnReference?: string | null
}

/**
 * Takes money out of suspense. "booked": posts it to the account `into`; without `into`, the caller posts the same cash elsewhere
 * in the same transaction. "returned": the provider has returned it.
 * @throws ApiError not_found if it is not open, or if it should be booked but is being returned
 */
export async function resolveSuspense(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'log' | 'now'>,
  id: number,
  { state, resolution, into, returnReference = null }: Resolution,
): Promise<SuspenseRow> {
  const row = await lockOpen(trx, id)
  if (state === 'booked' && isReturning(row)) throw new ApiError('not_found', 'suspense')
  const { provider, amount, currency } = row
  const postings = [
    { account: 'suspense', amount },
    { account: into ?? `cash:${provider}`, amount: -amount },
  ]
  await post(trx, [{ postings, currency, at: ctx.now(), suspenseId: id, ...(await foundFor(trx, id)) }])
  const resolved = await trx
    .updateTable('suspense')
    .set({ state, resolution, resolved_at: ctx.now(), ...(returnReference !== null && { return_reference: returnReference }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await clearAlarm(trx, ctx, { kind: 'suspense', subject: subjectOf(row) })
  await clearAlarm(trx, ctx, { kind: 'return-failed', subject: subjectOf(row) })
  if (state === 'returned') await noteByKiosk(trx, ctx, id, { act: 'returned', why: resolution })
  return resolved as SuspenseRow
}

/** Returns our payment or refund for which a row was recorded. */
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

/** Returns whether money is being returned, or is about to be. */
export function isReturning({ return_id, return_failed_at }: Pick<SuspenseRow, 'return_id' | 'return_failed_at'>): boolean {
  return return_id !== null && return_failed_at === null
}

function noteByKiosk(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  id: number,
  { act, why }: Pick<SuspenseAct, 'act' | 'why'>,
): Promise<void> {
  return noteSuspenseAct(trx, ctx, id, { act, why, actor: 'kiosk' })
}

/**
 * Stores the decision to return money in suspense to its source, which `sendReturns` carries out, also after a crash. Repeating
 * it returns the money once; after a rejection by the provider the return is sent again under a new id.
 * @param actor the operator
 * @throws ApiError not_found if it is not open, wrong_input if it was not an incoming payment
 */
export async function requestReturn(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now'>,
  id: number,
  resolution: string,
  actor = 'kiosk',
): Promise<void> {
  const row = await lockOpen(trx, id)
  if (row.amount < 0 || row.kind !== 'charge') throw new ApiError('wrong_input', 'suspense')
  if (isReturning(row)) return
  await trx
    .updateTable('suspense')
    .set({
      return_id: randomUUID(),
      return_requested_at: ctx.now(),
      return_sent_at: null,
      return_reference: null,
      return_failed_at: null,
      resolution,
    })
    .where('id', '=', id)
    .execute()
  await noteSuspenseAct(trx, ctx, id, { act: 'return-requested', why: resolution, actor })
}

/** Locks an open row. @throws ApiError not_found if it is not open */
export async function lockOpen(trx: Transaction<DB>, id: number) {
  const row = await trx
    .selectFrom('suspense')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found', 'suspense')
  return row
}

/** A return without an answer is sent again under the same id after this time. */
const RESEND_AFTER_MS = 60_000
/** Polling interval for a return that the provider is processing. */
const ASK_EVERY_MS = DAY_MS
const BATCH_SIZE = 100

/** Sends the requested returns of money in suspense, each once even after a crash. @returns how many were sent */
export async function sendReturns(ctx: BillingContext): Promise<number> {
  const { db, now } = ctx
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const { rows } = await sql<Selectable<Suspense>>`update suspense set return_sent_at = ${now()} where id in (
      select id from suspense where state = 'open' and return_id is not null and return_failed_at is null
        and (return_sent_at is null or return_sent_at < case when return_reference is null
          then ${before(RESEND_AFTER_MS)}::timestamptz else ${before(ASK_EVERY_MS)}::timestamptz end)
      order by id limit ${BATCH_SIZE} for no key update skip locked)
    returning *`.execute(db)
  for (const row of rows) {
    await sendReturn(ctx, row).catch((error: unknown) =>
      ctx.log.error({ err: error, event: 'suspense.return-interrupted', suspense: row.id }, 'return was interrupted, will retry'),
    )
  }
  return rows.length
}

async function sendReturn(ctx: BillingContext, row: Selectable<Suspense>): Promise<void> {
  const { id, provider, reference, amount, currency, return_id: refundId } = row
  const requested = refundCharge(ctx, { provider, reference }, refundId!, {
    minor: amount,
    currency: currency as Money['currency'],
  })
  if (!requested) {
    ctx.log.error(
      { event: 'suspense.provider-not-configured', suspense: id, provider },
      'return is pending: its provider is not configured',
    )
    return
  }
  const { state, reference: returnReference } = await requested
  await ctx.db.transaction().execute(async (trx) => {
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
      await resolveSuspense(trx, ctx, id, { state: 'returned', resolution: open.resolution, returnReference })
      return
    }
    const failed = state === 'failed'
    // No result and no reference: the return is sent again.
    if (!failed && returnReference === null) return
    await trx
      .updateTable('suspense')
      .set({
        ...(returnReference !== null && { return_reference: returnReference }),
        ...(failed && { return_failed_at: ctx.now() }),
      })
      .where('id', '=', id)
      .execute()
    if (failed) {
      await noteByKiosk(trx, ctx, id, { act: 'return-failed', why: open.resolution })
      await raiseAlarm(trx, ctx, { kind: 'return-failed', subject: subjectOf(row), details: { id, amount, currency } })
    }
  })
}

/** Returns "paypal charge 4XY12345", the identifier in log, alarm and list. */
export function subjectOf({ provider, kind, reference }: { provider: string; kind: string; reference: string }): string {
  return `${provider} ${kind} ${reference}`
}
