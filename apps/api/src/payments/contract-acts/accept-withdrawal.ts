import type { House } from '../../house.ts'
import { acceptanceOf } from '../contracts.ts'
import { exitNumber } from '../exit-number.ts'
import { ActRefused } from './act-refused.ts'
import { demandRunning, endLocked } from './end-contract.ts'
import { contractOfExit, exitById, lockWaitingExit, settleByAct } from './exits-of-acts.ts'
import { type ActOptions, type Asked, lastActOf, lockMoneyOfContract, type Performed, performAct } from './perform-act.ts'

type Wanted = Omit<Asked, 'contract'> & {
  /** The declaration. */
  exit: number
  /** Default: the one that the declaration is about. */
  contract?: number
  /**
   * `pro-rata`: the days until the withdrawal was received are paid for; `whole`: everything goes back. Default: pro-rata where the
   * buyer kept the right and asked to begin at once; otherwise it has to be said.
   */
  refund?: 'pro-rata' | 'whole'
}

/**
 * Accepts a withdrawal that waits for a person: its contract ends, whoever charges it, what was paid goes back as of the time at
 * which the withdrawal was received, and the declaration is settled.
 * @throws ActRefused unknown-exit, not-a-withdrawal, exit-without-contract, exit-of-another, exit-settled, refund-not-said,
 * already-ended, purchase-under-way, unknown-contract
 */
export async function acceptWithdrawal(
  house: House,
  { exit: exitId, refund: typed, ...wanted }: Wanted,
  options: ActOptions = {},
): Promise<Performed<'withdraw'>> {
  const { actId } = wanted
  const declared = await exitById(house.db, exitId)
  if (declared.kind !== 'withdraw') throw new ActRefused('not-a-withdrawal')
  if (declared.subscription !== null && wanted.contract !== undefined && declared.subscription !== wanted.contract)
    throw new ActRefused('exit-of-another')
  const contractId = wanted.contract ?? (await contractOfExit(house.db, declared))
  if (contractId === null) throw new ActRefused('exit-without-contract')
  return performAct(
    house,
    'withdraw',
    { ...wanted, contract: contractId },
    options,
    async (trx, contract) => {
      const exit = await lockWaitingExit(trx, exitId)
      demandRunning(contract)
      const { account_id, starts_at } = contract
      const acceptance = account_id === null ? undefined : await acceptanceOf(trx, account_id, contract)
      const refund = typed ?? (acceptance?.policy === 'kept' ? 'pro-rata' : undefined)
      if (!refund) throw new ActRefused('refund-not-said')
      await lockMoneyOfContract(trx, contract.id)
      const at = new Date(Math.max(exit.received_at.getTime(), starts_at.getTime()))
      const ended = await endLocked(trx, house, contract, { at, refund, actId, reason: 'withdrawal' })
      await settleByAct(trx, house, exit, { contract: contract.id, effectiveAt: house.now() })
      return { ...ended, exit: exitNumber(exit), receivedAt: exit.received_at.toISOString() }
    },
    async (trx, { id }) => {
      const last = await lastActOf(trx, id, 'withdraw')
      return last?.details.exit === exitNumber(declared) ? last : undefined
    },
  )
}
