import { autoRenewal, cancelStore, cancelWallet } from '@kiosk/domain/payments/billing-endpoints'
import { data } from 'react-router'
import { orRefusal, type Refusal } from '../refusal.ts'
import type { Visit } from '../shell/visit.ts'

/** What is done to a subscription: by its own button each, once that is confirmed. */
export const works = ['cancel', 'extend', 'wallet', 'store'] as const
export type Work = (typeof works)[number]

export type SubscriptionAnswer = { about: Work; asks?: true; done?: true; refusal?: Refusal; inForm: true }

const calls = {
  cancel: (visit: Visit) => visit.call(autoRenewal, { body: { status: 'false' } }),
  extend: (visit: Visit) => visit.call(autoRenewal, { body: { status: 'true' } }),
  wallet: (visit: Visit) => visit.call(cancelWallet),
  store: (visit: Visit) => visit.call(cancelStore),
} as const satisfies Record<Work, unknown>

/** Asks back as long as nobody confirmed; nothing is called before. */
export async function subscriptionAction(visit: Visit, form: FormData) {
  const about = works.find((each) => each === form.get('about'))
  if (!about) throw data(null, { status: 400 })
  if (form.get('confirmed') !== 'yes') return data<SubscriptionAnswer>({ about, asks: true, inForm: true })
  const { refusal } = await orRefusal<unknown>(calls[about](visit))
  if (!refusal) return data<SubscriptionAnswer>({ about, done: true, inForm: true })
  return data<SubscriptionAnswer>({ about, refusal, inForm: true }, { status: refusal.status })
}
