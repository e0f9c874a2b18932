import { dayInVienna } from '@kiosk/domain/day'
import { ORDER_TYPE, PERIOD_DAYS, PRICE_NOTICE_DAYS } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addLetters } from '../jobs/add-job.ts'
import type { LetterJob } from '../outside/mail/letters.ts'
import { noticeById, type PriceNotice, regularPriceAt } from './price-notices.ts'

const BATCH = 500
const DAY_MS = 86_400_000

/**
 * Notes everybody whom an open campaign is about and adds their e-mails, and goes on with campaigns that were stopped. Any
 * number of times, by any number of workers: one notice a subscription and campaign.
 */
export async function tellPrices(house: House): Promise<void> {
  for (;;) if ((await noteBatch(house)) < BATCH) break
  for (;;) if ((await stopBatch(house)) < BATCH) break
}

/** Subscriptions of before the campaign that renew by our clock, with no charge under way. What a wallet or store charges keeps its price. */
function noteBatch(house: House): Promise<number> {
  const now = house.now()
  return transact(house, async (trx) => {
    // A campaign that is being stopped waits for those who are told now.
    const campaigns = await sql<{ id: number }>`select c.id from price_campaigns c where c.closed_at is null
      order by c.id for share of c`.execute(trx)
    if (campaigns.rows.length === 0) return 0
    const { rows } = await sql<{
      campaign: number
      contract: number
      accountId: number
      old: number
      price: number
      rule: string
      otherwise: string
    }>`
      select c.id as campaign, s.id as contract, s.account_id as "accountId", c.price, c.rule, c.without_consent as otherwise,
        ${regularPriceAt(sql`'infinity'::timestamptz`)} as old
      from subscriptions s join price_campaigns c on c.plan_id = s.subscription_id join accounts a on a.id = s.account_id
      where c.id = any(${campaigns.rows.map(({ id }) => id)}::bigint[]) and ${isTold(now)} and s.created_at <= c.created_at
        and not exists (select from price_notices n where n.campaign_id = c.id and n.contract_id = s.id)
        and case when c.rule = 'lower' then c.price < ${regularPriceAt(sql`'infinity'::timestamptz`)}
          else c.price > ${regularPriceAt(sql`'infinity'::timestamptz`)} end
      order by s.id limit ${BATCH} for no key update of s skip locked`.execute(trx)
    if (rows.length === 0) return 0
    const noted = await trx
      .insertInto('price_notices')
      .values(
        rows.map(({ campaign, contract, old, price, rule, otherwise }) => ({
          campaign_id: campaign,
          contract_id: contract,
          old_price: old,
          new_price: price,
          applies: rule !== 'consent',
          ends: rule === 'consent' && otherwise === 'end',
          created_at: now,
        })),
      )
      // Another worker was faster.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'contract_id'])
      .execute()
    const of = new Map(rows.map((row) => [row.contract, row]))
    await addLetters(
      trx,
      noted.map(({ id: noticeId, contract_id }): LetterJob => {
        const { rule, accountId } = of.get(contract_id)!
        return { letter: rule === 'lower' ? 'price-cut' : 'price-rise', accountId, noticeId }
      }),
    )
    return rows.length
  })
}

function isTold(now: Date) {
  return sql<boolean>`s.state = 'active' and s.order_type = ${ORDER_TYPE.own} and s.auto_renew and s.next_charge_at > ${now}
    and a.deactivated_at is null and not exists (select from planned_plans d where d.contract = s.id)`
}

/** Notices of stopped campaigns whose price does not hold yet come to nothing, and who was told is told so. */
function stopBatch(house: House): Promise<number> {
  const now = house.now()
  return transact(house, async (trx) => {
    const { rows } = await sql<{ id: number; accountId: number | null; wasTold: boolean }>`
      select n.id, s.account_id as "accountId", n.told_at is not null as "wasTold"
      from subscriptions s join price_notices n on n.contract_id = s.id join price_campaigns c on c.id = n.campaign_id
      where c.stopped_at is not null and n.stopped_at is null and (n.effective_at is null or n.effective_at > ${now})
      order by s.id limit ${BATCH} for no key update of s skip locked`.execute(trx)
    if (rows.length === 0) return 0
    const stopped = await sql<{ id: number }>`update price_notices set stopped_at = ${now}
      where id = any(${rows.map(({ id }) => id)}::bigint[]) and stopped_at is null returning id`.execute(trx)
    // Another worker was faster with the others.
    const ids = new Set(stopped.rows.map(({ id }) => id))
    await addLetters(
      trx,
      rows.flatMap(({ id, accountId, wasTold }): LetterJob[] =>
        accountId === null || !wasTold || !ids.has(id) ? [] : [{ letter: 'price-stays', accountId, noticeId: id }],
      ),
    )
    return rows.length
  })
}

/**
 * The notice that an e-mail is about to name, with the day from which its price holds: the first charge without reduction on or
 * after the campaign's day and, where it is higher, thirty days from now. An e-mail that is written later names a later charge.
 * @returns null where nobody is to be told: the subscription renews no more, is being charged, or the campaign was stopped
 */
export function dateNotice(house: House, id: number): Promise<(PriceNotice & { effective_at: Date }) | null> {
  const now = house.now()
  return transact(house, async (trx) => {
    const of = await trx.selectFrom('price_notices').select('contract_id').where('id', '=', id).executeTakeFirst()
    if (!of) return null
    const { rows } = await sql<{ next_charge_at: Date; reduced_left: number; reduced_price: number | null }>`
      select s.next_charge_at, s.reduced_left, s.reduced_price from subscriptions s join accounts a on a.id = s.account_id
      where s.id = ${of.contract_id} and ${isTold(now)} for no key update of s`.execute(trx)
    const contract = rows[0]
    const notice = await noticeById(trx, id)
    if (!notice || notice.stopped_at !== null) return null
    const isDated = notice.effective_at !== null
    if (!contract || (notice.closed_at !== null && !isDated)) {
      // Whoever goes on with it is told then.
      if (!isDated) await trx.deleteFrom('price_notices').where('id', '=', id).execute()
      return null
    }
    const earliest = notice.rule === 'lower' ? now : new Date(now.getTime() + PRICE_NOTICE_DAYS * DAY_MS)
    const { effective_at: dated, told_at } = notice
    if (dated && (told_at !== null || notice.rule === 'lower' || dated >= earliest)) return { ...notice, effective_at: dated }
    const effective_at = firstCharge(contract, { earliest, day: notice.from_day })
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
