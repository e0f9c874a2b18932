import { acceptLossOfWithdrawal, bindWallet, logWallet, validateWallet } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import type { ActionFunctionArgs } from 'react-router'
import { orApiError } from '../api-error.ts'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import { type RequestContext, requestContext } from '../shell/request-context.ts'

/** Answer to the wallet's button: the buyer's id for the wallet, a path to go to, or an error. */
export type WalletAnswer = { customId: string } | { way: string } | { error: string }

/**
 * Handles the wallet's button. `step` "begin": accepts and validates before the wallet opens; "approved": records and binds
 * the approved payment.
 */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const ctx = requestContext(context)
  const values = valuesOf(await accountForm(ctx, request))
  const { step, id = '', version = '', totalPrice = '', order = '', reference = '', approval = '' } = values
  if (!/^\d{1,9}$/.test(id)) return Response.json(null, { status: 400 })
  const answer =
    step === 'approved'
      ? await bind(ctx, { subscription: Number(id), paypalsubscription: reference, paypalorder: order }, approval)
      : await begin(ctx, { subscription: Number(id), version, accepted: 'true', ...(totalPrice !== '' && { totalPrice }) })
  return Response.json(answer)
}

async function begin(
  ctx: RequestContext,
  body: { subscription: number; version: string; accepted: string; totalPrice?: string },
): Promise<WalletAnswer> {
  const accepted = await orApiError(ctx.call(acceptLossOfWithdrawal, { body }))
  const params = { subscriptionId: body.subscription }
  const { answer, apiError } = accepted.apiError ? accepted : await orApiError(ctx.call(validateWallet, { params }))
  if (!apiError) return { customId: (answer as { customId: string }).customId }
  return { error: apiError.message ?? ctx.words(checkoutMessages)['CHECKOUT.WALLET_REFUSED']! }
}

/**
 * Records the approval first, so that an approved payment can be found if binding fails. While the result is unknown,
 * redirects to the waiting page of `approval`: the subscription starts or the payment is refunded automatically.
 */
async function bind(
  ctx: RequestContext,
  body: { subscription: number; paypalsubscription: string; paypalorder: string },
  approval: string,
): Promise<WalletAnswer> {
  const { subscription, paypalsubscription } = body
  await orApiError(ctx.call(logWallet, { body: { subscription, paypalsubscription } }))
  const { apiError } = await orApiError(ctx.call(bindWallet, { body }))
  const isRejected = apiError !== null && !(approval && isUnknown(apiError))
  return { way: addressOf(isRejected ? 'paymentFailed' : 'paymentSuccess', approval ? { attempt: approval } : {}) }
}

const isUnknown = ({ code, status }: { code?: string | undefined; status: number }) => code === 'unavailable' || status >= 500
