import { sql } from 'kysely'
import type { House } from '../house.ts'
import { carryOutPlannedEnds } from './contract-acts/planned-ends.ts'
import { recoverPayments } from './recover.ts'
import { sendRefunds } from './refunds.ts'
import { remindReaders } from './remind-readers.ts'
import { type BillingRun, runBilling } from './renew.ts'
import { tellPrices } from './tell-prices.ts'

/**
 * What the scheduled job and the operator's command do: goes on where others died, ends what is to end, then charges whatever is
 * due, and reminds.
 */
export async function bill(house: House, onBatch?: (sofar: BillingRun) => void): Promise<BillingRun> {
  await recoverPayments(house)
  const planned = await carryOutPlannedEnds(house)
  await tellPrices(house)
  const run = await runBilling(house, onBatch)
  await remindReaders(house)
  await sendRefunds(house)
  return { ...run, ended: run.ended + planned }
}

/** How many contracts are due, for progress. */
export async function countDue({ db, now }: House): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from subscriptions
    where next_charge_at <= ${now()} and state in ('active', 'past-due') and order_type = 1`.execute(db)
  return rows[0]!.count
}
