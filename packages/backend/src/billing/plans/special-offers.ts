import type { Kysely, Selectable } from 'kysely'
import type { DB, Vouchers } from '../../db/schema.ts'
import { isRedeemable } from './vouchers.ts'

export type SpecialOffer = Selectable<Vouchers>

/** Returns the special offer of each plan at a point in time: the cheapest if there are several. */
export async function runningOffers(db: Kysely<DB>, at: Date): Promise<Map<number, SpecialOffer>> {
  const running = await db
    .selectFrom('vouchers')
    .selectAll()
    .where('kind', '=', 'special-offer')
    .where(isRedeemable(at))
    .orderBy('price', 'desc')
    .orderBy('code')
    .execute()
  // The last entry per plan wins: the cheapest.
  return new Map(running.flatMap((offer) => offer.plan_ids.map((plan) => [plan, offer] as const)))
}
