import type { Selectable, Transaction } from 'kysely'
import type { DB, Subscriptions } from '../database/schema.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { WalletCharge, WalletState } from '../outside/payments/port.ts'
import { graceEnd } from './dunning.ts'
import { settleIn } from './settle-attempts.ts'

const DAY_MS = 86_400_000
/** A wallet charges within minutes of the approval: what has not been charged so long after is not charged. Milliseconds. */
const CHARGED_WITHIN_MS = 3 * DAY_MS
/** A charge that is under way there may take so long. Milliseconds. */
const UNDER_WAY_MS = 14 * DAY_MS

type Contract = Selectable<Subscriptions>

/**
 * Follows the wallet's state with a contract that is locked.
 * @returns whether the wallet goes on charging for what is over here
 */
export async function followWallet(
  trx: Transaction<DB>,
  house: House,
  { contract, state, charges }: { contract: Contract; state: WalletState; charges: readonly WalletCharge[] },
): Promise<boolean> {
  const now = house.now()
  const goesOn = state.state === 'active' || state.state === 'suspended'
  if (contract.state === 'ended') {
    await giveUpWaiting(trx, house, contract, charges)
    return goesOn
  }
  if (contract.state === 'pending' || contract.ends_at === null) return false
  if (await giveUpWaiting(trx, house, contract, charges)) {
    await tellEnd(trx, contract)
    return goesOn
  }
  const change = (set: Partial<Pick<Contract, 'auto_renew' | 'next_charge_at' | 'cancelled_at' | 'state' | 'ends_at'>>) =>
    trx.updateTable('subscriptions').set(set).where('id', '=', contract.id).execute()
  if (state.state === 'cancelled' || state.state === 'expired') {
    const over = contract.ends_at <= now ? { state: 'ended' } : {}
    await change({ auto_renew: false, next_charge_at: null, cancelled_at: contract.cancelled_at ?? now, ...over })
    return false
  }
  if (contract.ends_at > now) {
    if (contract.state === 'active' && contract.auto_renew)
      await change({ next_charge_at: state.nextChargeAt ?? contract.ends_at })
    return false
  }
  // The wallet tries again by itself; meanwhile one may read on.
  if (contract.state === 'active' && contract.auto_renew) {
    await change({ state: 'past-due', ends_at: graceEnd(house.operator.dunning, contract.ends_at) })
    return false
  }
  await change({ state: 'ended', auto_renew: false, next_charge_at: null })
  return goesOn
}

/**
 * A first charge that never came: nobody waits for it for ever, and the purchase is undone as if it had been declined. Should
 * it come later, it goes back.
 */
async function giveUpWaiting(
  trx: Transaction<DB>,
  house: House,
  { id }: Contract,
  charges: readonly WalletCharge[],
): Promise<boolean> {
  const waiting = await trx
    .selectFrom('payment_attempts as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.id', 'p.created_at'])
    .where('i.subscription', '=', id)
    .where('p.state', '=', 'processing')
    .executeTakeFirst()
  if (!waiting) return false
  const isUnderWay = charges.some(({ state }) => state === 'pending')
  const patience = isUnderWay ? UNDER_WAY_MS : CHARGED_WITHIN_MS
  if (house.now().getTime() - waiting.created_at.getTime() < patience) return false
  const outcome = { state: 'declined', reference: null, code: 'declined', text: '', retryable: false } as const
  await settleIn(trx, house, [{ attemptId: waiting.id, outcome }])
  return true
}

async function tellEnd(trx: Transaction<DB>, { id, account_id: accountId }: Contract): Promise<void> {
  if (accountId !== null) await addJob(trx, 'letter', { letter: 'contract-ended', accountId, contract: id })
}
