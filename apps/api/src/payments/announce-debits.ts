import { DEBIT_NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import { addLetters } from '../jobs/add-job.ts'

const BATCH = 500
const DAY = 86_400_000

type Announced = { contract: number; accountId: number; at: Date }

/** Tells readers of debits ahead of time, as SEPA asks: one letter a debit, however often and by however many this is run. */
export async function announceDebits(house: House): Promise<number> {
  let sum = 0
  for (;;) {
    const count = await announceBatch(house)
    sum += count
    if (count < BATCH) return sum
  }
}

function announceBatch(house: House): Promise<number> {
  const { now } = house
  const until = new Date(now().getTime() + DEBIT_NOTICE_DAYS * DAY)
  return transact(house, async (trx) => {
    const { rows } = await sql<Announced>`with due as (
      select s.id from subscriptions s join payment_methods m on m.id = s.payment_method_id
      where m.kind = 'DD' and s.order_type = ${ORDER_TYPE.own} and s.state = 'active' and s.auto_renew and s.account_id is not null
        and s.next_charge_at > ${now()} and s.next_charge_at <= ${until} and s.announced_for is distinct from s.next_charge_at
      limit ${BATCH} for no key update of s skip locked
    ) update subscriptions s set announced_for = next_charge_at from due where s.id = due.id
      returning s.id as contract, s.account_id as "accountId", s.next_charge_at as at`.execute(trx)
    await addLetters(
      trx,
      rows.map(({ at, ...of }) => ({ letter: 'debit-announced', ...of, at: at.toISOString() })),
    )
    return rows.length
  })
}
