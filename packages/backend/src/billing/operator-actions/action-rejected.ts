/** Reasons to reject an action, each with a sentence for the operator. */
const SENTENCES = {
  'unknown-contract': 'There is no such subscription.',
  'another-act': 'An action with this id was already carried out, for another subscription or in another way.',
  'already-ended': 'The subscription has already ended.',
  'purchase-under-way': 'Its purchase is in progress: the provider or the bank has not answered yet.',
  'before-begin': 'The subscription started later than that.',
  'no-planned-end': 'No end is planned for the subscription.',
  'unknown-exit': 'There is no such declaration.',
  'exit-settled': 'The declaration is already resolved.',
  'still-running': 'The subscription continues and is charged. Apply the declaration, or resolve it although it continues.',
  'not-confirmable': 'No open declaration with this number needs a confirmation.',
  'not-a-withdrawal': 'The declaration is not a withdrawal. Apply a cancellation with "subscription end … --declaration NUMBER".',
  'not-a-cancellation': 'The declaration is not a cancellation. Accept a withdrawal with "subscription withdraw NUMBER".',
  'exit-without-contract': 'No subscription was found for the declaration: name it with --subscription V-….',
  'exit-of-another': 'The declaration is about another subscription.',
  'refund-not-said':
    'The buyer waived the right of withdrawal, so you decide about the refund: --refund pro-rata or --refund whole.',
  'wrong-days': 'Days must be a whole number from 1 to 366.',
  'charge-open':
    'A charge for the next period is in progress or was declined, so the end of the paid period is not known. Try again when it is settled.',
  'charged-elsewhere':
    'The wallet or store charges it, and its charge date cannot be moved. Refund an amount instead ("refund INVOICE AMOUNT"), or grant days after it is cancelled there.',
  'end-planned': 'Its end is already planned. Cancel that first ("subscription end … --take-back"), or plan another day.',
  'lowest-plan': 'Only PREMIUM can be downgraded, to MAGZ.',
  'no-larger-plan':
    'Only a MAGZ subscription of an open account can be upgraded, in the country of the account, and not if a store charges it.',
  'plan-at-wallet':
    'A wallet or store changes the plan only with the approval of the reader. The reader can cancel, and order MAGZ when the subscription has ended.',
  'not-renewed': 'It is not renewed, so there is no next period for another plan.',
  'reduced-left': 'It still has charges at the reduced price of a voucher for PREMIUM. Try again when they are used up.',
  'price-announced': 'A new price for PREMIUM was announced to the reader. Try again when it applies, or stop it ("price stop").',
  'no-planned-plan': 'No downgrade is planned for it.',
  'no-dispute': 'It has no open dispute.',
  'provider-silent': 'The provider does not respond. Nothing has changed; try again later.',
  'no-dispute-won': 'It has no dispute that was won, or another one is open.',
  'changed-meanwhile': 'The paid period has changed meanwhile. Look at the subscription again.',
  'already-renewed': 'Renewal is already on.',
  'cancelled-at-wallet': 'It was cancelled at the wallet, which cannot be undone. The reader may order again when it has ended.',
} as const

type ActionRejection = keyof typeof SENTENCES

/** Rejection of an action, which has changed nothing. `message` is a sentence for the operator. */
export class ActionRejected extends Error {
  readonly reason: ActionRejection

  constructor(reason: ActionRejection) {
    super(SENTENCES[reason])
    this.reason = reason
  }
}
