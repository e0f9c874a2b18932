import type { AlarmKind } from '../billing/alarms.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    letter: EmailJob
    /** E-mails to many who do not wait for them at the screen: they never take the places of the others. */
    'bulk-letter': EmailJob
  }
}

/**
 * What an e-mail says and to whom; the worker looks up the rest when it writes it. `letter`, the name of the template, and the names of
 * the jobs (`letter`, `bulk-letter`) are stored in waiting jobs and read by older servers during a release, so they stay.
 */
export type EmailJob = EmailContent & {
  /** It takes the place of another job, whose Message-ID it keeps; `unknown` = how often nobody heard what came of it. */
  resumes?: { job: string; unknown: number }
}

export type EmailContent =
  | { letter: 'recovery' | 'password-changed' | 'account-exists' | 'erasure-requested'; accountId: number }
  /** `registrationId`: whose browser the link signs in to; left out by older versions, null where nobody registered. */
  | { letter: 'verification'; accountId: number; registrationId?: number | null }
  /** Somebody signed in where the account was not before; the event says when and where. */
  | { letter: 'new-device'; accountId: number; eventId: number; deviceId: number }
  /** Further ones, after `since` until `until` (ISO 8601): told together. */
  | { letter: 'new-devices'; accountId: number; since: string; until: string }
  /** Somebody can come in by a provider from now on. */
  | { letter: 'way-in-added'; accountId: number; provider: 'facebook' | 'apple' }
  /** A change of how the account is protected is news to its owner, whoever made it. */
  | { letter: 'protection-changed'; accountId: number; change: ProtectionChange }
  /** To the new address, and to the old one that it was asked for. */
  | { letter: 'confirm-address' | 'address-changed'; accountId: number; changeId: number }
  /** The account is gone when this is sent; `parting` holds its last address until then. */
  | { letter: 'account-deleted'; partingId: number }
  | { letter: 'release'; accountId: number; issueId: number }
  | { letter: 'feedback'; feedbackId: number }
  /** To the operator; the event says what happened how often. */
  | { letter: 'security-storm'; eventId: number }
  /** What was approved at the wallet did not become a subscription. */
  | { letter: 'wallet-refused'; accountId: number; approvalId: string }
  /** To the operator: the open alarms of a kind. */
  | { letter: 'operator-alarm'; kind: AlarmKind }
  /** `invoiceId` null: a debit is under way, the invoice comes when it has arrived. */
  | { letter: 'contract-confirmed'; accountId: number; contract: number; invoiceId: number | null }
  | { letter: 'invoice'; accountId: number; invoiceId: number }
  | { letter: 'credit-note'; accountId: number; invoiceId: number }
  /** The invoice that corrects the tax of an invoice; its price stays. */
  | { letter: 'tax-corrected'; accountId: number; invoiceId: number }
  | { letter: 'charge-declined'; accountId: number; attemptId: string }
  /** The bank wants an answer of its customer about a renewal: the link to its question. */
  | { letter: 'bank-question'; accountId: number; attemptId: string }
  /** `begun`: it was confirmed before its debit failed, and ends with it. */
  | { letter: 'purchase-failed'; accountId: number; attemptId: string; begun: boolean }
  /** A mandate was cancelled at the bank: nothing can be debited any more. */
  | { letter: 'mandate-gone'; accountId: number; contract: number; methodId: number }
  | { letter: 'contract-ended'; accountId: number; contract: number }
  /** `endsAt`, `at`: ISO 8601. */
  | { letter: 'contract-cancelled'; accountId: number; contract: number; at: string; endsAt: string }
  /** `amount`: minor units; jobs that were added before it was written down have none. */
  | { letter: 'debit-announced'; accountId: number; contract: number; at: string; amount?: number }
  /** The invoice that takes back what was credited for a dispute. */
  | { letter: 'dispute-won'; accountId: number; invoiceId: number }
  /** Money came for what could not begin or go on any more, and goes back. */
  | { letter: 'late-payment-returned'; accountId: number; attemptId: string }
  | { letter: 'payment-data-changed'; accountId: number; contract: number; methodId: number }
  /** `at`: ISO 8601. */
  | { letter: 'cancellation-taken-back'; accountId: number; contract: number; at: string }
  /** What the operator did to a subscription (`subscription_actions`). */
  | { letter: 'contract-act'; accountId: number; actId: string }
  /** A new price that was told, agreed to or taken back. */
  | { letter: 'price-rise' | 'price-cut'; accountId: number; noticeId: number }
  | { letter: 'price-agreed' | 'price-stays'; accountId: number; noticeId: number }
  /** A declaration's receipt, what brings it to mind while it is not confirmed, and what came of its confirmation. */
  | { letter: 'exit-receipt' | 'exit-reminder' | 'exit-confirmed'; declarationId: number }

/** Templates about subscriptions and their payment. */
export type SubscriptionEmail =
  | 'contract-confirmed'
  | 'invoice'
  | 'credit-note'
  | 'tax-corrected'
  | 'charge-declined'
  | 'bank-question'
  | 'purchase-failed'
  | 'mandate-gone'
  | 'contract-ended'
  | 'contract-cancelled'
  | 'debit-announced'
  | 'dispute-won'
  | 'late-payment-returned'
  | 'payment-data-changed'
  | 'cancellation-taken-back'
  | 'contract-act'
  | 'price-rise'
  | 'price-cut'
  | 'price-agreed'
  | 'price-stays'
  | 'exit-receipt'
  | 'exit-reminder'
  | 'exit-confirmed'

export const protectionChanges = [
  'passkey-added',
  'passkey-removed',
  'second-factor-enabled',
  'second-factor-disabled',
  'second-factor-reset',
  'passkeys-reset',
] as const
export type ProtectionChange = (typeof protectionChanges)[number]
