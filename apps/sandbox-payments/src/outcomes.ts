/** Reasons for a failed charge or a return; their texts are in words.ts. */
type Code =
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'CC_ACCOUNT_VALIDATION'
  | 'authentication_failed'
  | 'abandoned'
  | 'mandate_cancelled'
  | 'returned'
  | 'disputed'

type Decline = { code: Code; retryable: boolean }

/** Behaviour of a payment method, from its entry on. */
export type Behaviour = {
  /** Result of its entry: rejected, or accepted only after a bank authentication. */
  setup?: 'refused' | 'challenge'
  /** Result of a charge. */
  charge: 'succeeded' | Decline | 'debit'
  /** Result of a charge without the customer present. */
  unattended?: Decline
  /** The bank requires authentication for every charge with the customer present. */
  challenge?: true
  /** The bank requires authentication for charges without the customer present. */
  asksUnattended?: true
  /** The connection drops before or after the charge is booked, or the response is slow. */
  call?: 'breaks-before' | 'breaks-after' | 'slow'
  /** Days after which a debit is completed, and after which it may be returned. */
  debit?: { days: number; becomes: 'succeeded' | Decline; returnsAfter?: number }
  refund?: 'fails'
}

const no = (code: Code, retryable = true): Decline => ({ code, retryable })

const BEHAVIOURS = {
  succeeds: { charge: 'succeeded' },
  declined: { charge: no('declined') },
  'insufficient-funds': { charge: no('insufficient_funds') },
  expired: { charge: no('expired', false) },
  'account-validation': { charge: no('CC_ACCOUNT_VALIDATION', false) },
  'refused-when-left': { setup: 'refused', charge: no('declined') },
  'asks-when-left': { setup: 'challenge', charge: 'succeeded' },
  'asks-at-charges': { charge: 'succeeded', challenge: true },
  'asks-at-renewals': { charge: 'succeeded', asksUnattended: true },
  'declines-renewals': { charge: 'succeeded', unattended: no('insufficient_funds') },
  'breaks-before': { charge: 'succeeded', call: 'breaks-before' },
  'breaks-after': { charge: 'succeeded', call: 'breaks-after' },
  slow: { charge: 'succeeded', call: 'slow' },
  'keeps-refunds': { charge: 'succeeded', refund: 'fails' },
  'debit-succeeds': { charge: 'debit', debit: { days: 3, becomes: 'succeeded' } },
  'debit-fails': { charge: 'debit', debit: { days: 7, becomes: no('insufficient_funds') } },
  'debit-returns': { charge: 'debit', debit: { days: 3, becomes: 'succeeded', returnsAfter: 20 } },
  'mandate-cancelled': { charge: 'debit', debit: { days: 3, becomes: no('mandate_cancelled', false) } },
} as const satisfies Record<string, Behaviour>
export type BehaviourName = keyof typeof BEHAVIOURS

export const behaviourOf = (name: string): Behaviour => BEHAVIOURS[name as BehaviourName] ?? BEHAVIOURS.declined

/** The only accepted card numbers: real ones must not be entered at a sandbox. */
export const CARDS: readonly { number: string; behaviour: BehaviourName; country?: string }[] = [
  { number: '4242424242424242', behaviour: 'succeeds' },
  { number: '5200000000000015', behaviour: 'succeeds' },
  { number: '4917100000000010', behaviour: 'declined' },
  { number: '4917100000000028', behaviour: 'insufficient-funds' },
  { number: '4917100000000036', behaviour: 'expired' },
  { number: '4917100000000044', behaviour: 'account-validation' },
  { number: '4917100000000051', behaviour: 'refused-when-left' },
  { number: '4917100000000069', behaviour: 'asks-when-left' },
  { number: '4917100000000077', behaviour: 'asks-at-charges' },
  { number: '4917100000000135', behaviour: 'asks-at-renewals' },
  { number: '4917100000000085', behaviour: 'declines-renewals' },
  { number: '4917100000000093', behaviour: 'breaks-before' },
  { number: '4917100000000101', behaviour: 'breaks-after' },
  { number: '4917100000000119', behaviour: 'slow' },
  { number: '4917100000000127', behaviour: 'keeps-refunds' },
  { number: '4917100000000201', behaviour: 'succeeds', country: 'DE' },
  { number: '4917100000000219', behaviour: 'succeeds', country: 'CH' },
  { number: '4917100000000227', behaviour: 'succeeds', country: 'LU' },
  { number: '4917100000000235', behaviour: 'succeeds', country: 'IT' },
  { number: '4917100000000243', behaviour: 'succeeds', country: 'US' },
]
/** Default country of cards. */
const CARD_COUNTRY = 'AT'
/** The last digits determine the result, in every country. */
export const IBANS: typeof CARDS = [
  { number: 'AT901904300000000101', behaviour: 'debit-succeeds' },
  { number: 'DE66100000000000000101', behaviour: 'debit-succeeds' },
  { number: 'LU820010000000000101', behaviour: 'debit-succeeds' },
  { number: 'AT091904300000000201', behaviour: 'debit-fails' },
  { number: 'AT251904300000000301', behaviour: 'debit-returns' },
  { number: 'AT411904300000000401', behaviour: 'mandate-cancelled' },
]

/** Country of a card's issuer or a bank account, ISO 3166-1 alpha-2. */
export const countryOf = (number: string) =>
  /^[A-Z]{2}/.exec(number)?.[0] ?? CARDS.find((card) => card.number === number)?.country ?? CARD_COUNTRY
export const brandOf = (card: string) => (card.startsWith('5') ? 'Mastercard' : 'Visa')
/** "•••• 4242", "AT•• •••• 0101". */
export const maskedCard = (card: string) => `•••• ${card.slice(-4)}`
export const maskedIban = (iban: string) => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`
/** "4242 4242 4242 4242". */
export const inGroups = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ')
