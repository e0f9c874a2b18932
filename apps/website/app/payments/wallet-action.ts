import { addressOf } from '@kiosk/domain/addresses'
import { acceptLossOfWithdrawal, bindWallet, logWallet, validateWallet } from '@kiosk/domain/payments/endpoints'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import type { ActionFunctionArgs } from 'react-router'
import { orRefusal } from '../refusal.ts'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import { type Visit, visitOf } from '../shell/visit.ts'

/** What the wallet's button hears: what the wallet is told of the buyer, the path to go to, or why not. */
export type WalletAnswer = { customId: string } | { way: string } | { refused: string }

/** `step` "begin": acceptance and validation, before the wallet opens; "approved": the payment is written down and bound. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const visit = visitOf(context)
  const values = valuesOf(await accountForm(visit, request))
  const { step, id = '', version = '', order = '', reference = '', approval = '' } = values
  if (!/^\d{1,9}$/.test(id)) return Response.json(null, { status: 400 })
  const answer =
    step === 'approved'
      ? await bind(visit, { subscription: Number(id), paypalsubscription: reference, paypalorder: order }, approval)
      : await begin(visit, Number(id), version)
  return Response.json(answer)
}

async function begin(visit: Visit, subscription: number, version: string): Promise<WalletAnswer> {
  const body = { subscription, version, accepted: 'true' }
  const accepted = await orRefusal(visit.call(acceptLossOfWithdrawal, { body }))
  const params = { subscriptionId: subscription }
  const { answer, refusal } = accepted.refusal ? accepted : await orRefusal(visit.call(validateWallet, { params }))
  if (!refusal) return { customId: (answer as { customId: string }).customId }
  return { refused: refusal.message ?? visit.words(checkoutWords)['CHECKOUT.WALLET_REFUSED']! }
}

/**
 * The note comes first: what was approved and could not be bound is found by it. Where nobody knows yet whether it began, the
 * page that waits for `approval` says so: it begins by itself, or is paid back.
 */
async function bind(
  visit: Visit,
  body: { subscription: number; paypalsubscription: string; paypalorder: string },
  approval: string,
): Promise<WalletAnswer> {
  const { subscription, paypalsubscription } = body
  await orRefusal(visit.call(logWallet, { body: { subscription, paypalsubscription } }))
  const { refusal } = await orRefusal(visit.call(bindWallet, { body }))
  const isRefused = refusal !== null && !(approval && isUnknown(refusal))
  return { way: addressOf(isRefused ? 'paymentFailed' : 'paymentSuccess', approval ? { attempt: approval } : {}) }
}

const isUnknown = ({ code, status }: { code?: string | undefined; status: number }) => code === 'unavailable' || status >= 500
