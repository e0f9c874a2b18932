import type { Language } from '@kiosk/domain/locale'
import type { Money } from '@kiosk/domain/money'

type TakenBack = {
  reference: string
  code: 'returned' | 'disputed'
  text: string
  /** The provider's id of the dispute or return. If the provider gives none, an attempt has at most one. */
  dispute?: string
  /** The amount that was taken, in minor units; missing = the whole charge. */
  amount?: number
}

/** Whether the provider may be asked now for what a signature is checked with: anybody can send messages that need it. Default: yes. */
type MayAsk = () => Promise<boolean>

/** The result of a charge as far as the provider knows. */
export type Outcome =
  /** `collected`: the amount charged, in minor units; missing for wallets and in results stored by older versions. */
  | { state: 'succeeded'; reference: string; collected?: { amount: number; currency: string } }
  /** A debit is pending; it may take days. `debitOn`: day on which the account is debited, if the provider reports it. */
  | { state: 'processing'; reference: string; debitOn?: string }
  /** The bank requires authentication: `params` are posted to `url`. */
  | { state: 'action'; reference: string; url: string; params: Record<string, string> }
  /** The bank requires authentication and the customer was absent: `ask` starts it when the customer is present. */
  | { state: 'needs-customer'; reference: string }
  /**
   * `code`: insufficient_funds, expired, CC_ACCOUNT_VALIDATION, authentication_failed, abandoned or mandate_cancelled, which have
   * their own messages; declined for everything else.
   */
  | { state: 'declined'; reference: string | null; code: string; text: string; retryable: boolean }
  /** The money was taken back: a returned debit or a disputed charge. */
  | ({ state: 'returned' } & TakenBack)
  /** The money has come back: the dispute was won, or the return was reversed. */
  | ({ state: 'reinstated' } & TakenBack)
  /** The call failed: money may have been taken. Never charge again before the result is known. */
  | { state: 'unknown' }

export type LeftMethod = {
  kind: 'CC' | 'DD'
  reference: string
  customerReference: string | null
  brand: string
  /** "•••• 4242", "AT•• •••• 3201". */
  masked: string
  /** Country of the card's issuer or of the bank account, ISO 3166-1 alpha-2; missing or null = not reported. */
  country?: string | null
  /** The provider's fingerprint of the number, the same for every customer; null = none. */
  fingerprint?: string | null
  mandate: { reference: string; text: string } | null
}

export type SetupState =
  | { state: 'open' }
  | { state: 'done'; method: LeftMethod }
  | { state: 'failed'; code: string; text: string }

/** An event that a provider sends; `id` is the provider's id of it. */
export type ProviderEvent = {
  id: string
  kind: string
  /** Only the data that processing needs; stored with the event. */
  about:
    | { what: 'attempt'; attemptId: string; outcome: Outcome }
    | { what: 'refund'; refundId: string; state: 'succeeded' | 'failed' }
    /** A refund made at the provider; ids are the provider's, the amount is positive minor units. */
    | {
        what: 'refunded'
        reference: string
        charge: string
        /** Our attempt, if the charge has its id. */
        attemptId: string | null
        amount: number
        currency: string
        state: 'succeeded' | 'failed'
      }
    | { what: 'setup'; setupId: string }
    /** The bank has replaced a card, which is charged as before. */
    | { what: 'method-updated'; methodReference: string; brand: string; masked: string }
    | { what: 'mandate-cancelled'; methodReference: string }
    | { what: 'nothing' }
}

/** Kinds of movements in a provider's balance; "exchange": a conversion between currencies. */
export type MovementKind = 'charge' | 'refund' | 'dispute' | 'fee' | 'payout' | 'exchange' | 'other'

/** One movement in the provider's records. */
export type Movement = {
  /** Missing: a movement of an attempt is a charge, one of a refund a refund. */
  kind?: MovementKind
  /** The provider's id of the charge of a refund or dispute. */
  charge?: string | null
  /** The provider's id of the subscription of a charge, if it reports one. */
  subscription?: string | null
  attemptId: string | null
  refundId: string | null
  reference: string
  amount: number
  currency: string
  at: Date
  /** The provider's id of this entry of its balance; missing = the provider has no such list. */
  entry?: string
  /** Amount in the provider's balance, before its fee. */
  settled?: { amount: number; currency: string }
  /** The provider's fee; negative: a fee was refunded. */
  fee?: { amount: number; currency: string } | null
}

/** The provider's balance for us, including amounts that it does not pay out yet. Minor units per currency. */
export type Balance = { amount: number; currency: string }[]

/** A provider that we charge on our own schedule: cards and SEPA debits. */
export type CardProvider = {
  name: 'sandbox' | 'stripe'
  /** Test mode: all customers use the same published numbers, so a number identifies nobody. */
  sharesNumbers?: true
  /** The smallest amount that it charges, in minor units. */
  minimum(currency: Money['currency']): number
  /** Opens a page of the provider for entering payment data; afterwards it redirects the browser to `returnUrl`. */
  openSetup(options: {
    setupId: string
    customerReference: string | null
    email: string
    kinds: readonly ('CC' | 'DD')[]
    language: Language
    returnUrl: string
    creditor: string
  }): Promise<{ reference: string; url: string; embed: { script: string; clientSecret: string; publicKey: string } | null }>
  setupState(reference: string): Promise<SetupState>
  /**
   * Charges once, however often it is called with the same `attemptId`. A decline is not thrown; a failed call is
   * `unknown`.
   */
  charge(options: {
    attemptId: string
    money: Money
    methodReference: string
    customerReference: string | null
    kind: 'CC' | 'DD'
    initiator: 'customer' | 'merchant'
    returnUrl: string
    description: string
  }): Promise<Outcome>
  /**
   * Starts the authentication of a charge, now that the customer is present. Can be called repeatedly: a pending authentication
   * returns its URL, a completed charge its result.
   * @throws if the provider cannot be reached
   */
  ask(options: { attemptId: string; reference: string; methodReference: string; returnUrl: string }): Promise<Outcome>
  /**
   * Cancels a charge that waits for the customer: after that no money can be taken for it.
   * @returns its result: `declined`, or `succeeded` if it was completed before; `absent` if the provider does not know it
   * @throws if the provider cannot be reached
   */
  giveUp(attemptId: string, reference: string | null): Promise<Outcome | { state: 'absent' }>
  /** The result of an attempt; `absent` = the provider does not know it, so it may be sent again. */
  fetchState(attemptId: string, reference: string | null): Promise<Outcome | { state: 'absent' }>
  refund(options: {
    refundId: string
    attemptReference: string
    money: Money
  }): Promise<{ state: 'succeeded' | 'processing' | 'failed' | 'unknown'; reference: string | null }>
  /** Events of a signed webhook; null when the signature is invalid. */
  readWebhook(body: string, headers: Headers, mayAsk?: MayAsk): Promise<ProviderEvent[] | null>
  /** All movements between two timestamps for reconciliation, including fees and payouts. */
  movements(from: Date, to: Date): AsyncIterable<Movement>
  /** Current balance: the sum of all movements minus fees. */
  balance(): Promise<Balance>
  /** Deletes a payment method at the provider, because its account was erased. */
  forgetMethod(reference: string): Promise<void>
}

export type WalletState = {
  reference: string
  state: 'active' | 'suspended' | 'cancelled' | 'expired' | 'pending'
  planId: string
  /** The id of our approval, passed when the subscription was created. */
  customId: string | null
  /** Price, cycles or quantity differ from the plan: they were changed in the browser. */
  isOverridden: boolean
  /** Start of the charges; null = not reported. */
  startsAt: Date | null
  nextChargeAt: Date | null
  payer: string
  /** The wallet's id of the payer's account; missing or null = not reported. */
  payerId?: string | null
  /** Country of the payer's address, ISO 3166-1 alpha-2; missing or null = not reported. */
  payerCountry?: string | null
}
export type WalletCharge = {
  transactionId: string
  amount: number
  currency: string
  at: Date
  /** "pending": no money has moved yet. */
  state: 'completed' | 'part-refunded' | 'refunded' | 'failed' | 'pending'
}
/** Money of a charge that was returned, by us or at the provider: negative; positive if it has come back. */
export type WalletReturn = {
  chargeId: string
  reference: string
  amount: number
  currency: string
  at: Date
  /** For money that has come back: the provider's id of the return that it reverses, if reported. */
  undoes?: string
  /** refund: returned by the seller; reversal: taken back by the wallet or a bank; won: a reversal was reversed. */
  kind: 'refund' | 'reversal' | 'won'
}
/** An event of a wallet: it only identifies a subscription, a charge or a refund, whose state is then requested. */
export type WalletEvent = { id: string; kind: string; subscription: string | null; charge: string | null; refund: string | null }

/** Terms of a wallet's plan. `cycles` in their order; `days` null: not a number of days; `charges` null: unlimited. */
export type WalletPlan = {
  id: string
  isActive: boolean
  /** There is a setup fee, or tax is added. */
  hasExtras: boolean
  cycles: { sequence: number; amount: number; currency: string | null; days: number | null; charges: number | null }[]
}

/** Required terms of a plan, minor units per 30 days; reduced charges come first. */
export type RequestedPlan = {
  plan: number
  voucherCode: string | null
  currency: Money['currency']
  regular: number
  reduced: { price: number; charges: number } | null
}

/** A provider that charges on its own schedule: we verify, mirror and cancel. */
export type WalletProvider = {
  name: 'paypal'
  /** Name that readers see as payment method. */
  brand: string
  /** Client id for the script in the browser; null = no script. */
  clientId: string | null
  /** URL of that script if it is not PayPal's. */
  script: string | null
  /** Finds or creates the requested plan; null: the operator creates the plans. */
  ensurePlan: ((plan: RequestedPlan) => Promise<string>) | null
  /** Wallet plans of a plan, with or without its reduced charges, the latest last; empty if this provider does not sell it. */
  plansOf(plan: number, voucherCode: string | null): readonly string[]
  /** The plans and vouchers that have a wallet plan. */
  offers(): readonly { plan: number; voucherCode: string | null }[]
  /** Current terms of a plan at the provider; null: plans cannot be requested. */
  fetchPlan: ((id: string) => Promise<WalletPlan | null>) | null
  /** Changes the price of a cycle of a plan, for all its subscriptions. */
  revisePlan: ((id: string, sequence: number, money: Money) => Promise<void>) | null
  /** All our plans at this provider. */
  plans(): readonly string[]
  fetchSubscription(reference: string): Promise<WalletState | null>
  /** Ids of the subscriptions of our plans created in a period, from the provider's list; null: it has no such list. */
  listSubscriptions: ((from: Date, to: Date) => AsyncIterable<string>) | null
  /** The subscription of a charge; null if it has none or is unknown. */
  subscriptionOf(charge: string): Promise<string | null>
  /** A refund by its id; null if it is unknown or no money has been returned yet. */
  fetchRefund(reference: string): Promise<WalletReturn | null>
  charges(reference: string, from: Date, to: Date): Promise<WalletCharge[]>
  /** All returns in a period, one by one; `charges`: charges that are known to have returns. */
  returns(options: { from: Date; to: Date; charges: readonly string[] }): Promise<WalletReturn[]>
  /** All entries of the balance in a period, including fees and payouts; missing: it has no such list. */
  entries?: (from: Date, to: Date) => AsyncIterable<Movement>
  /** The current balance, if it can be requested. */
  balance?: () => Promise<Balance>
  cancel(reference: string, reason: string): Promise<void>
  refund(
    transactionId: string,
    refundId: string,
    money: Money,
  ): Promise<{ state: 'succeeded' | 'failed' | 'unknown'; reference: string | null }>
  /** Events of a message; null if the provider has not signed it. */
  readWebhook(body: string, headers: Headers, mayAsk?: MayAsk): Promise<WalletEvent[] | null>
}

/** A subscription sold by the app store: `paidUntil` is the end of the paid time; `isAcknowledged` false: the store refunds it soon. */
export type StoreSubscription = {
  reference: string
  state: WalletState['state']
  planId: string
  /** The account's reference, which the app passed with the purchase. */
  customId: string | null
  paidUntil: Date | null
  isAcknowledged: boolean
}

/**
 * An app store is the seller: it issues the receipts and owes the tax. Its subscriptions give access here but are not part of
 * our ledger (ADR-0127).
 */
export type StoreProvider = Pick<WalletProvider, 'plansOf' | 'cancel' | 'readWebhook'> & {
  name: 'google'
  brand: string
  fetchSubscription(reference: string): Promise<StoreSubscription | null>
  /** Confirms that the buyer got the subscription; idempotent. */
  acknowledge(reference: string): Promise<void>
}

/** The payment providers of this instance; null = not offered. */
export type PaymentProviders = { card: CardProvider | null; wallet: WalletProvider | null; store: StoreProvider | null }
