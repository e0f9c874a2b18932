import { addressOf } from '@kiosk/domain/addresses'
import { paymentUrl } from '@kiosk/domain/payments/endpoints'
import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orRefusal } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { PaymentPage } from './payment-page.tsx'
import style from './result.module.css'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const id = params.id ?? ''
  // Section 2: the flag is set where the address says so.
  const reservation = new URL(request.url).pathname.includes('reservation')
  const query = { id, reservation: String(reservation) }
  const { answer, refusal } = await orRefusal(visit.call(paymentUrl, { query }))
  if (refusal || (answer && !isWeb(answer.url))) throw redirect(addressOf('paymentFailed', { attempt: id }))
  // Nothing to answer any more; the page for payment data knows where to go on.
  if (!answer) throw redirect(reservation ? frameOf(id) : addressOf('paymentSuccess', { attempt: id }))
  const bank = new URL(answer.url)
  visit.opened = { forms: [bank.origin] }
  // A form that only fetches loses the query of its address.
  const fetches = Object.keys(answer.params).length === 0
  return data({
    words: visit.words(checkoutWords, paymentResultWords),
    head: { robots: 'noindex' } satisfies HeadData,
    reservation,
    method: fetches ? 'get' : 'post',
    address: fetches ? bank.origin + bank.pathname : answer.url,
    fields: fetches ? [...bank.searchParams] : Object.entries(answer.params),
  })
}

/** Our own page around the provider's. */
function frameOf(setup: string): string {
  return `/user/payment/frame/${encodeURIComponent(setup)}`
}

function isWeb(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

/** On the way to the bank (3-D-secure): a hidden form that the shell's script sends, and its button without script. */
export default function BankScreen() {
  const t = useText()
  const { reservation, method, address, fields } = useLoaderData<typeof loader>()
  return (
    <PaymentPage step={2} title={t('PAYMENT.ASYNC_TITLE')}>
      <div className={style.result} role="status">
        <span className={style.ring} aria-hidden="true" />
        <p>{t(reservation ? 'PAYMENT.ASYNC_RESERVATION' : 'PAYMENT.ASYNC')}</p>
      </div>
      <form method={method} action={address} data-press="">
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className={style.ways}>
          <button type="submit" className="button quiet">
            {t('PAYMENT.ASYNC_BUTTON')}
          </button>
        </p>
      </form>
    </PaymentPage>
  )
}
