/** A test payer that the buyer can select. */
export type Payer = {
  email: string
  /** Delay between the approval and the activation of the subscription. Milliseconds. */
  activatesAfterMs?: number
  /** Its first charge is declined, or pending for some days. */
  first?: 'declined' | { pendingDays: number }
  renewals?: 'declined'
  /** The wallet rejects refunds of its charges, or books them and drops the connection. */
  refunds?: 'refused' | 'breaks-after'
  /** Amount that is charged instead, as if the page's script had been changed in the browser. Minor units. */
  insteadMinor?: number
}

export const PAYERS = {
  pays: { email: 'paula@sandbox.example' },
  slow: { email: 'lars@sandbox.example', activatesAfterMs: 6_000 },
  pending: { email: 'peter@sandbox.example', first: { pendingDays: 3 } },
  'first-declined': { email: 'flora@sandbox.example', first: 'declined' },
  'renewals-declined': { email: 'rosa@sandbox.example', renewals: 'declined' },
  'refunds-refused': { email: 'rudi@sandbox.example', refunds: 'refused' },
  'refunds-break': { email: 'bruno@sandbox.example', refunds: 'breaks-after' },
  'other-price': { email: 'otto@sandbox.example', insteadMinor: 100 },
} as const satisfies Record<string, Payer>
export type PayerName = keyof typeof PAYERS

export const payerOf = (name: unknown): Payer => PAYERS[name as PayerName] ?? PAYERS.pays
/** Countries of payers, the first by default; "" if the wallet knows no address. ISO 3166-1 alpha-2. */
export const COUNTRIES = ['AT', 'DE', 'LU', 'IT', ''] as const
export type Country = (typeof COUNTRIES)[number]
export const countryOf = (text: unknown): Country => COUNTRIES.find((each) => each === text) ?? COUNTRIES[0]
export const isPayer = (name: unknown): name is PayerName => typeof name === 'string' && Object.hasOwn(PAYERS, name)
