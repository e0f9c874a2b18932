import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import { cart as cartEndpoint, registrationUrl } from '@kiosk/domain/payments/endpoints'
import { paymentWords } from '@kiosk/languages/payments'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { orRefusal } from '../refusal.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { Known } from './ask-about-data.tsx'
import { type Asked, askedTariff } from './asked-tariff.ts'
import { followScript } from './frame-height.ts'
import { buy, type OverviewAnswer } from './overview-action.ts'
import { whatComes } from './overview-loading.ts'
import { ownWay } from './own-way.ts'
import style from './pay-screen.module.css'
import { PaymentPage } from './payment-page.tsx'
import { ProviderFrame } from './provider-frame.tsx'
import { WhatComes } from './what-comes.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { searchParams } = new URL(request.url)
  const asked = await askedTariff(visit, new URL(request.url))
  const { id, voucher } = asked
  const overview = (more: Record<string, number> = {}) => redirect(addressOf('paymentOverview', { id, voucher, ...more }))
  const query = { subscription: id, voucher, again: String(searchParams.get('again') === '1') }
  const { answer, refusal } = await orRefusal(visit.call(registrationUrl, { query }))
  if (refusal?.code === 'acceptance_missing') throw overview({ unaccepted: 1 })
  // The overview shows what is wrong with the cart.
  if (refusal && refusal.status !== 404 && refusal.status < 500) throw overview()
  const saved = refusal === null && answer === undefined
  const frame = ownWay(visit, answer?.url)
  if (!saved && frame === null) throw redirect(addressOf('paymentFailed'))
  if (frame) visit.opened = { frames: ["'self'"] }
  const cart = (await orRefusal(visit.call(cartEndpoint, { params: { subscriptionId: id } }))).answer
  return data({
    words: visit.words(checkoutWords, paymentWords),
    head: { robots: 'noindex' } satisfies HeadData,
    ...(frame && { script: followScript }),
    asked,
    frame,
    cart,
    coming: cart && whatComes(cart, visit.language, Date.now()),
    shortcuts: visit.environment.devSystem,
  })
}

/** Orders with the payment data that are saved: only this press buys (decision 21). */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const { id, voucher } = await askedTariff(visit, new URL(request.url))
  await accountForm(visit, request)
  const answered = await buy(visit, id)
  const missing = !(answered instanceof Response) && answered.data.refusal?.code === 'acceptance_missing'
  if (missing) throw redirect(addressOf('paymentOverview', { id, voucher, unaccepted: 1 }), 303)
  return answered
}

/** Step 2 of 3: the provider's page in a frame, or the button that orders with the data that are saved. */
export default function PayScreen() {
  const t = useText()
  const { asked, frame, shortcuts } = useLoaderData<typeof loader>()
  return (
    <PaymentPage step={2} title={t(frame ? 'PAY.TITLE' : 'PAY.SAVED_TITLE')} lead={t(frame ? 'PAY.LEAD' : 'PAY.SAVED_LEAD')}>
      <Sum />
      {frame ? <ProviderFrame address={frame} /> : <OrderWithSaved asked={asked} />}
      <p className={style.back}>
        <Link plain to="paymentOverview" values={{ id: asked.id, voucher: asked.voucher }}>
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

/** What is paid, once more, beside the place where it is paid. */
function Sum() {
  const t = useText()
  const { cart, coming } = useLoaderData<typeof loader>()
  const { regionId } = useVisitor()
  if (!cart || !coming) return null
  return (
    <section className={style.sum} aria-label={t('CHECKOUT.CART')}>
      <p className={style.total}>
        <span>{cart.entries[0]?.title}</span>
        <strong>{formatMoney({ minor: cart.totalPrice, currency: cart.currency })}</strong>
      </p>
      <p className={style.vat}>
        {t('CHECKOUT.TODAY')}, {t(regionId === 3 ? 'CHECKOUT.VAT_CH' : 'CHECKOUT.VAT')}
      </p>
      <WhatComes coming={coming.slice(1)} />
    </section>
  )
}

function OrderWithSaved({ asked: { id, voucher } }: { asked: Asked }) {
  const t = useText()
  const { cart } = useLoaderData<typeof loader>()
  const { refusal } = (useActionData() as OverviewAnswer | undefined) ?? {}
  return (
    <form method="post" action={addressOf('pay', { id, voucher })} className={style.saved} data-once>
      <AccountField />
      {refusal && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
      {cart?.lastBillingData && <Known data={cart.lastBillingData} />}
      <Button wide>{t('CHECKOUT.ORDER')}</Button>
      <a className="button quiet" href={addressOf('pay', { id, voucher, again: 1 })}>
        {t('CHECKOUT.ORDER_OTHER')}
      </a>
    </form>
  )
}
