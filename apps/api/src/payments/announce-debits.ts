import { DEBIT_NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import type { House } from '../house.ts'

const BATCH = 500
const DAY = 86_400_000

/** Tells readers of debits ahead of time, as SEPA asks: one letter a debit, however often and by however many this is run. */
export async function announceDebits({ db, now }: House): Promise<number> {
  let sum = 0
  for (;;) {
    const until = new Date(now().getTime() + DEBIT_NOTICE_DAYS * DAY)
    const { rows } = await sql<{ count: number }>`with due as (
      select s.id from subscriptions s join payment_methods m on m.id = s.payment_method_id
      where m.kind = 'DD' and s.order_type = ${ORDER_TYPE.own} and s.state = 'active' and s.auto_renew and s.account_id is not null
        and s.next_charge_at > ${now()} and s.next_charge_at <= ${until} and s.announced_for is distinct from s.next_charge_at
      limit ${BATCH} for update of s skip locked
    ), noted as (
      update subscriptions s set announced_for = next_charge_at from due where s.id = due.id
      returning s.id, s.account_id, s.next_charge_at
    ), told as (
      select graphile_worker.add_job('letter',
        json_build_object('letter', 'debit-announced', 'accountId', account_id, 'contract', id, 'at', next_charge_at), priority => 10)
      from noted
    ) select (select count(*) from told)::int as count`.execute(db)
    const { count } = rows[0]!
    sum += count
    if (count < BATCH) return sum
  }
}
