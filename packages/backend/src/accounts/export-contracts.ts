import { tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import type { Database } from '../db/connect.ts'
import { declarationsOf, type OwnAddress } from './data-by-email.ts'

/** Returns orders and subscriptions of a reader, and what was declared and decided about them. Prices are in minor units. */
export async function contractsOf(db: Database, accountId: number, addresses: readonly OwnAddress[]) {
  return {
    subscriptions: (
      await db
        .selectFrom('subscriptions')
        .select(['plan_id as subscriptionId', 'state', 'created_at as ordered', 'starts_at as starts', 'ends_at as ends'])
        .select(['auto_renew as renewed', 'cancelled_at as cancelled', 'next_charge_at as nextCharge', 'voucher_code as voucher'])
        .select('stopped_by_return as stoppedByReturn')
        .select(['reduced_price as reducedPrice', 'provider_reference as reference', 'attribution as cameFrom'])
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
    ).map((each) => ({ ...each, tier: tierOfPlan(each.subscriptionId) })),
    promoCodes: await db
      .selectFrom('promo_redemptions')
      .select(['code', 'redeemed_at as redeemed', 'expires_at as ends'])
      .where('account_id', '=', accountId)
      .orderBy('redeemed_at')
      .execute(),
    vouchers: await db
      .selectFrom('voucher_redemptions')
      .select(['code', 'at as redeemed'])
      .where('account_id', '=', accountId)
      .orderBy('at')
      .execute(),
    carts: await db
      .selectFrom('carts')
      .select([
        'plan_id as subscriptionId',
        'voucher_code as voucher',
        'attribution as cameFrom',
        'network_country as orderedFrom',
        'state',
        'created_at as begun',
        'updated_at as changed',
      ])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    withdrawalAcceptances: await db
      .selectFrom('withdrawal_acceptances')
      .select([
        'plan_id as subscriptionId',
        'wording_version as version',
        'wording',
        'language',
        'shown_total as totalPrice',
        'at',
      ])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    exitDeclarations: await db
      .selectFrom('termination_declarations')
      .select(['kind', 'manner', 'name', 'email', 'contract', 'reason', 'requested_end as wishedEnd', 'language'])
      .select([
        'received_at as received',
        'confirmed_at as confirmed',
        'applied_at as applied',
        'effective_at as effective',
        'outcome',
      ])
      .where(declarationsOf(accountId, addresses))
      .orderBy('id')
      .execute(),
    contractActs: await db
      .selectFrom('subscription_actions as c')
      .innerJoin('subscriptions as s', 's.id', 'c.subscription_id')
      .select(['c.kind', 'c.why as reason', 'c.at'])
      .where('s.account_id', '=', accountId)
      .orderBy('c.sequence')
      .execute(),
    marketDecisions: await db
      .selectFrom('market_decisions')
      .select(['country', 'decision', 'why as reason', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute(),
    priceNotices: await db
      .selectFrom('price_notices as n')
      .innerJoin('subscriptions as s', 's.id', 'n.subscription_id')
      .select(['s.plan_id as subscriptionId', 'n.old_price as oldPrice', 'n.new_price as newPrice'])
      .select(['n.effective_at as effective', 'n.notified_at as told', 'n.agreed_at as agreed', 'n.stopped_at as stopped'])
      .where('s.account_id', '=', accountId)
      .orderBy('n.id')
      .execute(),
  }
}
