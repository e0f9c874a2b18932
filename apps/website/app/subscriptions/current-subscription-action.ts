import { autoRenewal, cancelStore, cancelWallet } from '@kiosk/contract/routes'
import { data } from 'react-router'
import { type ApiError, orApiError } from '../api-error.ts'
import type { RequestContext } from '../shell/request-context.ts'

/** Actions on a subscription; each has its own button and a confirmation. */
const renewalChanges = ['cancel', 'extend', 'wallet', 'store'] as const
export type RenewalChange = (typeof renewalChanges)[number]

export type SubscriptionAnswer = {
  about: RenewalChange
  needsConfirmation?: true
  done?: true
  apiError?: ApiError
  inForm: true
}

const calls = {
  cancel: (ctx: RequestContext) => ctx.call(autoRenewal, { body: { status: 'false' } }),
  extend: (ctx: RequestContext) => ctx.call(autoRenewal, { body: { status: 'true' } }),
  wallet: (ctx: RequestContext) => ctx.call(cancelWallet),
  store: (ctx: RequestContext) => ctx.call(cancelStore),
} as const satisfies Record<RenewalChange, unknown>

/** Handles an action on a subscription. Asks for confirmation first and calls nothing before. */
export async function subscriptionAction(ctx: RequestContext, form: FormData) {
  const about = renewalChanges.find((each) => each === form.get('about'))
  if (!about) throw data(null, { status: 400 })
  if (form.get('confirmed') !== 'yes') return data<SubscriptionAnswer>({ about, needsConfirmation: true, inForm: true })
  const { apiError } = await orApiError<unknown>(calls[about](ctx))
  if (!apiError) return data<SubscriptionAnswer>({ about, done: true, inForm: true })
  return data<SubscriptionAnswer>({ about, apiError, inForm: true }, { status: apiError.status })
}
