import { addressOf } from '@kiosk/domain/addresses'
import { acceptLossOfWithdrawal, purchaseCart, redeemVoucher } from '@kiosk/domain/payments/endpoints'
import { data, redirectDocument } from 'react-router'
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { Visit } from '../shell/visit.ts'
import type { Asked } from './asked-tariff.ts'
import { ownWay } from './own-way.ts'
import { WITHDRAWAL_NOT_ACCEPTED } from './withdrawal-not-accepted.ts'

/** What came of a form of the overview; `asks`: whether the payment data left before are to be used. */
export type OverviewAnswer = {
  about: 'voucher' | 'order'
  refusal?: Refusal
  asks?: true
  typed?: string
  inForm: true
}

/** The forms of the overview: `intent` is "voucher", "ask", "pay" (data left before) or "enter" and "change" (new ones). */
export async function overviewAction(visit: Visit, { id, voucher }: Asked, form: FormData) {
  const { intent, code = '', accepted, version = '' } = valuesOf(form)
  if (intent === 'voucher') return putVoucher(visit, id, code.trim())
  if (accepted !== 'true') return refused('order', refusalAt('accepted', WITHDRAWAL_NOT_ACCEPTED))
  if (intent === 'ask') return data<OverviewAnswer>({ about: 'order', asks: true, inForm: true })
  const body = { subscription: id, version, accepted }
  const { refusal } = await orRefusal(visit.call(acceptLossOfWithdrawal, { body }))
  if (refusal) return refused('order', refusal)
  if (intent === 'pay') return buy(visit, id)
  const again = intent === 'change' ? 1 : null
  return redirectDocument(addressOf('pay', { id, voucher, again }), 303)
}

/**
 * Buys with the payment data left before, and leads where the API says; anything that is no path of ours is a failure. What
 * can be put right on the page is said there.
 */
export async function buy(visit: Visit, id: number) {
  const { answer, refusal } = await orRefusal(visit.call(purchaseCart, { body: { subscription: id } }))
  if (refusal && refusal.status < 500 && refusal.status !== 402 && refusal.status !== 404) return refused('order', refusal)
  return redirectDocument(ownWay(visit, answer?.url) ?? addressOf('paymentFailed'), 303)
}

async function putVoucher(visit: Visit, id: number, code: string) {
  if (code === '') return refused('voucher', refusalAt('code', 'VALIDATION.required'), code)
  const { refusal } = await orRefusal(visit.call(redeemVoucher, { body: { subscription: id, voucher: code } }))
  if (refusal) return refused('voucher', refusal, code)
  // Its own address, so that the voucher travels on and a reload shows the same cart.
  return redirectDocument(addressOf('paymentOverview', { id, voucher: code }), 303)
}

function refused(about: OverviewAnswer['about'], refusal: Refusal, typed?: string) {
  return data<OverviewAnswer>({ about, refusal, inForm: true, ...(typed && { typed }) }, { status: refusal.status })
}
