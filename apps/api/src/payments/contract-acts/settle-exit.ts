import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import { transact } from '../../database/transaction.ts'
import type { House } from '../../house.ts'
import { exitNumber } from '../exit-number.ts'
import { contractOfExit, type ExitDeclaration, exitById, lockWaitingExit, settleAnswered } from './exits-of-acts.ts'
import { type LockedContract, lockContractOfAct, performIn } from './perform-act.ts'
import { plannedEndOf } from './planned-end.ts'

/** `goes-on`: nothing was settled, because the contract that the declaration is about would go on as if nothing had been declared. */
export type SettledExit = { outcome: 'settled' } | { outcome: 'goes-on'; contract: number; kind: 'cancel' | 'withdraw' }

/**
 * Settles a declaration that a person has answered. A withdrawal, or a cancellation for cause, is settled when its contract has
 * ended or its end is planned; an ordinary cancellation also when its renewal is off. Otherwise the operator has to say why
 * the contract goes on, and that is written down as an act.
 * @param given `goesOn`: the contract goes on all the same
 * @throws ActRefused unknown-exit, exit-settled
 */
export async function settleExit(
  house: House,
  given: { exit: number; goesOn: { actor: string; why: string } | null },
): Promise<SettledExit> {
  return transact(house, async (trx) => {
    const declared = await exitById(trx, given.exit)
    const contractId = await contractOfExit(trx, declared)
    const contract = contractId === null ? undefined : await lockContractOfAct(trx, contractId)
    const exit = await lockWaitingExit(trx, given.exit)
    if (contract && !(await isDone(trx, exit, contract))) {
      const kind = exit.kind as 'cancel' | 'withdraw'
      if (!given.goesOn) return { outcome: 'goes-on', contract: contract.id, kind }
      const act = { actId: randomUUID(), contract: contract.id, ...given.goesOn }
      await performIn(trx, house, 'leave-running', act, async () => ({ exit: exitNumber(exit) }))
    }
    await settleAnswered(trx, house, exit)
    return { outcome: 'settled' }
  })
}

async function isDone(trx: Transaction<DB>, exit: ExitDeclaration, contract: LockedContract): Promise<boolean> {
  if (contract.state === 'ended') return true
  if (exit.kind === 'withdraw') return false
  if (await plannedEndOf(trx, contract.id)) return true
  return exit.manner === 'ordinary' && !contract.auto_renew && contract.next_charge_at === null
}
