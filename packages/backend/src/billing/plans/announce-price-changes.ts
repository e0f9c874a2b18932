import { dayInVienna } from '@kiosk/domain/day'
import { ORDER_TYPE, PERIOD_DAYS, PRICE_NOTICE_DAYS } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { enqueueEmails } from '../../emails/enqueue-emails.ts'
import { noticeById, type PriceNotice, regularPriceAt } from './price-notices.ts'

const BATCH_SIZE = 500

/**
 * Creates the notices and e-mails of open campaigns and finishes campaigns that are being stopped. Safe with any number of
 * workers and after a crash: one notice per subscription and campaign.
 * @param batch subscriptions per transaction
 */
export async function announcePriceChanges(ctx: Pick<AppContext, 'db' | 'log' | 'now'>, batch = BATCH_SIZE): Promise<void> {
  for (;;) if ((await noteBatch(ctx, batch)) < batch) break
  for (;;) if ((await stopBatch(ctx, batch)) < batch) break
}

/**
 * Creates the notices of a batch of subscriptions: older than the campaign, renewed by us, with no charge pending. Those charged
 * by a wallet or store keep their price.
 */
function noteBatch(ctx: Pick<AppContext, 'db' | 'log' | 'now'>, batch: number): Promise<number> {
  const now = ctx.now()
  return transact(ctx, async (trx) => {
    // The lock makes stopping a campaign wait for the notices that are being created.
    const campaigns = await sql<{ id: number }>`select c.id from price_campaigns c where c.closed_at is null
      order by c.id for share of c`.execute(trx)
    if (campaigns.rows.length === 0) return 0
    const { rows } = await sql<{
      campaign: number
      subscription: number
      accountId: number
      old: number
      price: number
      rule: string
      otherwise: string
    }>`
      select c.id as campaign, s.id as subscription, s.account_id as "accountId", c.price, c.rule, c.without_consent as otherwise,
        ${regularPriceAt(sql`'infinity'::timestamptz`)} as old
      from subscriptions s join price_campaigns c on c.plan_id = s.plan_id join accounts a on a.id = s.account_id
      where c.id = any(${campaigns.rows.map(({ id }) => id)}::bigint[]) and ${getsNotice(now)} and s.created_at <= c.created_at
        and not exists (select from price_notices n where n.campaign_id = c.id and n.subscription_id = s.id)
        and case when c.rule = 'lower' then c.price < ${regularPriceAt(sql`'infinity'::timestamptz`)}
          else c.price > ${regularPriceAt(sql`'infinity'::timestamptz`)} end
      order by s.id limit ${batch} for no key update of s skip locked`.execute(trx)
    if (rows.length === 0) return 0
    const noted = await trx
      .insertInto('price_notices')
      .values(
        rows.map(({ campaign, subscription, old, price, rule, otherwise }) => ({
          campaign_id: campaign,
          subscription_id: subscription,
          old_price: old,
          new_price: price,
          applies: rule !== 'consent',
          ends: rule === 'consent' && otherwise === 'end',
          created_at: now,
        })),
      )
      // Another worker was faster.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'subscription_id'])
      .execute()
    const of = new Map(rows.map((row) => [row.subscription, row]))
    await enqueueEmails(
      trx,
      noted.map(({ id: noticeId, subscription_id }): EmailJob => {
        const { rule, accountId } = of.get(subscription_id)!
        return { letter: rule === 'lower' ? 'price-cut' : 'price-rise', accountId, noticeId }
      }),
    )
    return rows.length
  })
}

/** Returns an SQL condition: the subscription `s` of the account `a` is renewed by us, and no charge of it is pending. */
export function getsNotice(now: Date) {
  return sql<boolean>`s.state = 'active' and s.order_type = ${ORDER_TYPE.own} and s.auto_renew and s.next_charge_at > ${now}
    and a.deactivated_at is null and not exists (select from planned_plan_changes d where d.subscription_id = s.id)`
}

/** Cancels notices of stopped campaigns whose price does not apply yet and informs their readers. */
function stopBatch(ctx: Pick<AppContext, 'db' | 'log' | 'now'>, batch: number): Promise<number> {
  const now = ctx.now()
  return transact(ctx, async (trx) => {
    const { rows } = await sql<{ id: number; accountId: number | null; wasNotified: boolean }>`
      select n.id, s.account_id as "accountId", (n.notified_at is not null or c.rule = 'lower' and n.effective_at is not null) as "wasNotified"
      from subscriptions s join price_notices n on n.subscription_id = s.id join price_campaigns c on c.id = n.campaign_id
      where c.stopped_at is not null and n.stopped_at is null and (n.effective_at is null or n.effective_at > ${now})
      order by s.id limit ${batch} for no key update of s skip locked`.execute(trx)
    if (rows.length === 0) return 0
    const stopped = await sql<{ id: number }>`update price_notices set stopped_at = ${now}
      where id = any(${rows.map(({ id }) => id)}::bigint[]) and stopped_at is null returning id`.execute(trx)
    // Another worker has stopped the other notices.
    const ids = new Set(stopped.rows.map(({ id }) => id))
    await enqueueEmails(
      trx,
      rows.flatMap(({ id, accountId, wasNotified }): EmailJob[] =>
        accountId === null || !wasNotified || !ids.has(id) ? [] : [{ letter: 'price-stays', accountId, noticeId: id }],
      ),
    )
    return rows.length
  })
}

/**
 * Returns the notice for an e-mail that is about to be written, with the date from which its price applies: the first charge
 * without reduction on or after the campaign's date and, for an increase, at least thirty days from now. An e-mail written later
 * names a later charge.
 * @returns null if no e-mail is due: the subscription no longer renews, is being charged, or the campaign was stopped
 */
export function dateNotice(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  id: number,
): Promise<(PriceNotice & { effective_at: Date }) | null> {
  const now = ctx.now()
  return transact(ctx, async (trx) => {
    const of = await trx.selectFrom('price_notices').select('subscription_id').where('id', '=', id).executeTakeFirst()
    if (!of) return null
    const { rows } = await sql<{ next_charge_at: Date; reduced_left: number; reduced_price: number | null }>`
      select s.next_charge_at, s.reduced_left, s.reduced_price from subscriptions s join accounts a on a.id = s.account_id
      where s.id = ${of.subscription_id} and ${getsNotice(now)} for no key update of s`.execute(trx)
    const subscription = rows[0]
    const notice = await noticeById(trx, id)
    if (!notice || notice.stopped_at !== null) return null
    const isDated = notice.effective_at !== null
    if (!subscription || (notice.closed_at !== null && !isDated)) {
      // The notice is deleted, so that it is created again if the subscription resumes.
      if (!isDated) await trx.deleteFrom('price_notices').where('id', '=', id).execute()
      return null
    }
    const earliest = notice.rule === 'lower' ? now : new Date(now.getTime() + PRICE_NOTICE_DAYS * DAY_MS)
    const { effective_at: dated, notified_at } = notice
    if (dated && (notified_at !== null || notice.rule === 'lower' || dated >= earliest)) return { ...notice, effective_at: dated }
    const effective_at = firstCharge(subscription, { earliest, day: notice.from_day })
    await trx.updateTable('price_notices').set({ effective_at }).where('id', '=', id).execute()
    return { ...notice, effective_at }
  })
}

function firstCharge(
  { next_charge_at, reduced_left, reduced_price }: { next_charge_at: Date; reduced_left: number; reduced_price: number | null },
  { earliest, day }: { earliest: Date; day: string },
): Date {
  const reduced = reduced_price === null ? 0 : reduced_left
  let at = new Date(next_charge_at.getTime() + reduced * PERIOD_DAYS * DAY_MS)
  while (at < earliest || dayInVienna(at) < day) at = new Date(at.getTime() + PERIOD_DAYS * DAY_MS)
  return at
}
