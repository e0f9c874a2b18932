import type { Language } from '@kiosk/domain/locale'
import type { Money } from '@kiosk/domain/money'

type TakenBack = {
  reference: string
  code: 'returned' | 'disputed'
  text: string
  /** The provider's name of the dispute or return; without one there is one an attempt. */
  dispute?: string
  /** What it took, in minor units; without it the whole charge. */
  amount?: number
}

/** The result of a charge as far as the provider knows. */
export type Outcome =
  | { state: 'succeeded'; reference: string }
  /** A debit is under way; it may take days. `debitOn`: day on which the account is debited, where the provider says. */
  | { state: 'processing'; reference: string; debitOn?: string }
  /** The bank asks the customer: `params` are posted to `url`. */
  | { state: 'action'; reference: string; url: string; params: Record<string, string> }
  /** The bank wants an answer of its customer, and nobody was there: `ask` puts its question once they are. */
  | { state: 'needs-customer'; reference: string }
  /** `code` in our words: see `DECLINES`. */
  | { state: 'declined'; reference: string | null; code: string; text: string; retryable: boolean }
  /** Money that was taken has gone back: a debit returned, a charge disputed. */
  | ({ state: 'returned' } & TakenBack)
  /** It has come again: the dispute was won, or the return taken back. */
  | ({ state: 'reinstated' } & TakenBack)
  /** The call failed: money may have been taken. Never charge again before the result is known. */
  | { state: 'unknown' }

/** Declines that people are told of; everything else is "declined". */
export const DECLINES = [
  'declined',
  'insufficient_funds',
  'expired',
  'CC_ACCOUNT_VALIDATION',
  'authentication_failed',
  'abandoned',
  'mandate_cancelled',
] as const

export type LeftMethod = {
  kind: 'CC' | 'DD'
  reference: string
  customerReference: string | null
  brand: string
  /** "•••• 4242", "AT•• •••• 3201". */
  masked: string
  /** Of the card's issuer or the bank account, ISO 3166-1 alpha-2; absent or null = the provider does not say. */
  country?: string | null
  /** The provider's name of the number itself: the same whoever leaves it; null where it has none. */
  fingerprint?: string | null
  mandate: { reference: string; text: string } | null
}

export type SetupState =
  | { state: 'open' }
  | { state: 'done'; method: LeftMethod }
  | { state: 'failed'; code: string; text: string }

/** What a provider says by itself; `id` is its own name of the event. */
export type ProviderEvent = {
  id: string
  kind: string
  /** Only what the handling needs; kept with the event. */
  about:
    | { what: 'attempt'; attemptId: string; outcome: Outcome }
    | { what: 'refund'; refundId: string; state: 'succeeded' | 'failed' }
    /** Made at the provider without us; names are the provider's, the amount is positive minor units. */
    | {
        what: 'refunded'
        reference: string
        charge: string
        /** Ours, where the charge bears it. */
        attemptId: string | null
        amount: number
        currency: string
        state: 'succeeded' | 'failed'
      }
    | { what: 'setup'; setupId: string }
    /** A card was replaced by its bank, and is charged as before. */
    | { what: 'method-updated'; methodReference: string; brand: string; masked: string }
    | { what: 'mandate-cancelled'; methodReference: string }
    | { what: 'nothing' }
}

/** What moved in a provider's balance; "exchange": one currency became another. */
export const MOVEMENT_KINDS = ['charge', 'refund', 'dispute', 'fee', 'payout', 'exchange', 'other'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** One movement in the provider's own books. */
export type Movement = {
  /** Without it a movement of an attempt is a charge, one of a refund a refund. */
  kind?: MovementKind
  /** The provider's name of the charge that a refund or dispute is of. */
  charge?: string | null
  /** The provider's name of the subscription that a charge is of, where it says so. */
  subscription?: string | null
  attemptId: string | null
  refundId: string | null
  reference: string
  amount: number
  currency: string
  at: Date
  /** The provider's own name of this entry of its balance; without one there is no such list. */
  entry?: string
  /** As it stands in the provider's balance, before its fee. */
  settled?: { amount: number; currency: string }
  /** What the provider kept for it; negative: it gave a fee back. */
  fee?: { amount: number; currency: string } | null
}

/** What a provider holds for us, also what it does not pay out yet. Minor units, one for each currency. */
export type Balance = { amount: number; currency: string }[]

/** A provider that we charge on our own schedule: cards and SEPA debits. */
export type CardProvider = {
  name: 'sandbox' | 'stripe'
  /** Everybody pays with the same published numbers: who leaves one of them is not known by it. */
  sharesNumbers?: true
  /** The smallest amount that it charges, in minor units. */
  minimum(currency: Money['currency']): number
  /** Opens a page of the provider in which payment data are left; `returnUrl` is where it sends the browser afterwards. */
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
   * Puts the bank's question about a charge that needs the customer, who is there now. May be asked any number of times: an open
   * question is answered with its address, a charge that has ended with what became of it.
   * @throws where the provider can't be reached
   */
  ask(options: { attemptId: string; reference: string; methodReference: string; returnUrl: string }): Promise<Outcome>
  /**
   * Gives up a charge that waits for the customer: from then on nothing can be taken for it.
   * @returns what became of it: `declined`, or that it had succeeded before; `absent` where the provider never heard of it
   * @throws where the provider can't be reached
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
  readWebhook(body: string, headers: Headers): Promise<ProviderEvent[] | null>
  /** All movements between two timestamps for reconciliation, including fees and payouts. */
  movements(from: Date, to: Date): AsyncIterable<Movement>
  /** Current balance: the sum of all movements minus fees. */
  balance(): Promise<Balance>
  /** The customer was erased: forget the method. */
  forgetMethod(reference: string): Promise<void>
}

export type WalletState = {
  reference: string
  state: 'active' | 'suspended' | 'cancelled' | 'expired' | 'pending'
  planId: string
  /** What it was given when it was made: the id of our approval. */
  customId: string | null
  /** Price, cycles or quantity are not those of its plan: somebody changed them in the browser. */
  isOverridden: boolean
  /** When it begins to charge; null where that is not told. */
  startsAt: Date | null
  nextChargeAt: Date | null
  payer: string
  /** Of the payer's address, ISO 3166-1 alpha-2; absent or null = the wallet does not say. */
  payerCountry?: string | null
}
export type WalletCharge = {
  transactionId: string
  amount: number
  currency: string
  at: Date
  /** "pending": on its way, nothing has moved yet. */
  state: 'completed' | 'part-refunded' | 'refunded' | 'failed' | 'pending'
}
/** Money of a charge that went back, given by us or by somebody there: negative; positive where it came again. */
export type WalletReturn = {
  chargeId: string
  reference: string
  amount: number
  currency: string
  at: Date
  /** Money that came again: the provider's name of the return that it undoes, where it says so. */
  undoes?: string
  /** refund: the seller gave it back; reversal: the wallet or a bank took it back; won: a reversal was undone. */
  kind: 'refund' | 'reversal' | 'won'
}
/** What a wallet tells by itself: whose, by subscription, by charge, or by a refund of one. What became of it is asked for. */
export type WalletEvent = { id: string; kind: string; subscription: string | null; charge: string | null; refund: string | null }

/** What a wallet charges by a plan. `cycles` in their order; `days` null: not a number of days; `charges` null: without end. */
export type WalletPlan = {
  id: string
  isActive: boolean
  /** A fee at the beginning, or tax that is added. */
  hasExtras: boolean
  cycles: { sequence: number; amount: number; currency: string | null; days: number | null; charges: number | null }[]
}

/** What a plan has to charge, minor units per 30 days: reduced charges first, where there are any. */
export type WantedPlan = {
  tariff: number
  voucherCode: string | null
  currency: Money['currency']
  regular: number
  reduced: { price: number; charges: number } | null
}

/** A provider that charges on its own schedule: we verify, mirror and cancel. */
export type WalletProvider = {
  name: 'paypal'
  /** What it is called where a reader sees how something is paid. */
  brand: string
  /** For the script in the browser; null where it has none. */
  clientId: string | null
  /** Where that script is, if not at PayPal. */
  script: string | null
  /** Makes the plan that is wanted, or finds it; null: the operator sets plans up. */
  ensurePlan: ((wanted: WantedPlan) => Promise<string>) | null
  /** Plans of a tariff with or without its reduced charges, the latest last; none where it is not sold by this provider. */
  plansOf(plan: number, voucherCode: string | null): readonly string[]
  /** What plans are set up for. */
  offers(): readonly { tariff: number; voucherCode: string | null }[]
  /** A plan as the provider has it now; null: it can't be asked about plans. */
  fetchPlan: ((id: string) => Promise<WalletPlan | null>) | null
  /** Changes what a plan charges in a cycle, for everybody who pays by it. */
  revisePlan: ((id: string, sequence: number, money: Money) => Promise<void>) | null
  /** Every plan that is ours at this provider. */
  plans(): readonly string[]
  fetchSubscription(reference: string): Promise<WalletState | null>
  /** Names of the subscriptions of our plans that were made between two moments, by the provider's own list; null: it has none. */
  listSubscriptions: ((from: Date, to: Date) => AsyncIterable<string>) | null
  /** The subscription that a charge belongs to; null where it is of none, or nobody knows it. */
  subscriptionOf(charge: string): Promise<string | null>
  /** A refund, by its own name; null where nobody knows it, or nothing has gone back yet. */
  fetchRefund(reference: string): Promise<WalletReturn | null>
  charges(reference: string, from: Date, to: Date): Promise<WalletCharge[]>
  /** What went back between two moments, each return by itself; `charges`: those of which it is known that something did. */
  returns(options: { from: Date; to: Date; charges: readonly string[] }): Promise<WalletReturn[]>
  /** Every entry of its balance between two moments, fees and payouts too; missing: it has no such list. */
  entries?: (from: Date, to: Date) => AsyncIterable<Movement>
  /** What it holds for us now, where it has such a list. */
  balance?: () => Promise<Balance>
  cancel(reference: string, reason: string): Promise<void>
  refund(
    transactionId: string,
    refundId: string,
    money: Money,
  ): Promise<{ state: 'succeeded' | 'failed' | 'unknown'; reference: string | null }>
  readWebhook(body: string, headers: Headers): Promise<WalletEvent[] | null>
}

/** A subscription that the app's store sold: `paidUntil` is the end of what is paid, `isAcknowledged` false = it is given back soon. */
export type StoreSubscription = {
  reference: string
  state: WalletState['state']
  planId: string
  /** What the app gave along when it was bought: the account's reference. */
  customId: string | null
  paidUntil: Date | null
  isAcknowledged: boolean
}

/**
 * The store of an app sells by itself: it is the seller towards the reader, writes the receipts and owes the tax. Here its
 * subscriptions entitle, and nothing of them is in our books (ADR-0127).
 */
export type StoreProvider = Pick<WalletProvider, 'plansOf' | 'cancel' | 'readWebhook'> & {
  name: 'google'
  brand: string
  fetchSubscription(reference: string): Promise<StoreSubscription | null>
  /** Confirms that the subscription was given to its buyer; once is as good as twice. */
  acknowledge(reference: string): Promise<void>
}

/** The payment providers of this instance; null = not offered. */
export type PaymentProviders = { card: CardProvider | null; wallet: WalletProvider | null; store: StoreProvider | null }
