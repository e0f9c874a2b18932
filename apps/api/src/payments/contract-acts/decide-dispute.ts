import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { House } from '../../house.ts'
import { lastPeriod } from '../last-period.ts'
import { ActRefused } from './act-refused.ts'
import { demandRunning, endLocked } from './end-contract.ts'
import {
  type ActOptions,
  type Asked,
  lastActOf,
  lockMoneyOfContract,
  type Performed,
  performAct,
  tellOfAct,
} from './perform-act.ts'

/**
 * A dispute is lost for good: the contract, which would run to the end of what else is paid, ends now. Nothing goes back: what was
 * disputed has gone, and the rest was read.
 * @throws ActRefused unknown-contract, another-act, no-dispute, already-ended, purchase-under-way
 */
export function endForLostDispute(house: House, asked: Asked, options: ActOptions = {}): Promise<Performed<'dispute-lost'>> {
  return performAct(
    house,
    'dispute-lost',
    asked,
    options,
    async (trx, contract) => {
      if (!(await hasDispute(trx, contract.id, 'taken'))) throw new ActRefused('no-dispute')
      demandRunning(contract)
      await lockMoneyOfContract(trx, contract.id)
      return endLocked(trx, house, contract, { at: house.now(), refund: 'none', actId: asked.actId })
    },
    async (trx, { id, state }) => (state === 'ended' ? lastActOf(trx, id, 'dispute-lost') : undefined),
  )
}

/**
 * A dispute is won, and its reader wants to go on: the contract, which the dispute cancelled, is renewed again from the end of what
 * is paid. One that has ended meanwhile is not: the reader may order again.
 * @throws ActRefused unknown-contract, another-act, no-dispute-won, already-ended, purchase-under-way, charged-elsewhere, charge-open,
 * already-renewed
 */
export function renewAfterWonDispute(
  house: House,
  asked: Asked,
  options: ActOptions = {},
): Promise<Performed<'renewed-after-dispute'>> {
  return performAct(
    house,
    'renewed-after-dispute',
    asked,
    options,
    async (trx, contract) => {
      const { id, auto_renew, order_type } = contract
      const [taken, won] = [await hasDispute(trx, id, 'taken'), await hasDispute(trx, id, 'won')]
      if (taken || !won) throw new ActRefused('no-dispute-won')
      demandRunning(contract)
      if (order_type !== ORDER_TYPE.own) throw new ActRefused('charged-elsewhere')
      if (auto_renew) throw new ActRefused('already-renewed')
      const last = await lastPeriod(trx, id)
      if (last?.state === 'open') throw new ActRefused('charge-open')
      if (last?.state !== 'paid' || last.ends_at <= house.now()) throw new ActRefused('already-ended')
      await trx
        .updateTable('subscriptions')
        .set({ auto_renew: true, cancelled_at: null, next_charge_at: last.ends_at })
        .where('id', '=', id)
        .execute()
      await tellOfAct(trx, contract, asked.actId)
      return { endsAt: last.ends_at.toISOString() }
    },
    async (trx, { id, auto_renew }) => (auto_renew ? lastActOf(trx, id, 'renewed-after-dispute') : undefined),
  )
}

async function hasDispute(trx: Transaction<DB>, contract: number, state: 'taken' | 'won'): Promise<boolean> {
  const { rows } = await sql<{
    known: boolean
  }>`select exists (select from disputes d join payment_attempts a on a.id = d.attempt_id
    join invoices i on i.id = a.invoice_id where i.subscription = ${contract} and d.state = ${state}) as known`.execute(trx)
  return rows[0]!.known
}
