import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { House } from '../house.ts'
import type { WalletProvider, WalletState } from '../outside/payments/port.ts'
import { type BindRefusal, bindApproved, CannotBind } from './bind-wallet.ts'
import { mirrorContract } from './mirror-wallet.ts'
import { undoRefused } from './undo-refused-wallet.ts'
import { approvalOf } from './wallet-approvals.ts'
import {
  changeSubscription as change,
  lockSubscription,
  nextCheck,
  noteSubscription,
  type WalletSubscription,
} from './wallet-subscription-rows.ts'

const DAY_MS = 86_400_000
/** Nobody approves a subscription any more that has waited for so long. Milliseconds. */
const APPROVED_WITHIN_MS = 30 * DAY_MS

/** Why a subscription at the wallet is none here. */
export type WalletReason = BindRefusal | 'no-approval' | 'not-active' | 'not-ours' | 'never-approved' | 'unknown-there'
/** Nothing was decided about these: nobody asks about them any more, but whoever tells of them is heard. */
const GIVEN_UP: readonly string[] = ['not-ours', 'never-approved', 'unknown-there'] satisfies WalletReason[]
/** bound: it is a subscription here; pending: nobody has approved it yet; unknown: the wallet does not know it. */
export type Settled =
  | { is: 'bound'; contract: number }
  | { is: 'pending' | 'unknown' | 'not-ours' }
  | { is: 'refused'; reason: string }

/**
 * Makes of a subscription at the wallet what it has to be, whoever told of it: message, page, sweep or list. One that is
 * active begins here, as it was approved; one that cannot begin is cancelled there and paid back; one that began is mirrored.
 * Any number of times, by any number of servers: each step happens once.
 * @throws where the wallet cannot be asked; it is asked again later
 */
export async function settleWalletSubscription(house: House, wallet: WalletProvider, reference: string): Promise<Settled> {
  const { db } = house
  const row = await noteSubscription(db, house, wallet, reference)
  const contract = await contractOf(db, reference)
  if (contract !== undefined) {
    await mirrorContract(house, contract)
    return { is: 'bound', contract }
  }
  const state = await wallet.fetchSubscription(reference)
  if (isRefused(row)) {
    await undoRefused(house, wallet, row, state)
    return { is: 'refused', reason: row.reason }
  }
  if (!state || state.state === 'pending') return waitFor(house, row, state ? 'pending' : 'unknown')
  const approval = await approvalOf(db, state.customId)
  if (!approval && !(await isOurPlan(db, wallet, state.planId))) {
    await change(db, row, { state: 'closed', reason: 'not-ours' satisfies WalletReason, next_check_at: null })
    return { is: 'not-ours' }
  }
  // It was given up and goes on after all.
  if (row.state === 'closed') await reopen(db, row)
  if (!approval) return refuse(house, wallet, row, state, 'no-approval')
  if (state.state !== 'active') return refuse(house, wallet, row, state, 'not-active', approval.id)
  try {
    return await bind(house, wallet, state, approval.id)
  } catch (error) {
    if (!(error instanceof CannotBind)) throw error
    return refuse(house, wallet, row, state, error.reason, approval.id)
  }
}

/** Refused, or closed after it was: what is charged for it later goes back, too. */
function isRefused({ state, reason }: WalletSubscription): boolean {
  return state === 'refused' || (state === 'closed' && !GIVEN_UP.includes(reason))
}

async function reopen(db: Kysely<DB>, { provider, reference }: WalletSubscription): Promise<void> {
  await db
    .updateTable('wallet_subscriptions')
    .set({ state: 'found', reason: '' })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('state', '=', 'closed')
    .where('reason', 'in', [...GIVEN_UP])
    .execute()
}

async function contractOf(db: Kysely<DB>, reference: string): Promise<number | undefined> {
  const found = await db.selectFrom('subscriptions').select('id').where('provider_reference', '=', reference).executeTakeFirst()
  return found?.id
}

async function isOurPlan(db: Kysely<DB>, wallet: WalletProvider, planId: string): Promise<boolean> {
  if (wallet.plans().includes(planId)) return true
  const sold = await db.selectFrom('wallet_approvals').select('id').where('wallet_plan', '=', planId).limit(1).executeTakeFirst()
  return sold !== undefined
}

async function bind(house: House, wallet: WalletProvider, approved: WalletState, approvalId: string): Promise<Settled> {
  const { db, log } = house
  const { reference } = approved
  // What the old subscription was charged last is known before its rest is reckoned.
  const old = await liveWalletContract(db, approvalId)
  if (old !== undefined) await mirrorContract(house, old)
  const bound = await transact(house, (trx) => bindApproved(trx, house, { wallet, approved, approvalId }))
  if (bound === null) return decided(house, wallet, reference)
  try {
    if (bound.old) await wallet.cancel(bound.old, 'upgrade')
    await mirrorContract(house, bound.id)
  } catch (error) {
    // The sweep goes on with it.
    log.warn({ err: error, event: 'wallet.interrupted', subscription: bound.id }, 'the wallet broke off after a purchase')
  }
  return { is: 'bound', contract: bound.id }
}

/** What another server decided meanwhile. */
async function decided({ db, ...house }: House, wallet: WalletProvider, reference: string): Promise<Settled> {
  const contract = await contractOf(db, reference)
  if (contract !== undefined) return { is: 'bound', contract }
  return { is: 'refused', reason: (await noteSubscription(db, house, wallet, reference)).reason }
}

async function liveWalletContract(db: Kysely<DB>, approvalId: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('subscriptions')
    .innerJoin('wallet_approvals', 'wallet_approvals.account_id', 'subscriptions.account_id')
    .select('subscriptions.id')
    .where('wallet_approvals.id', '=', approvalId)
    .where('subscriptions.state', 'in', ['active', 'past-due'])
    .where('order_type', '=', ORDER_TYPE.wallet)
    .executeTakeFirst()
  return found?.id
}

/** Decides, once and for good, that a subscription does not begin here; then undoes it at the wallet. */
async function refuse(
  house: House,
  wallet: WalletProvider,
  { reference }: WalletSubscription,
  state: WalletState,
  reason: WalletReason,
  approvalId: string | null = null,
): Promise<Settled> {
  const row = await transact(house, async (trx) => {
    const locked = await lockSubscription(trx, wallet.name, reference)
    if (locked.state !== 'found') return locked
    return change(trx, locked, {
      state: 'refused',
      reason,
      approval_id: approvalId,
      settled_at: house.now(),
      next_check_at: house.now(),
    })
  })
  if (row.state === 'bound') return decided(house, wallet, reference)
  await undoRefused(house, wallet, row, state)
  return { is: 'refused', reason: row.reason }
}

/** Asks again: soon at first, then hourly, then daily, until nobody can approve it any more. */
async function waitFor({ db, now }: House, row: WalletSubscription, is: 'pending' | 'unknown'): Promise<Settled> {
  const age = now().getTime() - row.found_at.getTime()
  if (age > (is === 'pending' ? APPROVED_WITHIN_MS : DAY_MS)) {
    const reason: WalletReason = is === 'pending' ? 'never-approved' : 'unknown-there'
    await change(db, row, { state: 'closed', reason, settled_at: now(), next_check_at: null })
  } else await change(db, row, { next_check_at: nextCheck(row, now()) })
  return { is }
}
