import { Refusal } from '@kiosk/domain/errors'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import { type Reduction, reductionBy, takeVoucher } from './vouchers.ts'

type Live = { id: number; reduced_left: number }

/** What a code gives for a tariff to whoever has this contract; null = there is no code. @throws Refusal voucher_invalid, second_special_offer */
export async function reductionOf(
  trx: Transaction<DB>,
  house: Pick<House, 'secret' | 'payments'>,
  live: Live | null | undefined,
  { code, ...of }: { code: string | null; tariff: number; accountId: number; now: Date },
): Promise<Reduction | null> {
  if (!code) return null
  const reduction = await reductionBy(trx, house, { code, ...of })
  if (live && live.reduced_left > 0 && reduction) throw new Refusal('second_special_offer', 'voucher')
  return reduction
}

type Begun = {
  accountId: number
  tariff: number
  methodId: number
  reduction: Reduction | null
  /** The contract that ends when this one begins. */
  live: Live | null | undefined
  cameFrom: unknown
  /** What a wallet calls it that charges it; null = we charge. */
  walletReference: string | null
  /** Minor units per 30 days, once reduced charges are over: what the buyer was shown. */
  regularPrice: number
  /** When the voucher had to be valid; default: now. */
  voucherAt?: Date
  now: Date
}

/**
 * Writes down a contract that entitles to nothing yet, and redeems its voucher.
 * @returns its id, and what the first period costs
 */
export async function beginContract(trx: Transaction<DB>, begun: Begun): Promise<{ id: number; price: number }> {
  const { accountId, tariff, methodId, reduction, live, cameFrom, walletReference, regularPrice, now } = begun
  const { id } = await trx
    .insertInto('subscriptions')
    .values({
      account_id: accountId,
      subscription_id: tariff,
      state: 'pending',
      order_type: walletReference === null ? ORDER_TYPE.own : ORDER_TYPE.wallet,
      provider_reference: walletReference,
      starts_at: now,
      ends_at: now,
      payment_method_id: methodId,
      voucher_code: reduction?.code ?? null,
      regular_price: regularPrice,
      reduced_price: reduction?.price ?? null,
      reduced_left: reduction?.charges ?? 0,
      upgrade_from: live?.id ?? null,
      came_from: JSON.stringify(cameFrom),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (reduction) await takeVoucher(trx, { code: reduction.code, accountId, subscription: id, now: begun.voucherAt ?? now })
  return { id, price: reduction?.price ?? regularPrice }
}
