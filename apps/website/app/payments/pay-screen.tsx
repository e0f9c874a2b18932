import { cart as cartEndpoint, registrationUrl } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { checkoutHandle } from './checkout-bars.tsx'
import { followScript } from './frame-height.ts'
import { localPath } from './local-path.ts'
import { createSubscription, type OverviewAnswer } from './overview-action.ts'
import { upcomingCharges } from './overview-loading.ts'
import style from './pay-screen.module.css'
import { PaymentPage } from './payment-page.tsx'
import { ProviderFrame } from './provider-frame.tsx'
import { type Requested, requestedPlan } from './requested-plan.ts'
import { SavedMethod } from './saved-payment-data.tsx'
import { UpcomingCharges } from './upcoming-charges.tsx'
import { enteredWay, isDebit } from './ways-of-paying.ts'

export const handle = checkoutHandle

/** Path of the page that shows the provider's page (ADR-0173). */
const FRAME_PATH = '/user/payment/frame/'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const url = new URL(request.url)
  const requested = await requestedPlan(ctx, url)
  const { id, voucher } = requested
  const overview = (more: Record<string, number> = {}) => redirect(addressOf('paymentOverview', { id, voucher, ...more }))
  const way = enteredWay(url)
  const kind = way ? { kind: way } : {}
  const query = { subscription: id, voucher, again: String(url.searchParams.get('again') === '1'), ...kind }
  const { answer, apiError } = await orApiError(ctx.call(registrationUrl, { query }))
  if (apiError?.code === 'acceptance_missing') throw overview({ unaccepted: 1 })
  if (apiError?.status === 503) throw redirect(addressOf('paymentOverview', { id, voucher, way, unavailable: 1 }))
  if (apiError?.status === 429) throw redirect(addressOf('paymentOverview', { id, voucher, way, limited: 1 }))
  // The overview shows the cart's errors.
  if (apiError && apiError.status !== 404 && apiError.status < 500) throw overview()
  const saved = apiError === null && answer === undefined
  const frame = localPath(ctx, answer?.url)
  if (!saved && frame === null) throw redirect(addressOf('paymentFailed'))
  // The page of an order that has no result yet.
  if (frame !== null && !frame.startsWith(FRAME_PATH)) throw redirect(frame)
  if (frame) ctx.opened = { frames: ["'self'"] }
  const cart = (await orApiError(ctx.call(cartEndpoint, { params: { subscriptionId: id } }))).answer
  return data({
    words: ctx.words(checkoutMessages, paymentMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    ...(frame && { script: followScript }),
    requested,
    frame,
    way,
    cart,
    isDebit: cart !== null && cart.totalPrice > 0 && isDebit(frame ? (kind.kind ?? 'CC') : 'saved', cart),
    coming: cart && upcomingCharges(cart, (await ctx.who()).locale, Date.now()),
    shortcuts: ctx.environment.devSystem,
  })
}

/** Orders with the saved payment data; only this button buys (ADR-0173). */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const { id, voucher } = await requestedPlan(ctx, new URL(request.url))
  await accountForm(ctx, request)
  const answered = await createSubscription(ctx, id)
  const missing = !(answered instanceof Response) && answered.data.apiError?.code === 'acceptance_missing'
  if (missing) throw redirect(addressOf('paymentOverview', { id, voucher, unaccepted: 1 }), 303)
  return answered
}

/** Step 2 of 3: the provider's page in a frame, or the button that orders with the saved data. */
export default function PayScreen() {
  const t = useText()
  const { requested, frame, way, shortcuts } = useLoaderData<typeof loader>()
  return (
    <PaymentPage step={2} title={t(frame ? 'PAY.TITLE' : 'PAY.SAVED_TITLE')} lead={t(frame ? 'PAY.LEAD' : 'PAY.SAVED_LEAD')}>
      <Sum />
      {frame ? <ProviderFrame address={frame} /> : <OrderWithSaved requested={requested} />}
      <p className={style.back}>
        <Link plain to="paymentOverview" values={{ id: requested.id, voucher: requested.voucher, way }}>
          {t('PAY.BACK')}
        </Link>
      </p>
      {shortcuts && (
        <p className={style.shortcuts}>
          {t('PAY.DEV')}:{' '}
          <Link plain to="paymentSuccess">
            {t('PAY.DEV_SUCCESS')}
          </Link>
          {' · '}
          <Link plain to="paymentFailed">
            {t('PAY.DEV_FAILED')}
          </Link>
        </p>
      )}
    </PaymentPage>
  )
}

/** The total, next to the payment form. */
function Sum() {
  const t = useText()
  const { cart, coming, isDebit } = useLoaderData<typeof loader>()
  if (!cart || !coming) return null
  return (
    <section className={style.sum} aria-label={t('CHECKOUT.CART')}>
      <p className={style.total}>
        <span>{cart.entries[0]?.title}</span>
        <strong>{formatMoney({ minor: cart.totalPrice, currency: cart.currency })}</strong>
      </p>
      <p className={style.vat}>
        {isDebit ? `${t('CHECKOUT.FIRST_DEBIT')}, ${t('CHECKOUT.VAT_LATER')}` : `${t('CHECKOUT.TODAY')}, ${t('CHECKOUT.VAT')}`}
      </p>
      <UpcomingCharges coming={coming} />
    </section>
  )
}

function OrderWithSaved({ requested: { id, voucher } }: { requested: Requested }) {
  const t = useText()
  const { cart } = useLoaderData<typeof loader>()
  const { apiError } = (useActionData() as OverviewAnswer | undefined) ?? {}
  return (
    <form method="post" action={addressOf('pay', { id, voucher })} className={style.saved} data-once>
      <AccountField />
      {apiError && <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>}
      {cart?.lastBillingData && <SavedMethod data={cart.lastBillingData} />}
      <Button wide>{t('CHECKOUT.ORDER')}</Button>
      <a className="button quiet" href={addressOf('pay', { id, voucher, again: 1 })}>
        {t('CHECKOUT.ORDER_OTHER')}
      </a>
    </form>
  )
}
