import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { DAY_MS } from '@kiosk/domain/time'
import type { Kysely } from 'kysely'
import type { WalletProvider, WalletState } from '../../adapters/payments/port.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { approvalOf } from './approvals.ts'
import { type BindRejection, bindApproved, CannotBind } from './bind.ts'
import { mirrorSubscription } from './mirror.ts'
import {
  changeSubscription as change,
  lockWalletSubscription,
  nextCheck,
  noteSubscription,
  type WalletSubscription,
} from './subscription-rows.ts'
import { undoRejected } from './undo-rejected.ts'

/** Time after which a subscription can no longer be approved. */
const APPROVED_WITHIN_MS = 30 * DAY_MS

/** Reason why a wallet subscription does not exist here. */
type WalletReason = BindRejection | 'no-approval' | 'not-active' | 'not-ours' | 'never-approved' | 'unknown-there'
/** Reasons for giving up without a decision: no more polls, but reports are still processed. */
const GIVEN_UP: readonly string[] = ['not-ours', 'never-approved', 'unknown-there'] satisfies WalletReason[]
/** bound: it is a subscription here; pending: not approved yet; unknown: the wallet does not know it; refused: rejected here. */
export type Settled =
  | { is: 'bound'; subscription: number }
  | { is: 'pending' | 'unknown' | 'not-ours' }
  | { is: 'refused'; reason: string }

/**
 * Brings a wallet subscription into its final state, regardless of the source of the report: webhook, page, sweep or list. An
 * active one starts here as approved; one that cannot start is cancelled there and refunded; a started one is mirrored. Safe to
 * repeat on any number of servers: each step happens once.
 * @throws if the wallet cannot be reached; it is polled again later
 */
export async function settleWalletSubscription(ctx: AppContext, wallet: WalletProvider, reference: string): Promise<Settled> {
  const { db } = ctx
  const row = await noteSubscription(db, ctx, wallet, reference)
  const subscription = await subscriptionOf(db, reference)
  if (subscription !== undefined) {
    await mirrorSubscription(ctx, subscription)
    return { is: 'bound', subscription }
  }
  const state = await wallet.fetchSubscription(reference)
  if (isRejected(row)) {
    await undoRejected(ctx, wallet, row, state)
    return { is: 'refused', reason: row.reason }
  }
  if (!state || state.state === 'pending') return waitFor(ctx, row, state)
  const approval = await approvalOf(db, state.customId)
  if (!approval && !(await isOurPlan(db, wallet, state.planId))) {
    await change(db, row, { state: 'closed', reason: 'not-ours' satisfies WalletReason, next_check_at: null })
    return { is: 'not-ours' }
  }
  // It was given up and has become active after all.
  if (row.state === 'closed') await reopen(db, row)
  if (!approval) return reject(ctx, wallet, row, state, 'no-approval')
  if (state.state !== 'active') return reject(ctx, wallet, row, state, 'not-active', approval.id)
  try {
    return await bind(ctx, wallet, state, approval.id)
  } catch (error) {
    if (!(error instanceof CannotBind)) throw error
    return reject(ctx, wallet, row, state, error.reason, approval.id)
  }
}

/** Returns whether a subscription was rejected, even if closed since: later charges are refunded, too. */
function isRejected({ state, reason }: WalletSubscription): boolean {
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

async function subscriptionOf(db: Kysely<DB>, reference: string): Promise<number | undefined> {
  const found = await db.selectFrom('subscriptions').select('id').where('provider_reference', '=', reference).executeTakeFirst()
  return found?.id
}

async function isOurPlan(db: Kysely<DB>, wallet: WalletProvider, planId: string): Promise<boolean> {
  if (wallet.plans().includes(planId)) return true
  const sold = await db.selectFrom('wallet_approvals').select('id').where('wallet_plan', '=', planId).limit(1).executeTakeFirst()
  return sold !== undefined
}

async function bind(ctx: AppContext, wallet: WalletProvider, approved: WalletState, approvalId: string): Promise<Settled> {
  const { db, log } = ctx
  const { reference } = approved
  // The last charge of the old subscription must be known before its unused balance is computed.
  const old = await activeWalletSubscription(db, approvalId)
  if (old !== undefined) await mirrorSubscription(ctx, old)
  const bound = await transact(ctx, (trx) => bindApproved(trx, ctx, { wallet, approved, approvalId }))
  if (bound === null) return decided(ctx, wallet, reference)
  try {
    await mirrorSubscription(ctx, bound)
  } catch (error) {
    // The sweep does the rest.
    log.warn({ err: error, event: 'wallet.interrupted', subscription: bound }, 'processing of a wallet purchase was interrupted')
  }
  return { is: 'bound', subscription: bound }
}

/** Returns the result of another server's decision. */
async function decided({ db, ...ctx }: AppContext, wallet: WalletProvider, reference: string): Promise<Settled> {
  const subscription = await subscriptionOf(db, reference)
  if (subscription !== undefined) return { is: 'bound', subscription }
  return { is: 'refused', reason: (await noteSubscription(db, ctx, wallet, reference)).reason }
}

async function activeWalletSubscription(db: Kysely<DB>, approvalId: string): Promise<number | undefined> {
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

/** Permanently rejects a subscription here, then reverses it at the wallet. */
async function reject(
  ctx: AppContext,
  wallet: WalletProvider,
  { reference }: WalletSubscription,
  state: WalletState,
  reason: WalletReason,
  approvalId: string | null = null,
): Promise<Settled> {
  const row = await transact(ctx, async (trx) => {
    const locked = await lockWalletSubscription(trx, wallet.name, reference)
    if (locked.state !== 'found') return locked
    return change(trx, locked, {
      state: 'refused',
      reason,
      approval_id: approvalId,
      settled_at: ctx.now(),
      next_check_at: ctx.now(),
    })
  })
  if (row.state === 'bound') return decided(ctx, wallet, reference)
  await undoRejected(ctx, wallet, row, state)
  return { is: 'refused', reason: row.reason }
}

/**
 * Schedules the next poll: soon at first, then hourly, then daily, until it can no longer be approved. Changes nothing if another
 * server has decided since the row was read: the answer of the wallet may have been slow.
 */
async function waitFor(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  row: WalletSubscription,
  state: WalletState | null,
): Promise<Settled> {
  const is = state ? 'pending' : 'unknown'
  const age = now().getTime() - row.found_at.getTime()
  const approval_id = (await approvalOf(db, state ? state.customId : row.approval_id))?.id ?? null
  const reason: WalletReason = is === 'pending' ? 'never-approved' : 'unknown-there'
  const isOver = age > (is === 'pending' ? APPROVED_WITHIN_MS : DAY_MS)
  await db
    .updateTable('wallet_subscriptions')
    .set({ approval_id, next_check_at: isOver ? null : nextCheck(row, now()) })
    .$if(isOver, (update) => update.set({ state: 'closed', reason, settled_at: now() }))
    .where('provider', '=', row.provider)
    .where('reference', '=', row.reference)
    .where('state', '=', row.state)
    .execute()
  return { is }
}
