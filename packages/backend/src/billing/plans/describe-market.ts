import { type MarketDecision, type MarketRejection, marketRejection } from '@kiosk/domain/payments/market'
import { marketOf } from '@kiosk/domain/regions'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { type KeptDecision, marketDecisionOf } from './market-decisions.ts'
import { provedMarket } from './market-evidence.ts'

/** Evidence of a buyer's location, and decisions about it. */
type MarketView = {
  country: string
  /** The market was only assumed, so it is not evidence. */
  isAssumed: boolean
  /** Country of the last order's network. */
  network: { country: string | null; at: Date } | null
  /** Active payment methods with their country; '' = unknown. */
  methods: { brand: string; masked: string; country: string }[]
  /**
   * Why the next order from the same network would be rejected with the best of the payment methods; null: it would be
   * accepted.
   */
  rejection: MarketRejection | null
  /** The decision that overrides the evidence. */
  decision: MarketDecision
  decisions: KeptDecision[]
}

/** Describes what the market gate knows about an account, with the operators' decisions, latest first; undefined: no account. */
export async function describeMarket(db: Kysely<DB>, accountId: number): Promise<MarketView | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select(['region_id', 'market_assumed'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return undefined
  const { country } = marketOf(account)
  const cart = await db
    .selectFrom('carts')
    .select(['network_country as country', 'updated_at as at'])
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const methods = await db
    .selectFrom('payment_methods')
    .select(['brand', 'masked', 'country'])
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  const decisions = await db
    .selectFrom('market_decisions')
    .select(['decision', 'country', 'actor', 'why', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
  const decision = await marketDecisionOf(db, accountId, country)
  const known = { market: provedMarket(account), network: cart?.country ?? null }
  const rejections = [null, ...methods.map((each) => each.country || null)].map((method) =>
    marketRejection(country, { ...known, method }, decision),
  )
  return {
    country,
    isAssumed: account.market_assumed,
    network: cart ?? null,
    methods,
    rejection: rejections.includes(null) ? null : rejections.at(-1)!,
    decision,
    decisions: decisions as KeptDecision[],
  }
}
