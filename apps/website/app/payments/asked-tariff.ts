import { type Tariff, tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { redirect } from 'react-router'
import type { Visit } from '../shell/visit.ts'
import { subscriptionPageOf } from './own-way.ts'

/** What an address of the till asks for: `?id=&voucher=`. */
export type Asked = { id: number; voucher: string; tariff: Tariff }

/**
 * Reads it; where nothing can be ordered the visitor is led to the subscriptions: no number, the subscription one has
 * already (section 5), a tariff of another region (section 8; there a message says so).
 */
export async function askedTariff(visit: Visit, { searchParams }: URL): Promise<Asked> {
  const { state, user, region } = await visit.whoForSure()
  const written = searchParams.get('id') ?? ''
  const id = Number(written)
  if (!/^\d{1,9}$/.test(written) || (user.subscription?.paymentRequired && id === user.subscription.id)) {
    throw redirect(subscriptionPageOf(state))
  }
  const tariff = tariffs.find((each) => each.subscriptionId === id)
  if (!tariff || tariff.region !== region.id) throw unavailableHere(state)
  return { id, voucher: (searchParams.get('voucher') ?? '').trim(), tariff }
}

export function unavailableHere(state: Parameters<typeof subscriptionPageOf>[0]): Response {
  return redirect(subscriptionPageOf(state, { unavailable: 1 }))
}
