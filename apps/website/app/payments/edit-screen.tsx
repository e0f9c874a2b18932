import { billingData, editUrl } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import type { Billing } from '@kiosk/domain/payments/billing-endpoints'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orApiError } from '../api-error.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { checkoutHandle } from './checkout-bars.tsx'
import { followScript } from './frame-height.ts'
import { localPath } from './local-path.ts'
import { PaymentPage } from './payment-page.tsx'
import { ProviderFrame } from './provider-frame.tsx'
import style from './result.module.css'
import { SavedMethod } from './saved-payment-data.tsx'

export const handle = checkoutHandle

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const [way, billing] = await Promise.all([orApiError(ctx.call(editUrl)), orApiError(ctx.call(billingData))])
  const frame = localPath(ctx, way.answer?.url)
  // An e-mail about a failed charge links here, and the subscription may have ended since.
  const isWallet = billing.answer?.orderType === ORDER_TYPE.wallet
  const reason = isWallet ? 'wallet' : way.apiError?.status === 404 ? 'no_subscription' : null
  if (frame === null) throw redirect(addressOf('paymentChangeFailed', { reason }))
  ctx.opened = { frames: ["'self'"] }
  return data({
    words: ctx.words(checkoutMessages, paymentResultMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    script: followScript,
    frame,
    method: billing.answer?.method ?? null,
    overdue: overdueIn(billing.answer),
    sellsByWallet: (await ctx.who()).user.payPalClientId !== undefined,
  })
}

/** Returns the amount that is charged as soon as other payment data are entered; null = none. */
function overdueIn(billing: Billing | null | undefined): string | null {
  return billing?.overdue ? formatMoney({ minor: billing.overdue, currency: billing.currency }) : null
}

/** Replaces the payment data; nothing but an overdue amount is charged. */
export default function EditScreen() {
  const t = useText()
  const { frame, method, overdue, sellsByWallet } = useLoaderData<typeof loader>()
  return (
    <PaymentPage
      title={t('REREGISTRATION.TITLE')}
      lead={overdue ? t('REREGISTRATION.LEAD_OVERDUE', { amount: overdue }) : t('REREGISTRATION.LEAD')}
    >
      {method && (
        <div className={style.reason}>
          <p>{t('REREGISTRATION.NOW')}</p>
          <SavedMethod
            data={{ paymentMethod: method.kind as 'CC' | 'DD', accountBrand: method.brand, accountNumber: method.number }}
          />
        </div>
      )}
      <ProviderFrame address={frame} />
      {sellsByWallet && <p className={style.other}>{t('REREGISTRATION.NO_WALLET')}</p>}
      <p className={style.other}>
        <Link plain to="currentSubscription">
          {t('REREGISTRATION.CANCEL')}
        </Link>
      </p>
    </PaymentPage>
  )
}
