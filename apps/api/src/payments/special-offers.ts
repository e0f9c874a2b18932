import type { Kysely, Selectable } from 'kysely'
import type { DB, Vouchers } from '../database/schema.ts'

export type SpecialOffer = Selectable<Vouchers>

/** The special offer of each tariff that runs at a moment: the cheapest where there are several. */
export async function runningOffers(db: Kysely<DB>, at: Date): Promise<Map<number, SpecialOffer>> {
  const running = await db
    .selectFrom('vouchers')
    .selectAll()
    .where('kind', '=', 'special-offer')
    .where('redeemable_from', '<=', at)
    .where((where) => where.or([where('redeemable_until', 'is', null), where('redeemable_until', '>', at)]))
    .where((where) => where.or([where('most', 'is', null), where('redeemed', '<', where.ref('most'))]))
    .orderBy('price', 'desc')
    .orderBy('code')
    .execute()
  // The last of a tariff stays: the cheapest.
  return new Map(running.flatMap((offer) => offer.subscription_ids.map((tariff) => [tariff, offer] as const)))
}
