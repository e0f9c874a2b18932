import { randomUUID } from 'node:crypto'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { sql } from 'kysely'
import { transact } from '../../database/transaction.ts'
import type { House } from '../../house.ts'
import { addJob } from '../../jobs/add-job.ts'
import { ActRefused } from './act-refused.ts'
import { demandRunning, endLocked, settleCancellation, type WantedEnd } from './end-contract.ts'
import {
  type ActOptions,
  type Asked,
  lastActOf,
  lockContractOfAct,
  lockMoneyOfContract,
  type Performed,
  performAct,
  performIn,
  tellOfAct,
} from './perform-act.ts'
import { plannedEndOf } from './planned-end.ts'

/**
 * Ends a contract at a time to come: until then it goes on and is charged as before, but for nothing that would begin at that
 * time or later. A second plan takes the place of the first. A wallet that would charge later is cancelled now.
 * @throws ActRefused unknown-contract, another-act, already-ended, purchase-under-way, and of the declaration as `endContract`
 */
export function planEnd(
  house: House,
  asked: WantedEnd & { endsAt: Date },
  options: ActOptions = {},
): Promise<Performed<'plan-end'>> {
  const { endsAt, refund, actId } = asked
  return performAct(
    house,
    'plan-end',
    asked,
    options,
    async (trx, contract) => {
      demandRunning(contract)
      const exit = await settleCancellation(trx, house, asked.exit, { contract: contract.id, effectiveAt: endsAt })
      const isOwn = contract.order_type === ORDER_TYPE.own
      const cancelsAtWallet = !isOwn && contract.auto_renew && contract.ends_at !== null && endsAt <= contract.ends_at
      if (cancelsAtWallet) await addJob(trx, 'cancel-wallet', { contract: contract.id }, { key: `cancel-wallet ${contract.id}` })
      await tellOfAct(trx, contract, actId)
      await trx
        .insertInto('planned_ends')
        .values({ contract: contract.id, ends_at: endsAt, refund, act_id: actId })
        .onConflict((conflict) => conflict.column('contract').doUpdateSet({ ends_at: endsAt, refund, act_id: actId }))
        .execute()
      return { endsAt: endsAt.toISOString(), refund, cancelsAtWallet, ...exit }
    },
    async (trx, contract) => {
      const planned = contract.state === 'ended' ? undefined : await plannedEndOf(trx, contract.id)
      const isSame = planned?.refund === refund && planned.endsAt.getTime() === endsAt.getTime()
      return isSame ? lastActOf(trx, contract.id, 'plan-end') : undefined
    },
  )
}

/** @throws ActRefused unknown-contract, another-act, no-planned-end, cancelled-at-wallet */
export function takeBackPlannedEnd(
  house: House,
  asked: Asked,
  options: ActOptions = {},
): Promise<Performed<'take-back-planned-end'>> {
  return performAct(house, 'take-back-planned-end', asked, options, async (trx, contract) => {
    const planned = await plannedEndOf(trx, contract.id)
    if (!planned || contract.state === 'ended') throw new ActRefused('no-planned-end')
    const isCancelled = contract.order_type !== ORDER_TYPE.own && !contract.auto_renew
    if (isCancelled) throw new ActRefused('cancelled-at-wallet')
    await trx.deleteFrom('planned_ends').where('contract', '=', contract.id).execute()
    await tellOfAct(trx, contract, asked.actId)
    return { endsAt: planned.endsAt.toISOString() }
  })
}

/**
 * Ends the contracts whose planned end has come, each in a transaction of its own and as of that end. By any number of workers,
 * and again by the next where one died. @returns how many were ended
 */
export async function carryOutPlannedEnds(house: House): Promise<number> {
  const due = await house.db
    .selectFrom('planned_ends')
    .select('contract')
    .where('ends_at', '<=', house.now())
    .orderBy('ends_at')
    .execute()
  let ended = 0
  for (const { contract } of due) {
    try {
      if (await carryOut(house, contract)) ended++
    } catch (error) {
      house.log.error({ event: 'contract.planned-end-failed', err: error, contract }, 'a planned end could not be carried out')
    }
  }
  await cancelAtWallets(house)
  return ended
}

function carryOut(house: House, contractId: number): Promise<boolean> {
  return transact(house, async (trx) => {
    const contract = await lockContractOfAct(trx, contractId)
    const planned = await plannedEndOf(trx, contractId)
    if (!contract || !planned || planned.endsAt > house.now()) return false
    if (contract.state === 'ended' || contract.state === 'pending') {
      await trx.deleteFrom('planned_ends').where('contract', '=', contractId).execute()
      return false
    }
    const by = await trx.selectFrom('contract_acts').selectAll().where('id', '=', planned.actId).executeTakeFirstOrThrow()
    await lockMoneyOfContract(trx, contractId)
    const actId = randomUUID()
    await performIn(trx, house, 'end', { actId, contract: contractId, actor: by.actor, why: by.why }, async () => ({
      ...(await endLocked(trx, house, contract, { at: planned.endsAt, refund: planned.refund, actId })),
      plannedBy: planned.actId,
    }))
    return true
  })
}

/** Wallets that would charge for days after a planned end: charges since the plan moved the end of what is paid. */
async function cancelAtWallets(house: House): Promise<void> {
  const { rows } = await sql<{ id: number }>`select s.id from planned_ends e join subscriptions s on s.id = e.contract
    where s.order_type <> ${ORDER_TYPE.own} and s.state in ('active', 'past-due') and s.auto_renew and e.ends_at <= s.ends_at
    order by s.id`.execute(house.db)
  for (const { id } of rows) await addJob(house.db, 'cancel-wallet', { contract: id }, { key: `cancel-wallet ${id}` })
}
