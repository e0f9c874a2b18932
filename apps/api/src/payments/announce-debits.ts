import { DEBIT_NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addLetters } from '../jobs/add-job.ts'
import { endsBeforeNextCharge } from './contract-acts/planned-end.ts'
import { chargeOf, type PricedContract } from './next-charge.ts'
import { endsUnagreedAt, regularPriceAt } from './price-notices.ts'

const BATCH = 500
const DAY_MS = 86_400_000

type ToAnnounce = PricedContract & { id: number; account_id: number; next_charge_at: Date }

/**
 * Tells readers of debits ahead of time, as SEPA asks: one letter a debit, however often and by however many this is run. A
 * debit whose day has changed, or whose amount has become lower, is announced again; one that was announced is never more.
 */
export async function announceDebits(house: House): Promise<number> {
  let sum = 0
  for (let after = 0; ; ) {
    const { told, last } = await announceBatch(house, after)
    sum += told
    if (last === null) return sum
    after = last
  }
}

/** @param after id of the last contract that was looked at */
function announceBatch(house: House, after: number): Promise<{ told: number; last: number | null }> {
  const { now } = house
  const until = new Date(now().getTime() + DEBIT_NOTICE_DAYS * DAY_MS)
  return transact(house, async (trx) => {
    const regular = regularPriceAt(sql`s.next_charge_at`)
    const { rows } = await sql<ToAnnounce>`
      select s.id, s.account_id, s.subscription_id, ${regular} as regular_price, s.reduced_price, s.reduced_left, s.next_charge_at,
        s.announced_for, s.announced_amount, m.provider, m.kind as method_kind
      from subscriptions s join payment_methods m on m.id = s.payment_method_id
      where m.kind = 'DD' and s.order_type = ${ORDER_TYPE.own} and s.state = 'active' and s.account_id is not null
        and s.next_charge_at > ${now()} and s.next_charge_at <= ${until} and s.id > ${after}
        and not ${endsBeforeNextCharge()}
        and (s.announced_for is distinct from s.next_charge_at or s.announced_amount is distinct from
          case when s.reduced_left > 0 and s.reduced_price is not null then s.reduced_price else ${regular} end)
        and not ${endsUnagreedAt(sql`s.next_charge_at`)}
      order by s.id limit ${BATCH} for no key update of s skip locked`.execute(trx)
    const due = rows.flatMap((contract) => {
      const amount = chargeOf(house, contract).due
      const isAnnounced = contract.announced_for?.getTime() === contract.next_charge_at.getTime()
      return isAnnounced && contract.announced_amount === amount ? [] : [{ contract, amount }]
    })
    await sql`update subscriptions s set announced_for = s.next_charge_at, announced_amount = given.amount
      from unnest(${due.map(({ contract }) => contract.id)}::bigint[], ${due.map(({ amount }) => amount)}::integer[])
        as given (id, amount) where s.id = given.id`.execute(trx)
    // Nothing is debited for days that are free.
    const told = due.filter(({ amount }) => amount > 0)
    await addLetters(
      trx,
      told.map(({ contract: { id, account_id: accountId, next_charge_at: at }, amount }) => ({
        ...{ letter: 'debit-announced', accountId, contract: id, at: at.toISOString(), amount },
      })),
    )
    return { told: told.length, last: rows.length < BATCH ? null : rows.at(-1)!.id }
  })
}
