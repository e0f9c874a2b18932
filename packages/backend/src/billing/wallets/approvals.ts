import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@kiosk/domain/time'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import { isUuid } from '../../db/is-uuid.ts'
import type { DB, WalletApprovals } from '../../db/schema.ts'
import { holdAccounts } from '../locks.ts'

/** Opening the wallet again for the same cart at the same price within this time reuses the approval. */
const SAME_WITHIN_MS = HOUR_MS

export type Approval = Selectable<WalletApprovals>

type Offered = {
  provider: string
  accountId: number
  /** Our plan id and the wallet's. */
  planId: number
  walletPlan: string
  cartId: number
  voucherCode: string | null
  /** Minor units: the first charge and the regular one. */
  price: number
  regularPrice: number
  currency: string
}

/**
 * Stores what a reader may approve at the wallet before the redirect. A second click for the same cart reuses the stored
 * approval.
 * @returns the id sent to the wallet
 */
export async function addApproval(trx: Transaction<DB>, { now }: Pick<AppContext, 'now'>, offered: Offered): Promise<string> {
  const { provider, accountId, planId, walletPlan, cartId, voucherCode, price, regularPrice, currency } = offered
  await holdAccounts(trx, [accountId])
  // The lock makes concurrent clicks wait for each other.
  await trx.selectFrom('carts as c').select('c.id').where('c.id', '=', cartId).forNoKeyUpdate('c').execute()
  const same = await trx
    .selectFrom('wallet_approvals')
    .select('id')
    .where('cart_id', '=', cartId)
    .where('account_id', '=', accountId)
    .where('wallet_plan', '=', walletPlan)
    .where('voucher_code', 'is not distinct from', voucherCode)
    .where('price', '=', price)
    .where('regular_price', '=', regularPrice)
    .where('subscription_id', 'is', null)
    .where('created_at', '>', new Date(now().getTime() - SAME_WITHIN_MS))
    .executeTakeFirst()
  if (same) return same.id
  const id = randomUUID()
  await trx
    .insertInto('wallet_approvals')
    .values({
      id,
      provider,
      account_id: accountId,
      plan_id: planId,
      wallet_plan: walletPlan,
      cart_id: cartId,
      voucher_code: voucherCode,
      price,
      regular_price: regularPrice,
      currency,
      created_at: now(),
    })
    .execute()
  return id
}

/** Finds the approval that a wallet subscription refers to; undefined if it refers to none of ours. */
export function approvalOf(db: Kysely<DB>, customId: string | null): Promise<Approval | undefined> {
  if (customId === null || !isUuid(customId)) return Promise.resolve(undefined)
  return db.selectFrom('wallet_approvals').selectAll().where('id', '=', customId).executeTakeFirst()
}

/** Returns the last approval of a plan by an account from which no subscription has started; null: there is none. */
export async function lastApproval(db: Kysely<DB>, accountId: number, planId: number): Promise<string | null> {
  const last = await db
    .selectFrom('wallet_approvals')
    .select('id')
    .where('account_id', '=', accountId)
    .where('plan_id', '=', planId)
    .where('subscription_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? null
}
