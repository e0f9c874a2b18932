import { acceptLossOfWithdrawal, purchaseCart, redeemVoucher } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { data, redirectDocument } from 'react-router'
import { type ApiError, errorAt, orApiError } from '../api-error.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { RequestContext } from '../shell/request-context.ts'
import { localPath } from './local-path.ts'
import type { Requested } from './requested-plan.ts'
import type { Way } from './ways-of-paying.ts'
import { WITHDRAWAL_NOT_ACCEPTED } from './withdrawal-not-accepted.ts'

/** Result of a form of the overview; `needsConfirmation`: the page asks whether to use the saved payment data. */
export type OverviewAnswer = {
  about: 'voucher' | 'order'
  apiError?: ApiError
  needsConfirmation?: true
  typed?: string
  /** The chosen way of paying. */
  way?: Way
  inForm: true
}

/**
 * Handles the forms of the overview by `intent`: "voucher", "ask", "pay" (saved payment data), "enter" or "change" (new
 * ones).
 */
export async function overviewAction(ctx: RequestContext, { id, voucher }: Requested, form: FormData) {
  const { code = '', accepted, version = '', totalPrice = '', way = '', ...values } = valuesOf(form)
  // Without JavaScript the button does not follow the chosen way.
  const kind = way === 'CC' || way === 'DD' ? way : null
  const intent = values.intent === 'ask' && kind ? 'change' : values.intent
  if (intent === 'voucher') return putVoucher(ctx, id, code.trim())
  if (accepted !== 'true') return rejected('order', errorAt('accepted', WITHDRAWAL_NOT_ACCEPTED), { ...(kind && { way: kind }) })
  if (way === 'PP') return rejected('order', errorAt(null, 'CHECKOUT.WALLET_SCRIPT'))
  if (intent === 'ask') return data<OverviewAnswer>({ about: 'order', needsConfirmation: true, inForm: true })
  const body = { subscription: id, version, accepted, ...(totalPrice !== '' && { totalPrice }) }
  const { apiError } = await orApiError(ctx.call(acceptLossOfWithdrawal, { body }))
  if (apiError) return rejected('order', apiError)
  if (intent === 'pay') return createSubscription(ctx, id)
  const again = intent === 'change' ? 1 : null
  return redirectDocument(addressOf('pay', { id, voucher, again, way: kind }), 303)
}

/**
 * Orders with the saved payment data and redirects to the API's path; any other address counts as a failure. Errors that can
 * be corrected are shown on the page.
 */
export async function createSubscription(ctx: RequestContext, id: number) {
  const { answer, apiError } = await orApiError(ctx.call(purchaseCart, { body: { subscription: id } }))
  if (apiError && apiError.status < 500 && apiError.status !== 402 && apiError.status !== 404) return rejected('order', apiError)
  return redirectDocument(localPath(ctx, answer?.url) ?? addressOf('paymentFailed'), 303)
}

async function putVoucher(ctx: RequestContext, id: number, code: string) {
  if (code === '') return rejected('voucher', errorAt('code', 'VALIDATION.required'), { typed: code })
  const { apiError } = await orApiError(ctx.call(redeemVoucher, { body: { subscription: id, voucher: code } }))
  if (apiError) return rejected('voucher', apiError, { typed: code })
  // The voucher becomes part of the address, so that it survives and a reload shows the same cart.
  return redirectDocument(addressOf('paymentOverview', { id, voucher: code }), 303)
}

function rejected(about: OverviewAnswer['about'], apiError: ApiError, more: Pick<OverviewAnswer, 'typed' | 'way'> = {}) {
  return data<OverviewAnswer>({ about, apiError, inForm: true, ...more }, { status: apiError.status })
}
