import type { PeriodView, SubscriptionView } from '@kiosk/backend/billing/operator-actions/describe-subscription'
import type {
  ActionDetails,
  ActionDocument,
  ActionKind,
  DisputeDetails,
  EndDetails,
  GrantDetails,
  OperatorAction,
  RefundPolicy,
} from '@kiosk/backend/billing/operator-actions/perform'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import { terminationNumber } from '@kiosk/backend/billing/withdrawals/number'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { dayInVienna } from '@kiosk/domain/day'
import { ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { formatMoney } from './format-money.ts'

// Formats subscriptions and operator actions for the terminal.

const PAID_BY: Record<number, string> = {
  [ORDER_TYPE.own]: 'charged by us',
  [ORDER_TYPE.wallet]: 'charged by the wallet',
  [ORDER_TYPE.google]: 'charged by the store',
}

const REFUNDS: Record<RefundPolicy, string> = {
  'pro-rata': 'the unused days are refunded',
  whole: 'the period is refunded in full',
  none: 'nothing is refunded',
}

export function subscriptionLines(view: SubscriptionView): string[] {
  const { currency, nextCharge, plannedEnd } = view
  const paid = view.method ? `${PAID_BY[view.orderType]}, ${view.method}` : (PAID_BY[view.orderType] ?? '')
  const next = nextCharge
    ? `next charge ${dayInVienna(nextCharge.at)}: ${formatMoney(nextCharge.amount.minor, currency)}`
    : 'no further charge'
  return [
    `${subscriptionNumber(view.id)}  ${view.tier}, region ${view.region}: ${view.state}`,
    `    ${view.email === null ? 'of an account that was erased' : printable(view.email)}; ${paid}`,
    `    since ${dayInVienna(view.startsAt)}, access until ${view.endsAt ? dayInVienna(view.endsAt) : 'further notice'}; ${
      view.state === 'ended' ? 'ended' : next
    }`,
    ...(plannedEnd ? [`    ends on ${dayInVienna(plannedEnd.endsAt)}: ${REFUNDS[plannedEnd.refund]}`] : []),
    ...(view.plannedPlan
      ? [`    from the next period: plan ${view.plannedPlan.planId} at ${formatMoney(view.plannedPlan.price, currency)}`]
      : []),
    ...view.exits.map(
      (termination) =>
        `    open: ${terminationNumber(termination)} (${termination.kind === 'cancel' ? 'cancellation' : 'withdrawal'})`,
    ),
    ...view.disputes.map(
      ({ reference, amount, state, takenAt, wonAt }) =>
        `    dispute ${printable(reference)}: ${formatMoney(amount, currency)} taken ${dayInVienna(takenAt)}${
          state === 'won' && wonAt ? `, won ${dayInVienna(wonAt)}` : ''
        }`,
    ),
    ...view.periods.map((period) => `    ${periodLine(period, currency)}`),
    ...view.acts.map((act) => `    ${actLine(act)}`),
  ]
}

function periodLine({ startsAt, endsAt, state, invoice, paid, credited, refundsOpen }: PeriodView, currency: string): string {
  const parts = [
    `${dayInVienna(startsAt)} to ${dayInVienna(endsAt)}: ${state}`,
    invoice && `invoice ${invoice}, paid ${formatMoney(paid, currency)}`,
    credited > 0 && `credited ${formatMoney(credited, currency)}`,
    refundsOpen > 0 && `pending refunds ${formatMoney(refundsOpen, currency)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** "2026-11-22  end by anna: It was ordered by mistake (…)". */
export function actLine(act: OperatorAction): string {
  return `${act.at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${act.kind} by ${printable(act.actor)}: ${printable(act.why)}; ${effectLines(
    act.kind,
    act.details,
  ).join(' ')}`
}

/** Returns the effects of an action, as sentences. */
export function effectLines<Kind extends ActionKind>(kind: Kind, details: ActionDetails[Kind]): string[] {
  return WORDS[kind](details)
}

const WORDS: { [Kind in ActionKind]: (details: ActionDetails[Kind]) => string[] } = {
  end: endWords,
  withdraw: withdrawWords,
  extend: grantWords,
  goodwill: (details) => [...grantWords(details), `The reader gets an e-mail that says why: ${details.because}.`],
  downgrade: ({ from, to, endsAt, price, currency }) => [
    `From ${dayInVienna(new Date(endsAt))} on the plan is ${to} at ${formatMoney(price, currency)}; until then it stays ${from}.`,
    'The reader gets an e-mail.',
  ],
  'take-back-downgrade': ({ from }) => [`It stays ${from}.`, 'The reader gets an e-mail.'],
  'offer-upgrade': ({ to, price, due, currency }) => [
    `The reader gets an e-mail with a link to the order of ${to}: ${formatMoney(due, currency)} now, then ${formatMoney(price, currency)} per 30 days.`,
    'Nothing changes unless the reader orders.',
  ],
  'dispute-received': disputeWords,
  'dispute-lost': endWords,
  'renewed-after-dispute': ({ endsAt }) => [
    `It is renewed again; the next charge is on ${dayInVienna(new Date(endsAt))}.`,
    'The reader gets an e-mail.',
  ],
  'leave-running': ({ exit: termination }) => [`Declaration ${termination} is resolved; the subscription continues.`],
  'plan-end': ({ endsAt, refund, cancelsAtWallet, exit: termination }) => [
    `The last day is ${dayInVienna(new Date(endsAt))}; then ${REFUNDS[refund]}.`,
    ...(cancelsAtWallet ? ['The server cancels it at the wallet now.'] : []),
    ...settledWords(termination),
    'The reader gets an e-mail.',
  ],
  'take-back-planned-end': ({ endsAt }) => [
    `The end planned for ${dayInVienna(new Date(endsAt))} is cancelled; the subscription continues as before.`,
    'The reader gets an e-mail.',
  ],
}

function withdrawWords({ exit: termination, receivedAt, ...ended }: ActionDetails['withdraw']): string[] {
  return [
    `Withdrawal ${termination}, received ${dayInVienna(new Date(receivedAt))}, is accepted and resolved.`,
    ...endWords(ended),
  ]
}

function endWords({ exit: termination, endsAt, refund, papers, underWay, cancelsAtWallet }: EndDetails): string[] {
  return [
    `The subscription ended on ${dayInVienna(new Date(endsAt))}; nothing more is charged.`,
    ...documentWords(papers, refund === 'none' ? 'Nothing is refunded.' : 'There was nothing left to refund.'),
    ...underWay.map(
      ({ amount, currency }) =>
        `A charge of ${formatMoney(amount, currency)} is in progress; if it succeeds, ${lateWords(refund)}.`,
    ),
    ...(cancelsAtWallet ? ['The server cancels it at the wallet.'] : []),
    ...settledWords(termination),
    'The reader gets an e-mail.',
  ]
}

function disputeWords({ disputes, isEnded, isRenewed, endsAt }: DisputeDetails): string[] {
  const day = dayInVienna(new Date(endsAt))
  const left = isRenewed ? 'The subscription continues.' : `The other paid period runs until ${day}; nothing more is charged.`
  return [
    ...disputes.map(({ reference, amount, currency, creditNote }) => {
      const creditNoteText = creditNote ? `credit note ${creditNote}` : 'nothing left to credit'
      return `Dispute ${printable(reference)} took ${formatMoney(amount, currency)}: ${creditNoteText}.`
    }),
    isEnded ? 'The subscription has ended: no other period is paid.' : left,
    'The reader gets an e-mail.',
  ]
}

function grantWords({ days, from, endsAt, isCharged }: GrantDetails): string[] {
  const [before, after] = [dayInVienna(new Date(from)), dayInVienna(new Date(endsAt))]
  return [
    `${count(days, 'day')} more without a charge: until ${after} instead of ${before}.`,
    isCharged ? `The next charge is on ${after}.` : 'There are no further charges.',
  ]
}

function settledWords(termination: string | undefined): string[] {
  return termination ? [`Declaration ${termination} is resolved.`] : []
}

function documentWords(documents: readonly ActionDocument[], nothing: string): string[] {
  if (documents.length === 0) return [nothing]
  return documents.map(
    ({ creditNote, invoice, amount, currency }) =>
      `${formatMoney(amount, currency)} is refunded: credit note ${creditNote} of invoice ${invoice}.`,
  )
}

function lateWords(refund: RefundPolicy): string {
  if (refund === 'none') return 'it is kept if its days were used, otherwise refunded'
  return refund === 'whole' ? 'it is refunded' : 'its unused days are refunded'
}
