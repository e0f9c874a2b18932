import Stripe from 'stripe'
import { countryCode } from '../country-code.ts'
import type { LeftMethod, Outcome, SetupState } from '../port.ts'

/** Our decline code for each reason of Stripe; others are "declined". Hard declines are not retried. */
const REASONS: Record<string, { code: string; retryable: boolean }> = {
  insufficient_funds: { code: 'insufficient_funds', retryable: true },
  expired_card: { code: 'expired', retryable: false },
  authentication_required: { code: 'authentication_failed', retryable: true },
  payment_intent_authentication_failure: { code: 'authentication_failed', retryable: false },
  setup_intent_authentication_failure: { code: 'authentication_failed', retryable: false },
  incorrect_number: { code: 'CC_ACCOUNT_VALIDATION', retryable: false },
  invalid_number: { code: 'CC_ACCOUNT_VALIDATION', retryable: false },
  invalid_account: { code: 'CC_ACCOUNT_VALIDATION', retryable: false },
  bank_account_unusable: { code: 'CC_ACCOUNT_VALIDATION', retryable: false },
  incorrect_cvc: { code: 'CC_ACCOUNT_VALIDATION', retryable: false },
  debit_not_authorized: { code: 'mandate_cancelled', retryable: false },
  payment_intent_mandate_invalid: { code: 'mandate_cancelled', retryable: false },
  invalid_mandate_reference_prefix_format: { code: 'mandate_cancelled', retryable: false },
  lost_card: { code: 'declined', retryable: false },
  stolen_card: { code: 'declined', retryable: false },
  pickup_card: { code: 'declined', retryable: false },
  do_not_try_again: { code: 'declined', retryable: false },
  revocation_of_authorization: { code: 'mandate_cancelled', retryable: false },
  revocation_of_all_authorizations: { code: 'mandate_cancelled', retryable: false },
  amount_too_small: { code: 'declined', retryable: false },
  resource_missing: { code: 'declined', retryable: false },
}

/** Decline reasons of a charge on our schedule that the customer can resolve by bank authentication. */
const NEEDS_CUSTOMER = ['authentication_required', 'payment_intent_authentication_failure']

type Reason = { code?: string | undefined; decline_code?: string | undefined; message?: string | undefined }

export function declineOf(reason: Reason | null | undefined, reference: string | null): Outcome {
  const known = REASONS[reason?.decline_code ?? ''] ?? REASONS[reason?.code ?? ''] ?? { code: 'declined', retryable: true }
  return { state: 'declined', reference, ...known, text: reason?.message ?? '' }
}

/** Whether the bank only requires authentication. */
export function needsCustomer(reason: Reason | null | undefined): boolean {
  return [reason?.decline_code, reason?.code].some((each) => each !== undefined && NEEDS_CUSTOMER.includes(each))
}

/** Returns the result of a charge from its PaymentIntent; returned money is known only from its disputes. */
export function outcomeOf(intent: Stripe.PaymentIntent): Outcome {
  const reference = intent.id
  switch (intent.status) {
    case 'succeeded':
      return { state: 'succeeded', reference, ...collectedOf(intent) }
    case 'processing': {
      const debitOn = debitDayOf(intent)
      return { state: 'processing', reference, ...(debitOn !== null && { debitOn }) }
    }
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url
      // We never request an authentication that has no URL.
      return url ? { state: 'action', reference, url, params: {} } : declineOf({ code: 'authentication_required' }, reference)
    }
    case 'requires_payment_method':
      // Charged on our schedule: authentication can be started, and repeated after a failure.
      if (intent.metadata.unattended && needsCustomer(intent.last_payment_error)) return { state: 'needs-customer', reference }
      return declineOf(intent.last_payment_error, reference)
    case 'canceled':
      return { state: 'declined', reference, code: 'abandoned', text: '', retryable: false }
    default:
      return { state: 'unknown' }
  }
}

/** Returns the day on which the account is debited; null if there is no charge yet or it has no such day. */
function debitDayOf({ latest_charge: charge }: Stripe.PaymentIntent): string | null {
  if (typeof charge !== 'object') return null
  return charge?.payment_method_details?.sepa_debit?.expected_debit_date ?? null
}

/** Statuses of a dispute that has taken the money; an inquiry ("warning_…") has not. */
const TAKEN = ['needs_response', 'under_review', 'lost']

/**
 * Returns the effect of a dispute on the money of a charge, whose `latest_charge` is expanded; null = none. Stripe reports a
 * returned debit as a dispute, too.
 * @param isBack Stripe reports that the money has come back, whatever the status
 */
export function takenBackOf(
  intent: Stripe.PaymentIntent,
  { id: dispute, status, reason: text, amount }: Pick<Stripe.Dispute, 'id' | 'status' | 'reason' | 'amount'>,
  isBack: boolean,
): Extract<Outcome, { state: 'returned' | 'reinstated' }> | null {
  const charge = intent.latest_charge
  const isDebit = charge && typeof charge !== 'string' && charge.payment_method_details?.type === 'sepa_debit'
  const of = { reference: intent.id, code: isDebit ? ('returned' as const) : ('disputed' as const), text, dispute, amount }
  if (isBack || status === 'won') return { state: 'reinstated', ...of }
  return TAKEN.includes(status) ? { state: 'returned', ...of } : null
}

/** Whether an event has the fields of the version of Stripe's API that this adapter speaks. */
export function isOfOurVersion({ api_version }: Pick<Stripe.Event, 'api_version'>): boolean {
  return !api_version || api_version === Stripe.API_VERSION
}

export function idOf(thing: string | { id: string }): string {
  return typeof thing === 'string' ? thing : thing.id
}

export function refundStateOf(status: string | null): 'succeeded' | 'processing' | 'failed' {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'processing'
}

/** Returns the state of a setup page, with `setup_intent.payment_method` and `setup_intent.mandate` expanded. */
export function setupStateOf(session: Stripe.Checkout.Session): SetupState {
  if (session.status === 'expired') return { state: 'failed', code: 'abandoned', text: '' }
  const intent = session.setup_intent
  if (session.status !== 'complete' || !intent || typeof intent === 'string') return { state: 'open' }
  const { last_setup_error: error, payment_method: method } = intent
  if (intent.status === 'canceled') return { state: 'failed', code: 'abandoned', text: '' }
  if (intent.status === 'requires_payment_method') {
    const { code } = declineOf(error, null) as { code: string }
    return { state: 'failed', code, text: error?.message ?? '' }
  }
  if (intent.status !== 'succeeded' || !method || typeof method === 'string') return { state: 'open' }
  const mandate = typeof intent.mandate === 'string' ? null : intent.mandate
  return { state: 'done', method: methodOf(method, mandate) }
}

function methodOf(method: Stripe.PaymentMethod, mandate: Stripe.Mandate | null): LeftMethod {
  const { id: reference, sepa_debit: debit, card, customer } = method
  const country = countryCode(debit?.country ?? card?.country)
  const customerReference = typeof customer === 'string' ? customer : (customer?.id ?? null)
  const fingerprint = debit?.fingerprint ?? card?.fingerprint ?? null
  if (!debit) return { kind: 'CC', reference, customerReference, country, fingerprint, ...methodLook(method), mandate: null }
  const sepaMandate = mandate?.payment_method_details.sepa_debit
  return {
    kind: 'DD',
    reference,
    customerReference,
    country,
    fingerprint,
    ...methodLook(method),
    mandate: sepaMandate ? { reference: sepaMandate.reference, text: sepaMandate.url } : null,
  }
}

/** Returns brand and masked number as readers see them. */
export function methodLook({ card, sepa_debit: debit }: Stripe.PaymentMethod): { brand: string; masked: string } {
  if (debit) return { brand: 'SEPA', masked: `${debit.country ?? ''}•• •••• ${debit.last4 ?? ''}` }
  return { brand: BRANDS[card?.brand ?? ''] ?? 'Karte', masked: `•••• ${card?.last4 ?? ''}` }
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** Returns what was collected, if the intent says so: `amount_received` is optional in Stripe's description. */
function collectedOf({ amount_received: amount, currency }: Stripe.PaymentIntent) {
  return Number.isInteger(amount) ? { collected: { amount, currency: currency.toUpperCase() } } : {}
}
