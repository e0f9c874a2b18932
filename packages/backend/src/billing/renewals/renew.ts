import { ORDER_TYPE, PERIOD_DAYS } from '@kiosk/domain/payments/limits'
import { periodFrom } from '@kiosk/domain/payments/rules'
import { DAY_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { enqueueEmails } from '../../emails/enqueue-emails.ts'
import { type Charge, draftAttempts, draftCharges } from '../charges/draft-charges.ts'
import { OPEN_IN_SQL } from '../charges/lock-attempts.ts'
import { sendAttempts } from '../charges/send.ts'
import { endsBeforeNextCharge } from '../operator-actions/planned-end.ts'
import { moveToPlannedPlans } from '../operator-actions/planned-plan-change.ts'
import { endsUnagreedAt, regularPriceAt } from '../plans/price-notices.ts'
import { dropUnpaid, expireSubscriptions } from '../subscriptions/expire.ts'
import { isRejected } from '../subscriptions/last-period.ts'
import { chargeOf, type PricedSubscription } from '../subscriptions/next-charge.ts'
import { prenotifyDebits } from './prenotify.ts'

/** Subscriptions per batch; each worker locks its own. */
const BATCH_SIZE = 500

export type BillingRun = { renewed: number; retried: number; lapsed: number; ended: number }

/**
 * Renews and charges every subscription that is due. Several workers may run at once; each subscription is processed by one of
 * them.
 * @param onBatch called after each batch, for progress
 */
export async function runBilling(ctx: BillingContext, onBatch: (progress: BillingRun) => void = () => {}): Promise<BillingRun> {
  await prenotifyDebits(ctx)
  const progress: BillingRun = { renewed: 0, retried: 0, lapsed: 0, ended: await endFinished(ctx) }
  for (;;) {
    const batch = await transact(ctx, (trx) => prepareBatch(trx, ctx))
    await sendAttempts(ctx, batch.attempts)
    progress.renewed += batch.renewed
    progress.retried += batch.retried
    progress.lapsed += batch.lapsed
    onBatch(progress)
    if (batch.taken === 0) return progress
  }
}

/** Ends cancelled subscriptions that have run out; one with a pending charge waits for its result. */
async function endFinished(ctx: Pick<AppContext, 'db' | 'log' | 'now'>): Promise<number> {
  const { now } = ctx
  return transact(ctx, async (trx) => {
    const { rows } = await sql<{ id: number; account_id: number | null }>`
      with finished as materialized (
        select s.id from subscriptions s where s.state in ('active', 'past-due') and not s.auto_renew and s.next_charge_at is null
          and s.ends_at <= ${now()} and s.order_type = ${ORDER_TYPE.own} and not exists (
            select from invoices i join payment_attempts a on a.invoice_id = i.id
            where i.subscription_id = s.id and a.state in ${OPEN_IN_SQL})
        order by s.id for no key update of s skip locked)
      update subscriptions s set state = 'ended' from finished where s.id = finished.id
      returning s.id, s.account_id`.execute(trx)
    // Gives up the declined renewal of a subscription that was stopped by the return of earlier money.
    await dropUnpaid(
      trx,
      rows.map(({ id }) => id),
      now(),
    )
    await enqueueEndEmails(trx, rows)
    return rows.length
  })
}

async function enqueueEndEmails(
  trx: Transaction<DB>,
  ended: readonly { id: number; account_id: number | null }[],
): Promise<void> {
  const emails = ended.flatMap(({ id, account_id }): EmailJob[] =>
    account_id === null ? [] : [{ letter: 'contract-ended', accountId: account_id, contract: id }],
  )
  await enqueueEmails(trx, emails)
}

type Due = Awaited<ReturnType<typeof dueSubscriptions>>[number]

/** Creates the next periods, invoices and attempts of a batch of due subscriptions; nothing is charged yet. */
async function prepareBatch(trx: Transaction<DB>, ctx: Pick<AppContext, 'operator' | 'now' | 'payments'>) {
  const now = ctx.now()
  const due = await dueSubscriptions(trx, now)
  const none = { taken: 0, renewed: 0, retried: 0, lapsed: 0, attempts: [] as string[] }
  if (due.length === 0) return none
  // No charge for a month in which billing was down, for an erased or deactivated account, or without consent to a new price.
  const isOver = (each: Due) => {
    const ends = each.last_ends_at?.getTime()
    if (each.account_id === null || each.deactivated_at !== null || ends === undefined) return true
    if (each.period_state === 'open') return each.rejected || ends <= now.getTime()
    return each.ends_unagreed || now.getTime() - ends > PERIOD_DAYS * DAY_MS
  }
  const [lapsed, goesOn] = [due.filter(isOver), due.filter((each) => !isOver(each))]
  const retries = goesOn.filter(({ period_state }) => period_state === 'open')
  const fresh = goesOn.filter(({ period_state }) => period_state !== 'open')
  const renewed = await moveToPlannedPlans(trx, fresh, now)
  await expireSubscriptions(
    trx,
    lapsed.map(({ id }) => id),
    now,
  )
  await enqueueEndEmails(trx, lapsed)
  const drafted = await draftCharges(
    trx,
    ctx,
    renewed.map((each) => nextCharge(ctx, each)),
  )
  const retried = await draftAttempts(
    trx,
    retries.map(({ invoice_id, invoice_due, payment_method_id, provider, plan_id: plan }) => ({
      invoiceId: invoice_id!,
      amount: invoice_due!,
      methodId: payment_method_id,
      provider: provider ?? 'sandbox',
      plan,
      initiator: 'merchant',
    })),
    now,
  )
  // Access continues during the renewal.
  await sql`update subscriptions s set next_charge_at = null,
      ends_at = greatest(s.ends_at, p.starts_at + make_interval(days => ${ctx.operator.dunning.graceDays}))
    from periods p where p.subscription_id = s.id and p.state = 'open' and s.id = any(${goesOn.map(({ id }) => id)}::bigint[])`.execute(
    trx,
  )
  return {
    taken: due.length,
    renewed: renewed.length,
    retried: retried.length,
    lapsed: lapsed.length,
    attempts: [...drafted, ...retried],
  }
}

function nextCharge(ctx: Pick<AppContext, 'payments'>, due: Due): Charge {
  const { price, waived, reduced } = chargeOf(ctx, due)
  const { account_id: accountId, firstname, lastname, email, language, brand, masked, mandate_reference: mandate } = due
  return {
    subscription: due.id,
    plan: due.plan_id,
    sequence: due.last_sequence! + 1,
    ...periodFrom(due.last_ends_at!),
    price,
    waived,
    reduced,
    buyer: { accountId, firstname, lastname, email, language },
    methodId: due.payment_method_id,
    method: { kind: due.method_kind ?? '', brand: brand ?? '', masked: masked ?? '', mandate },
    provider: due.provider ?? 'sandbox',
    initiator: 'merchant',
  }
}

/** Returns an SQL condition: due, without a pending charge or upgrade, and not planned to end before. */
function isDue(now: Date) {
  return sql`s.next_charge_at <= ${now} and s.order_type = ${ORDER_TYPE.own} and s.state in ('active', 'past-due')
    and not exists (select from periods p join invoices i on i.period_id = p.id join payment_attempts a on a.invoice_id = i.id
      where p.subscription_id = s.id and p.state = 'open' and a.state in ${OPEN_IN_SQL})
    and not exists (select from subscriptions u where u.upgrade_from = s.id and u.state = 'pending')
    and not ${endsBeforeNextCharge()}`
}

/** Locks subscriptions to charge now, except those locked by another worker; returns them with last period and invoice data. */
async function dueSubscriptions(trx: Transaction<DB>, now: Date) {
  type Row = PricedSubscription & {
    id: number
    account_id: number | null
    payment_method_id: number | null
    last_sequence: number | null
    last_ends_at: Date | null
    period_state: string | null
    invoice_id: number | null
    invoice_due: number | null
    rejected: boolean
    /** The reader has not agreed in time to a new price, without which the subscription is not renewed. */
    ends_unagreed: boolean
    firstname: string | null
    lastname: string | null
    email: string | null
    language: string | null
    deactivated_at: Date | null
    brand: string | null
    masked: string | null
    mandate_reference: string | null
  }
  const charged = sql`s.next_charge_at`
  const priced = sql`${regularPriceAt(charged)} as regular_at_charge, ${endsUnagreedAt(charged)} as ends_unagreed`
  const { rows } = await sql<Row>`
    with of_accounts as materialized (
      -- Keeps accounts from being erased while invoices are written for them; skips those that are being erased.
      select s.*, ${priced} from subscriptions s join accounts held on held.id = s.account_id where ${isDue(now)}
      order by s.next_charge_at limit ${BATCH_SIZE} for key share of held skip locked for no key update of s skip locked
    ), of_nobody as materialized (
      select s.*, ${priced} from subscriptions s where s.account_id is null and ${isDue(now)}
      order by s.next_charge_at limit ${BATCH_SIZE} for no key update of s skip locked
    ), due as (select * from of_accounts union all select * from of_nobody)
    select due.id, due.account_id, due.payment_method_id, due.plan_id,
      due.regular_at_charge as regular_price, due.ends_unagreed, due.reduced_price, due.reduced_left, due.next_charge_at, due.announced_for, due.announced_amount,
      (select max(sequence) from periods where subscription_id = due.id) as last_sequence, p.ends_at as last_ends_at, p.state as period_state, i.id as invoice_id, i.due as invoice_due,
      ${isRejected(sql`i.id`, sql`due.payment_method_id`)} as rejected,
      a.firstname, a.lastname, a.email, a.language, a.deactivated_at, m.provider, m.kind as method_kind, m.brand, m.masked, m.mandate_reference
    from due
    left join lateral (select * from periods where subscription_id = due.id and state <> 'failed' order by sequence desc limit 1) p on true
    left join invoices i on i.period_id = p.id and i.kind = 'invoice'
    left join accounts a on a.id = due.account_id
    left join payment_methods m on m.id = due.payment_method_id
    order by due.id`.execute(trx)
  return rows
}
