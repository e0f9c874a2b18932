import { countryName } from '@kiosk/domain/country-name'
import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import { PageIcon } from '@kiosk/ui/page-icon'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { ApiError } from '../api-error.ts'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import { rememberPlace } from './after-purchase.ts'
import { titleIn } from './attempt-loading.ts'
import { CartTable } from './cart-table.tsx'
import { checkoutHandle } from './checkout-bars.tsx'
import { DeclinedNotice } from './declined-notice.tsx'
import { MARKET_REJECTIONS, MarketRejected } from './market-rejected.tsx'
import { OrderForm } from './order-form.tsx'
import { type OverviewAnswer, overviewAction } from './overview-action.ts'
import { declinedIn, isTried, loadCart, modeOf, type Overview, type UpcomingCharge, upcomingCharges } from './overview-loading.ts'
import style from './overview-screen.module.css'
import { PaymentPage } from './payment-page.tsx'
import { requestedPlan } from './requested-plan.ts'
import { VoucherForm } from './voucher-form.tsx'
import { openWallet, walletOf } from './wallet.ts'
import { enteredWay } from './ways-of-paying.ts'

export const handle = checkoutHandle

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const url = new URL(request.url)
  const requested = await requestedPlan(ctx, url)
  const loaded = await loadCart(ctx, requested)
  const head: HeadData = { robots: 'noindex' }
  const declined = await declinedIn(ctx, url)
  const results = declined ? [paymentResultMessages] : []
  if (isTried(declined)) head.title = titleIn(ctx, 'PAYMENT.FAILED_TITLE')
  const words = ctx.packedWords(checkoutMessages, paymentMessages, subscriptionMessages, validationMessages, ...results)
  const { user, region, locale } = await ctx.who()
  const market = countryName(ctx.language, region.country) ?? region.country
  const place = rememberPlace(ctx.publicUrl, url, user.accountReference)
  if (loaded.error) return data({ words, head, requested, market, error: loaded.error }, place)
  const { cart } = loaded
  const wallet = walletOf(cart, user.payPalClientId, user.payPalScript)
  if (wallet) openWallet(ctx, wallet)
  const order = {
    words,
    head,
    requested,
    market,
    error: null,
    cart,
    mode: modeOf(cart),
    coming: upcomingCharges(cart, locale, Date.now()),
    wallet,
    withdrawal: ctx.operator.withdrawal,
    version: ACCEPTANCE_VERSIONS[ctx.operator.withdrawal],
    voucherError: loaded.voucher,
    /** Redirected back here, because the acceptance was missing. */
    unaccepted: url.searchParams.has('unaccepted'),
    /** Redirected back here, because the provider did not open a page for payment data. */
    unavailable: url.searchParams.has('unavailable'),
    /** Redirected back here, because too many pages for payment data were opened. */
    limited: url.searchParams.has('limited'),
    declined,
    left: enteredWay(url),
  }
  return data(order, place)
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  return overviewAction(ctx, await requestedPlan(ctx, new URL(request.url)), await accountForm(ctx, request))
}

/** Step 1 of 3: the order, today's and later charges, and the order button. */
export default function OverviewScreen() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.error && MARKET_REJECTIONS.includes(loaded.error.code))
    return <MarketRejected code={loaded.error.code} market={loaded.market} />
  if (loaded.error) return <Rejected message={loaded.error.message} words={loaded.error.words} />
  return <Order overview={loaded} />
}

function Order({ overview }: { overview: Overview & { coming: UpcomingCharge[]; voucherError: ApiError | null } }) {
  const t = useText()
  const { cart, requested, coming, declined, voucherError } = overview
  const answer = useActionData() as OverviewAnswer | undefined
  return (
    <PaymentPage
      step={1}
      title={t(isTried(declined) ? 'PAYMENT.FAILED_TITLE' : 'CHECKOUT.TITLE')}
      lead={t(!declined ? 'CHECKOUT.LEAD' : isTried(declined) ? 'PAYMENT.FAILED_BODY' : 'PAYMENT.LEFT_BODY')}
      wide
    >
      {declined && <DeclinedNotice declined={declined} />}
      <div className={style.order}>
        <section className={style.items} aria-labelledby="goods">
          <h2 id="goods">{t('CHECKOUT.CART')}</h2>
          <CartTable cart={cart} />
          <ul className={style.features}>
            {cart.features.map((feature) => (
              <li key={feature}>
                <Icon name="check" size={1.1} />
                {feature}
              </li>
            ))}
          </ul>
          {cart.showVoucherInfo && (
            <p className={style.voucher}>
              <PageIcon name="ticket" size={1.1} /> {t('CHECKOUT.VOUCHER_DONE')}
            </p>
          )}
          {cart.voucherAvailable && (
            <VoucherForm
              requested={requested}
              apiError={(answer?.about === 'voucher' && answer.apiError) || voucherError}
              typed={answer?.typed ?? (voucherError ? requested.voucher : '')}
            />
          )}
        </section>
        <section className={style.checkout} aria-labelledby="pay checkout-total">
          <h2 id="pay">{t('PAY.TITLE')}</h2>
          <OrderForm overview={overview} coming={coming} answer={answer?.about === 'order' ? answer : undefined} />
        </section>
      </div>
    </PaymentPage>
  )
}

/** Shown if the API rejects the cart: the reason and a way to continue. */
function Rejected({ message, words }: { message: string | null; words: string }) {
  const t = useText()
  const { state } = useViewer()
  return (
    <PaymentPage step={1} title={t('CHECKOUT.REFUSED_TITLE')}>
      <Notice
        kind="warning"
        actions={
          <Link plain to={pays(state) ? 'currentSubscription' : 'subscriptions'} className="button">
            {t(pays(state) ? 'CHECKOUT.TO_MINE' : 'CHECKOUT.TO_SUBSCRIPTIONS')}
          </Link>
        }
      >
        <p>
          {message ?? t(words as MessageKey)} {t('CHECKOUT.REFUSED_KEPT')}
        </p>
      </Notice>
    </PaymentPage>
  )
}
