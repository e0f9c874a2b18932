import { checkoutMessages } from '@kiosk/i18n/messages/checkout'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { Icon } from '@kiosk/ui/icon'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import { rememberedPlace } from './after-purchase.ts'
import { attemptIn, leadToFailure, titleIn } from './attempt-loading.ts'
import { subscriptionPageOf } from './local-path.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'
import { Waiting } from './waiting.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const attempt = await attemptIn(ctx, new URL(request.url))
  if (attempt?.state === 'failed') throw leadToFailure(attempt)
  const { state, user } = await ctx.whoForSure()
  // Nothing was bought, so there is nothing to thank for.
  if (attempt === null && !pays(state) && !ctx.environment.devSystem) throw redirect(subscriptionPageOf(state))
  return data({
    words: ctx.packedWords(checkoutMessages, paymentResultMessages),
    head: {
      robots: 'noindex',
      // Nobody knows yet whether there is something to thank for.
      ...(attempt?.state === 'waiting' && { title: titleIn(ctx, 'PAYMENT.WAITING_TITLE') }),
    } satisfies HeadData,
    state: attempt?.state ?? ('succeeded' as const),
    place: rememberedPlace(request, user.accountReference),
  })
}

/** Step 3 of 3: thanks, or waiting for the bank's answer. */
export default function SuccessScreen() {
  const t = useText()
  const { state, place } = useLoaderData<typeof loader>()
  const { webapp } = useViewer()
  if (state === 'waiting') {
    return (
      <PaymentPage step={3} title={t('PAYMENT.WAITING_TITLE')}>
        <Waiting />
      </PaymentPage>
    )
  }
  return (
    <PaymentPage step={3} title={t('PAYMENT.SUCCESS_TITLE')}>
      <div className={style.result} role="status">
        <span className={style.checkmark}>
          <Icon name="check" size={2} />
        </span>
        <p>{t(state === 'processing' ? 'PAYMENT.PROCESSING_BODY' : 'PAYMENT.SUCCESS_BODY')}</p>
      </div>
      <p className={style.actions}>
        <a className="button" href={place ?? webapp}>
          {t(place ? 'PAYMENT.READ_ON' : 'PAYMENT.READ')}
        </a>
        <Link plain to="currentSubscription" className="button quiet">
          {t('PAYMENT.MY_SUBSCRIPTION')}
        </Link>
        {state === 'succeeded' && (
          <Link plain to="invoices" className="button quiet">
            {t('PAYMENT.INVOICES')}
          </Link>
        )}
      </p>
    </PaymentPage>
  )
}
