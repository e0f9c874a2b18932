import { formatMoney } from '@kiosk/domain/money'
import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/terms'
import { DEFAULT_REGION, regionById } from '@kiosk/domain/regions'
import { paymentWords } from '@kiosk/languages/payments'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { subscriptionWords } from '@kiosk/languages/subscriptions'
import { validationWords } from '@kiosk/languages/validation'
import { Icon } from '@kiosk/ui/icon'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { pays, useVisitor } from '../shell/visitor.ts'
import { askedTariff } from './asked-tariff.ts'
import { CartTable } from './cart-table.tsx'
import { MARKET_REFUSALS, MarketRefused } from './market-refused.tsx'
import { OrderForm } from './order-form.tsx'
import { type OverviewAnswer, overviewAction } from './overview-action.ts'
import { loadCart, modeOf, whatComes } from './overview-loading.ts'
import style from './overview-screen.module.css'
import { PaymentPage } from './payment-page.tsx'
import { VoucherForm } from './voucher-form.tsx'
import { openWallet, walletOf } from './wallet.ts'
import { WhatComes } from './what-comes.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const url = new URL(request.url)
  const asked = await askedTariff(visit, url)
  const loaded = await loadCart(visit, asked)
  const head: HeadData = { robots: 'noindex' }
  const words = visit.packedWords(checkoutWords, paymentWords, subscriptionWords, validationWords)
  const { user } = await visit.who()
  const market = countryName(visit.language, user.regionId)
  if (loaded.refused) return data({ words, head, asked, market, refused: loaded.refused }, { status: 200 })
  const { cart } = loaded
  const wallet = walletOf(cart, user.payPalClientId, user.payPalScript)
  if (wallet) openWallet(visit, wallet)
  return data({
    words,
    head,
    asked,
    market,
    refused: null,
    cart,
    mode: modeOf(cart),
    coming: whatComes(cart, visit.language, Date.now()),
    wallet,
    withdrawal: visit.operator.withdrawal,
    version: ACCEPTANCE_VERSIONS[visit.operator.withdrawal],
    voucherRefusal: loaded.voucher,
    /** Led back here, because nothing was accepted yet. */
    unaccepted: url.searchParams.has('unaccepted'),
  })
}

/** What the country of a market is called. */
function countryName(language: string, regionId: number): string {
  const { country } = regionById(regionId) ?? DEFAULT_REGION
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
}

export type Overview = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, { refused: object }>

export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  return overviewAction(visit, await askedTariff(visit, new URL(request.url)), await accountForm(visit, request))
}

/** Step 1 of 3: what is ordered, what it costs today and later, and the button that orders it. */
export default function OverviewScreen() {
  const loaded = useLoaderData<typeof loader>()
  if (loaded.refused && MARKET_REFUSALS.includes(loaded.refused.code))
    return <MarketRefused code={loaded.refused.code} market={loaded.market} />
  if (loaded.refused) return <Refused message={loaded.refused.message} words={loaded.refused.words} />
  return <Order overview={loaded} />
}

function Order({ overview }: { overview: Overview }) {
  const t = useText()
  const { cart, asked, coming, voucherRefusal } = overview
  const answer = useActionData() as OverviewAnswer | undefined
  const { regionId } = useVisitor()
  return (
    <PaymentPage step={1} title={t('CHECKOUT.TITLE')} lead={t('CHECKOUT.LEAD')} wide>
      <div className={style.order}>
        <section className={style.goods} aria-labelledby="goods">
          <h2 id="goods">{t('CHECKOUT.CART')}</h2>
          <p className={style.name}>{cart.entries[0]?.title}</p>
          <ul className={style.features}>
            {cart.features.map((feature) => (
              <li key={feature}>
                <Icon name="check" size={1.1} />
                {feature}
              </li>
            ))}
          </ul>
          <CartTable cart={cart} vat={t(regionId === 3 ? 'CHECKOUT.VAT_CH' : 'CHECKOUT.VAT')} />
          {cart.showVoucherInfo && (
            <p className={style.voucher}>
              <Icon name="ticket" size={1.1} /> {t('CHECKOUT.VOUCHER_DONE')}
            </p>
          )}
          {cart.voucherAvailable && (
            <VoucherForm
              asked={asked}
              refusal={(answer?.about === 'voucher' && answer.refusal) || voucherRefusal}
              typed={answer?.typed ?? (voucherRefusal ? asked.voucher : '')}
            />
          )}
        </section>
        <section className={style.till} aria-labelledby="till">
          <h2 id="till" className={style.total}>
            <span>{t('CHECKOUT.TODAY')}</span>
            <strong>{formatMoney({ minor: cart.totalPrice, currency: cart.currency })}</strong>
          </h2>
          <p className={style.vat}>{t(regionId === 3 ? 'CHECKOUT.VAT_CH' : 'CHECKOUT.VAT')}</p>
          <WhatComes coming={coming} />
          <p className={style.small}>
            {t('CHECKOUT.RENEWAL', { days: cart.noticePeriodDays })}{' '}
            <Link plain to="cancel">
              {t('CHECKOUT.CANCEL_LINK')}
            </Link>
            .
          </p>
          <OrderForm overview={overview} answer={answer?.about === 'order' ? answer : undefined} />
        </section>
      </div>
    </PaymentPage>
  )
}

/** The API takes no cart for this: it says why, and where to go from here (R4-89). */
function Refused({ message, words }: { message: string | null; words: string }) {
  const t = useText()
  const { state } = useVisitor()
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
          {message ?? t(words)} {t('CHECKOUT.REFUSED_KEPT')}
        </p>
      </Notice>
    </PaymentPage>
  )
}
