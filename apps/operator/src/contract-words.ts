import type { ContractView, PeriodView } from '@kiosk/api/payments/contract-acts/describe-contract'
import type {
  Act,
  ActDetails,
  ActKind,
  ActPaper,
  EndDetails,
  GrantDetails,
  RefundPolicy,
} from '@kiosk/api/payments/contract-acts/perform-act'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { exitNumber } from '@kiosk/api/payments/exit-number'
import { dayInVienna } from '@kiosk/domain/day'
import { ORDER_TYPE } from '@kiosk/domain/payments/terms'
import { inWords } from './money-in-words.ts'
import { printable } from './printable.ts'

// Contracts and acts on them, in lines for the operator's terminal.

const PAID_BY: Record<number, string> = {
  [ORDER_TYPE.own]: 'charged by us',
  [ORDER_TYPE.wallet]: 'charged by the wallet',
  [ORDER_TYPE.google]: 'charged by the store',
}

const REFUNDS: Record<RefundPolicy, string> = {
  'pro-rata': 'the unused days are given back',
  whole: 'what was paid for the period is given back whole',
  none: 'nothing is given back',
}

export function contractLines(view: ContractView): string[] {
  const { currency, nextCharge, plannedEnd } = view
  const paid = view.method ? `${PAID_BY[view.orderType]}, ${view.method}` : (PAID_BY[view.orderType] ?? '')
  const next = nextCharge
    ? `next charge ${dayInVienna(nextCharge.at)}: ${inWords(nextCharge.amount.minor, currency)}`
    : 'no further charge'
  return [
    `${contractNumber(view.id)}  ${view.tier}, region ${view.region}: ${view.state}`,
    `    ${view.email === null ? 'of an account that was erased' : printable(view.email)}; ${paid}`,
    `    since ${dayInVienna(view.startsAt)}, may be read until ${view.endsAt ? dayInVienna(view.endsAt) : 'further notice'}; ${
      view.state === 'ended' ? 'ended' : next
    }`,
    ...(plannedEnd ? [`    is to end on ${dayInVienna(plannedEnd.endsAt)}: ${REFUNDS[plannedEnd.refund]}`] : []),
    ...(view.plannedPlan
      ? [`    from its next period on tariff ${view.plannedPlan.planId} at ${inWords(view.plannedPlan.price, currency)}`]
      : []),
    ...view.exits.map((exit) => `    waits: ${exitNumber(exit)} (${exit.kind === 'cancel' ? 'cancellation' : 'withdrawal'})`),
    ...view.disputes.map(
      ({ reference, amount, state, takenAt, wonAt }) =>
        `    dispute ${printable(reference)}: ${inWords(amount, currency)} taken ${dayInVienna(takenAt)}${
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
    invoice && `invoice ${invoice}, paid ${inWords(paid, currency)}`,
    credited > 0 && `credited ${inWords(credited, currency)}`,
    refundsOpen > 0 && `refunds not done yet ${inWords(refundsOpen, currency)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** "2026-11-22  end by anna: It was ordered by mistake (…)". */
export function actLine(act: Act): string {
  return `${act.at.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${act.kind} by ${printable(act.actor)}: ${printable(act.why)}; ${effectLines(
    act.kind,
    act.details,
  ).join(' ')}`
}

/** What an act changed, or would change, in whole sentences. */
export function effectLines<Kind extends ActKind>(kind: Kind, details: ActDetails[Kind]): string[] {
  return WORDS[kind](details)
}

const WORDS: { [Kind in ActKind]: (details: ActDetails[Kind]) => string[] } = {
  end: endWords,
  withdraw: withdrawWords,
  extend: grantWords,
  goodwill: (details) => [...grantWords(details), `The reader gets an e-mail that says why: ${details.because}.`],
  downgrade: ({ from, to, endsAt, price, currency }) => [
    `From ${dayInVienna(new Date(endsAt))} on it is ${to} at ${inWords(price, currency)}; until then it stays ${from}.`,
    'The reader gets an e-mail.',
  ],
  'take-back-downgrade': ({ from }) => [`It stays ${from}.`, 'The reader gets an e-mail.'],
  'dispute-lost': endWords,
  'renewed-after-dispute': ({ endsAt }) => [
    `It is renewed again; the next charge comes on ${dayInVienna(new Date(endsAt))}.`,
    'The reader gets an e-mail.',
  ],
  'leave-running': ({ exit }) => [`Declaration ${exit} is settled; the contract goes on.`],
  'plan-end': ({ endsAt, refund, cancelsAtWallet, exit }) => [
    `The last day is ${dayInVienna(new Date(endsAt))}; then ${REFUNDS[refund]}.`,
    ...(cancelsAtWallet ? ['The server cancels it at the wallet now.'] : []),
    ...settledWords(exit),
    'The reader gets an e-mail.',
  ],
  'take-back-planned-end': ({ endsAt }) => [
    `It does not end on ${dayInVienna(new Date(endsAt))}; what applied before applies again.`,
    'The reader gets an e-mail.',
  ],
}

function withdrawWords({ exit, receivedAt, ...ended }: ActDetails['withdraw']): string[] {
  return [`Withdrawal ${exit}, received ${dayInVienna(new Date(receivedAt))}, is accepted and settled.`, ...endWords(ended)]
}

function endWords({ exit, endsAt, refund, papers, underWay, cancelsAtWallet }: EndDetails): string[] {
  return [
    `The contract ended on ${dayInVienna(new Date(endsAt))}; nothing more is charged.`,
    ...paperWords(papers, refund === 'none' ? 'Nothing is given back.' : 'Nothing was left to be given back.'),
    ...underWay.map(
      ({ amount, currency }) => `A charge of ${inWords(amount, currency)} is under way; should it come, ${lateWords(refund)}.`,
    ),
    ...(cancelsAtWallet ? ['The server cancels it at the wallet.'] : []),
    ...settledWords(exit),
    'The reader gets an e-mail.',
  ]
}

function grantWords({ days, from, endsAt, isCharged }: GrantDetails): string[] {
  const [before, after] = [dayInVienna(new Date(from)), dayInVienna(new Date(endsAt))]
  return [
    `${days} ${days === 1 ? 'day' : 'days'} more without a charge: until ${after} instead of ${before}.`,
    isCharged ? `The next charge comes on ${after}.` : 'It is not charged any more.',
  ]
}

function settledWords(exit: string | undefined): string[] {
  return exit ? [`Declaration ${exit} is settled.`] : []
}

export function paperWords(papers: readonly ActPaper[], nothing: string): string[] {
  if (papers.length === 0) return [nothing]
  return papers.map(
    ({ creditNote, invoice, amount, currency }) =>
      `${inWords(amount, currency)} goes back: credit note ${creditNote} of invoice ${invoice}.`,
  )
}

function lateWords(refund: RefundPolicy): string {
  if (refund === 'none') return 'it is kept where its days were read, else given back'
  return refund === 'whole' ? 'it goes back' : 'its unused days go back'
}
