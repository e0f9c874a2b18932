import { addressOf } from '@kiosk/domain/addresses'
import { paymentUrl } from '@kiosk/domain/payments/endpoints'
import { paymentQuestion } from '@kiosk/domain/payments/question-endpoints'
import { paymentResultWords } from '@kiosk/languages/payment-results'
import { checkoutWords } from '@kiosk/languages/payments-screens'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { orRefusal } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { bankFormOf, ToBank } from './bank-form.tsx'
import { PaymentPage } from './payment-page.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const id = params.id ?? ''
  // Section 2: the flag is set where the address says so.
  const reservation = new URL(request.url).pathname.includes('reservation')
  const query = { id, reservation: String(reservation) }
  const { answer, refusal } = await orRefusal(visit.call(paymentUrl, { query }))
  // Nothing to answer any more; the page for payment data knows where to go on, and a renewal has a page of its own.
  if (!refusal && !answer) {
    if (reservation) throw redirect(frameOf(id))
    const renewal = await orRefusal(visit.call(paymentQuestion, { query: { attempt: id } }))
    throw redirect(addressOf(renewal.answer ? 'confirmPayment' : 'paymentSuccess', { attempt: id }))
  }
  const form = answer ? bankFormOf(visit, answer) : null
  if (!form) throw redirect(addressOf('paymentFailed', { attempt: id }))
  return data({
    words: visit.words(checkoutWords, paymentResultWords),
    head: { robots: 'noindex' } satisfies HeadData,
    reservation,
    form,
  })
}

/** Our own page around the provider's. */
function frameOf(setup: string): string {
  return `/user/payment/frame/${encodeURIComponent(setup)}`
}

/** On the way to the bank (3-D-secure). */
export default function BankScreen() {
  const t = useText()
  const { reservation, form } = useLoaderData<typeof loader>()
  return (
    <PaymentPage step={2} title={t('PAYMENT.ASYNC_TITLE')}>
      <ToBank form={form} words={reservation ? 'PAYMENT.ASYNC_RESERVATION' : 'PAYMENT.ASYNC'} />
    </PaymentPage>
  )
}
