import { type Kysely, sql, type Transaction } from 'kysely'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { type Settled, settleIn } from '../charges/settle.ts'
import { ActionRejected } from './action-rejected.ts'
import {
  type ActionOptions,
  actionFrom,
  notifyOfAction,
  type Performed,
  performAction,
  type ReceivedDispute,
  type Requested,
} from './perform.ts'

/** Number of charges of a subscription to poll, latest first: a year and a half. */
const CHARGES_REQUESTED = 18

/**
 * Records a dispute or return of a subscription's payments. Polls the provider first, and in the same transaction records what no
 * webhook has reported, as the webhook would have (credit note, ledger, end of the renewal, e-mails). If the subscription
 * continues because another period is paid, the reader gets an e-mail about it; the end of a subscription has its own. Disputes
 * already recorded by an action are only looked up.
 * @throws ActionRejected unknown-contract, another-act, no-dispute, provider-silent
 */
export async function receiveDispute(
  ctx: BillingContext,
  requested: Requested,
  options: ActionOptions = {},
): Promise<Performed<'dispute-received'>> {
  const settled = await askProvider(ctx, requested.subscription)
  let taken: ReceivedDispute[] = []
  return performAction(
    ctx,
    'dispute-received',
    requested,
    options,
    async (trx, { id }) => {
      if (taken.length === 0) throw new ActionRejected('no-dispute')
      const subscription = await trx.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const isEnded = subscription.state === 'ended'
      if (!isEnded) await notifyOfAction(trx, subscription, requested.actId)
      const endsAt = (subscription.ends_at ?? ctx.now()).toISOString()
      return { disputes: taken, isEnded, isRenewed: subscription.auto_renew, endsAt }
    },
    async (trx, { id }) => {
      if (settled.length > 0) await settleIn(trx, ctx, settled)
      taken = await takenDisputes(trx, id)
      return taken.length === 0 ? undefined : receivedBefore(trx, id, taken)
    },
  )
}

/**
 * Polls the provider about charges that our ledger counts as paid.
 * @returns results of those that were taken back
 * @throws ActionRejected provider-silent
 */
async function askProvider(
  { db, payments: { card } }: Pick<AppContext, 'db' | 'payments'>,
  subscription: number,
): Promise<Settled[]> {
  if (!card) return []
  const charges = await db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select(['a.id', 'a.provider_reference as reference'])
    .where('i.subscription_id', '=', subscription)
    .where('a.provider', '=', card.name)
    .where('a.state', '=', 'succeeded')
    .where('a.amount', '>', 0)
    .orderBy('a.created_at', 'desc')
    .limit(CHARGES_REQUESTED)
    .execute()
  const settled: Settled[] = []
  for (const { id, reference } of charges) {
    const outcome = await card.fetchState(id, reference).catch(() => {
      throw new ActionRejected('provider-silent')
    })
    if (outcome.state === 'returned' || outcome.state === 'reinstated') settled.push({ attemptId: id, outcome })
  }
  return settled
}

/** Lists disputes of a subscription that hold its money, with their credit notes, oldest first. */
async function takenDisputes(db: Kysely<DB>, subscription: number): Promise<ReceivedDispute[]> {
  const { rows } = await sql<ReceivedDispute>`select d.reference, d.amount, a.currency,
      (select string_agg(n.number, ', ' order by n.id) from dispute_invoices o join invoices n on n.id = o.invoice_id
        where o.dispute_id = d.id and n.kind = 'credit-note') as "creditNote"
    from disputes d join payment_attempts a on a.id = d.attempt_id join invoices i on i.id = a.invoice_id
    where i.subscription_id = ${subscription} and d.state = 'taken' order by d.id`.execute(db)
  return rows
}

/** Finds the last action that recorded disputes of a subscription, if actions recorded all of these. */
async function receivedBefore(trx: Transaction<DB>, subscription: number, taken: readonly ReceivedDispute[]) {
  const rows = await trx
    .selectFrom('subscription_actions')
    .selectAll()
    .where('subscription_id', '=', subscription)
    .where('kind', '=', 'dispute-received')
    .orderBy('sequence', 'desc')
    .execute()
  const acts = rows.map((row) => actionFrom<'dispute-received'>(row))
  const known = new Set(acts.flatMap(({ details }) => details.disputes.map(({ reference }) => reference)))
  return taken.every(({ reference }) => known.has(reference)) ? acts[0] : undefined
}
