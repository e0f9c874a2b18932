import { periodFrom } from '@kiosk/domain/payments/rules'
import type { Transaction } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { draftCharges } from '../charges/draft-charges.ts'

type NewWalletPeriod = {
  subscription: number
  sequence: number
  startsAt: Date
  price: number
  reduced: boolean
  /** The provider that took the money, if it is not the one that charges the subscription. */
  provider?: string
}

/**
 * Creates a period of a subscription for a charge that a provider has made, with its invoice and the attempt that mirrors the
 * charge. Settle the attempt in the same transaction, because it is never sent.
 * @returns id of the attempt
 */
export async function draftWalletPeriod(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'operator' | 'now'>,
  options: NewWalletPeriod,
): Promise<string> {
  const { plan_id, account_id, payment_method_id, kind, brand, masked, ...of } = await trx
    .selectFrom('subscriptions')
    .innerJoin('payment_methods', 'payment_methods.id', 'subscriptions.payment_method_id')
    .leftJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['subscriptions.plan_id', 'subscriptions.account_id', 'payment_method_id'])
    .select(['provider', 'kind', 'brand', 'masked', 'firstname', 'lastname', 'email', 'language'])
    .where('subscriptions.id', '=', options.subscription)
    .executeTakeFirstOrThrow()
  const { sequence, price, reduced, provider = of.provider } = options
  const { firstname, lastname, email, language } = of
  const [attemptId] = await draftCharges(trx, ctx, [
    {
      subscription: options.subscription,
      plan: plan_id,
      sequence,
      ...periodFrom(options.startsAt),
      price,
      reduced,
      buyer: { accountId: account_id, firstname, lastname, email, language },
      methodId: payment_method_id,
      method: provider === of.provider ? { kind, brand, masked, mandate: null } : null,
      provider,
      initiator: sequence === 1 ? 'customer' : 'merchant',
      isTaken: true,
    },
  ])
  return attemptId!
}
