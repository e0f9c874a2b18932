/** Why an act cannot be carried out, with a sentence for the person who asked for it. */
const SENTENCES = {
  'unknown-contract': 'There is no such contract.',
  'another-act': 'This act was carried out already, for another contract or in another way.',
  'already-ended': 'The contract has ended already.',
  'purchase-under-way': 'Its purchase is under way: the provider or the bank has not answered yet.',
  'before-begin': 'The contract began later than that.',
  'no-planned-end': 'No end is planned for the contract.',
  'unknown-exit': 'There is no such declaration.',
  'exit-settled': 'The declaration is settled already.',
  'not-a-withdrawal': 'The declaration is no withdrawal. A cancellation is carried out by "contract end … --exit NUMBER".',
  'not-a-cancellation': 'The declaration is no cancellation. A withdrawal is accepted by "contract withdraw NUMBER".',
  'exit-without-contract': 'No contract was found for the declaration: say which one it is, with --contract V-….',
  'exit-of-another': 'The declaration is about another contract.',
  'refund-not-said':
    'The buyer has not kept the right of withdrawal, so it is yours to say what goes back: --refund pro-rata or --refund whole.',
  'wrong-days': 'Days are a whole number from 1 to 366.',
  'charge-open':
    'A charge for the next period is under way or was declined: nobody knows yet until when it is paid. Come again when that is settled.',
  'charged-elsewhere':
    'The wallet or store charges it by its own clock, and that day cannot be moved. Give money back instead ("refund INVOICE AMOUNT"), or grant days once it is cancelled there.',
  'end-planned': 'Its end is planned. Take that back first ("contract end … --take-back"), or plan another day.',
  'lowest-plan': 'Only PREMIUM moves down, to MAGZ.',
  'plan-at-wallet':
    'The wallet or store takes another plan only when the reader approves it there. The reader cancels, and orders MAGZ when the contract has ended.',
  'not-renewed': 'It is not renewed: there is no next period that could be of another plan.',
  'reduced-left': 'Charges at the reduced price of its voucher are left, which is for PREMIUM. Come again when they are used up.',
  'price-announced': 'The reader was told of a new price for PREMIUM. Come again when that holds, or stop it ("price").',
  'no-planned-plan': 'No other plan is put down for it.',
  'no-dispute': 'No money of it is taken back by a dispute at the moment.',
  'no-dispute-won': 'No dispute about it was won, or another one is open.',
  'already-renewed': 'It is renewed already.',
  'cancelled-at-wallet':
    'It was cancelled at the wallet, which takes no cancellation back. The reader may order again when it has ended.',
} as const

export type ActRefusal = keyof typeof SENTENCES

/** An act that cannot be carried out; nothing has changed. `message` is a sentence for the operator. */
export class ActRefused extends Error {
  readonly reason: ActRefusal

  constructor(reason: ActRefusal) {
    super(SENTENCES[reason])
    this.reason = reason
  }
}
