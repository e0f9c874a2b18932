import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { House } from '../../house.ts'
import { lastPeriod } from '../last-period.ts'
import { pricesAt, tariffOf } from '../prices.ts'
import { ActRefused } from './act-refused.ts'
import { demandRunning } from './end-contract.ts'
import {
  type ActOptions,
  type Asked,
  type LockedContract,
  lastActOf,
  type Performed,
  performAct,
  tellOfAct,
} from './perform-act.ts'
import { plannedEndOf } from './planned-end.ts'
import { plannedPlanOf } from './planned-plan.ts'

/**
 * Moves a contract down from PREMIUM to MAGZ: from its next period on, at the list price of that day. What is paid stays PREMIUM
 * to its end. The reader is told by e-mail. Until the period begins it may be taken back.
 * @throws ActRefused unknown-contract, another-act, already-ended, purchase-under-way, lowest-plan, plan-at-wallet, not-renewed,
 * charge-open, reduced-left, end-planned, price-announced
 */
export function moveDown(house: House, asked: Asked, options: ActOptions = {}): Promise<Performed<'downgrade'>> {
  return performAct(
    house,
    'downgrade',
    asked,
    options,
    async (trx, contract) => {
      const { from, to, beginsAt } = await demandMovable(trx, contract)
      const price = (await pricesAt(trx, beginsAt)).get(to.subscriptionId)!
      await trx
        .insertInto('planned_plans')
        .values({ contract: contract.id, plan_id: to.subscriptionId, price, act_id: asked.actId })
        .execute()
      await tellOfAct(trx, contract, asked.actId)
      return { from: from.tier, to: to.tier, endsAt: beginsAt.toISOString(), price, currency: from.currency }
    },
    async (trx, { id }) => ((await plannedPlanOf(trx, id)) ? lastActOf(trx, id, 'downgrade') : undefined),
  )
}

/** @throws ActRefused unknown-contract, another-act, already-ended, no-planned-plan */
export function takeBackMoveDown(
  house: House,
  asked: Asked,
  options: ActOptions = {},
): Promise<Performed<'take-back-downgrade'>> {
  return performAct(house, 'take-back-downgrade', asked, options, async (trx, contract) => {
    demandRunning(contract)
    const planned = await plannedPlanOf(trx, contract.id)
    if (!planned) throw new ActRefused('no-planned-plan')
    await trx.deleteFrom('planned_plans').where('contract', '=', contract.id).execute()
    await tellOfAct(trx, contract, asked.actId)
    const [from, to] = [tariffOf(contract.subscription_id)!, tariffOf(planned.planId)!]
    return { from: from.tier, to: to.tier, endsAt: (contract.next_charge_at ?? contract.ends_at ?? house.now()).toISOString() }
  })
}

async function demandMovable(trx: Transaction<DB>, contract: LockedContract) {
  demandRunning(contract)
  const { id, next_charge_at: beginsAt, order_type, reduced_left } = contract
  const from = tariffOf(contract.subscription_id)!
  const to = tariffs.find(({ region, tier }) => region === from.region && tier === 'MAGZ')
  if (from.tier !== 'PREMIUM' || !to) throw new ActRefused('lowest-plan')
  if (order_type !== ORDER_TYPE.own) throw new ActRefused('plan-at-wallet')
  const last = await lastPeriod(trx, id)
  if (contract.state !== 'active' || last?.state === 'open') throw new ActRefused('charge-open')
  if (beginsAt === null) throw new ActRefused('not-renewed')
  if (reduced_left > 0) throw new ActRefused('reduced-left')
  const planned = await plannedEndOf(trx, id)
  if (planned && planned.endsAt <= beginsAt) throw new ActRefused('end-planned')
  if (await isPriceAnnounced(trx, id, beginsAt)) throw new ActRefused('price-announced')
  return { from, to, beginsAt }
}

/** Whether the reader was told of another price of the present plan, from the next charge on or later. */
async function isPriceAnnounced(trx: Transaction<DB>, contract: number, from: Date): Promise<boolean> {
  const found = await trx
    .selectFrom('price_notices')
    .select('id')
    .where('contract_id', '=', contract)
    .where('stopped_at', 'is', null)
    .where((where) => where.or([where('effective_at', 'is', null), where('effective_at', '>=', from)]))
    .executeTakeFirst()
  return found !== undefined
}
