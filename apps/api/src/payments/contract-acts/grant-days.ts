import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { House } from '../../house.ts'
import { lastPeriod } from '../last-period.ts'
import { ActRefused } from './act-refused.ts'
import { demandRunning } from './end-contract.ts'
import {
  type ActOptions,
  type Asked,
  type GoodwillReason,
  type GrantDetails,
  type LockedContract,
  type Performed,
  performAct,
  tellOfAct,
} from './perform-act.ts'
import { plannedEndOf } from './planned-end.ts'

const DAY_MS = 86_400_000
/** So many days may be granted at once. */
export const MOST_DAYS = 366

/**
 * Lets a contract run longer without a charge: so many days follow what is paid, and the next charge comes after them. The
 * reader is not told; who pays by SEPA debit gets the notice of the next one with its new day.
 * @param asked `days`: 1 to `MOST_DAYS`
 * @throws ActRefused unknown-contract, another-act, already-ended, purchase-under-way, wrong-days, charge-open,
 * charged-elsewhere, end-planned
 */
export function extendContract(
  house: House,
  asked: Asked & { days: number },
  options: ActOptions = {},
): Promise<Performed<'extend'>> {
  return performAct(house, 'extend', asked, options, (trx, contract) => grant(trx, house, contract, asked.days))
}

/** The same, told to the reader by an e-mail with the reason. */
export function grantGoodwill(
  house: House,
  asked: Asked & { days: number; because: GoodwillReason },
  options: ActOptions = {},
): Promise<Performed<'goodwill'>> {
  const { days, because, actId } = asked
  return performAct(house, 'goodwill', asked, options, async (trx, contract) => {
    const granted = await grant(trx, house, contract, days)
    await tellOfAct(trx, contract, actId)
    return { ...granted, because }
  })
}

async function grant(trx: Transaction<DB>, house: House, contract: LockedContract, days: number): Promise<GrantDetails> {
  const { id, order_type, auto_renew, next_charge_at } = contract
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) throw new ActRefused('wrong-days')
  demandRunning(contract)
  // Its clock is the provider's: the next charge comes on its day, whatever is written here.
  if (order_type !== ORDER_TYPE.own && auto_renew) throw new ActRefused('charged-elsewhere')
  if (await plannedEndOf(trx, id)) throw new ActRefused('end-planned')
  const last = await lastPeriod(trx, id)
  if (!last || last.state === 'open' || contract.state !== 'active') throw new ActRefused('charge-open')
  const isOver = !auto_renew && next_charge_at === null && contract.ends_at !== null && contract.ends_at <= house.now()
  if (isOver || last.state === 'refunded') throw new ActRefused('already-ended')
  const endsAt = new Date(last.ends_at.getTime() + days * DAY_MS)
  await sql`insert into periods (subscription, sequence, starts_at, ends_at, price, state, granted)
    select ${id}, max(sequence) + 1, ${last.ends_at}::timestamptz, ${endsAt}::timestamptz, 0, 'paid', true
    from periods where subscription = ${id}`.execute(trx)
  const isCharged = next_charge_at !== null
  await trx
    .updateTable('subscriptions')
    .set({ ends_at: endsAt, next_charge_at: isCharged ? endsAt : null })
    .where('id', '=', id)
    .execute()
  return { days, from: last.ends_at.toISOString(), endsAt: endsAt.toISOString(), isCharged }
}
