/** Why an act cannot be carried out, with a sentence for the person who asked for it. */
const SENTENCES = {
  'unknown-contract': 'There is no such contract.',
  'another-act': 'This act was carried out already, for another contract or in another way.',
  'already-ended': 'The contract has ended already.',
  'purchase-under-way': 'Its purchase is under way: the provider or the bank has not answered yet.',
  'before-begin': 'The contract began later than that.',
  'no-planned-end': 'No end is planned for the contract.',
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
