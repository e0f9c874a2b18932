import { dayInVienna } from '@kiosk/domain/day'
import { regionById } from '@kiosk/domain/regions'
import { type Tariff, tariffs } from '@kiosk/domain/subscriptions/tariffs'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

export function tariffOf(subscriptionId: number): (Tariff & { country: string; currency: 'EUR' | 'CHF' }) | undefined {
  const tariff = tariffs.find((each) => each.subscriptionId === subscriptionId)
  const region = tariff && regionById(tariff.region)
  return tariff && region && { ...tariff, country: region.country, currency: region.currency }
}

/** Regular price of each tariff at a moment: minor units per 30 days. */
export async function pricesAt(db: Kysely<DB>, at: Date): Promise<Map<number, number>> {
  const entered = await db
    .selectFrom('prices')
    .distinctOn('subscription_id')
    .select(['subscription_id', 'price'])
    .where('valid_from', '<=', dayInVienna(at))
    .orderBy('subscription_id')
    .orderBy('valid_from', 'desc')
    .execute()
  const shipped = tariffs.map(({ subscriptionId, price }) => [subscriptionId, price] as const)
  return new Map([...shipped, ...entered.map(({ subscription_id, price }) => [subscription_id, price] as const)])
}
