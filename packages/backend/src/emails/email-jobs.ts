import type { Language } from '@kiosk/domain/locale'
import type { AlarmKind } from '../billing/alarms.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    letter: EmailJob
    /** E-mails to many recipients, in a separate queue so that they do not delay the others. */
    'bulk-letter': EmailJob
  }
}

/**
 * Template and recipient of an e-mail; the worker looks up the rest when it writes it. `letter`, the name of the template, and
 * the names of the jobs (`letter`, `bulk-letter`) are stored in waiting jobs and read by older servers during a release, so
 * they stay.
 */
export type EmailJob = EmailContent & {
  /** The job replaces another one and keeps its Message-ID. `unknown`: number of attempts whose result is unknown. */
  resumes?: { job: string; unknown: number }
}

/** The job of an e-mail with one of these templates. */
export type EmailJobOf<Name extends EmailJob['letter']> = Extract<EmailJob, { letter: Name }>

type EmailContent =
  | { letter: 'recovery' | 'password-changed' | 'account-exists' | 'erasure-requested'; accountId: number }
  /** `registrationId`: the link signs in only in the browser of this registration. Older versions omit it; null = none. */
  | { letter: 'verification'; accountId: number; registrationId?: number | null }
  /** A sign-in from a new device; the event has time and place. */
  | { letter: 'new-device'; accountId: number; eventId: number; deviceId: number }
  /** Further sign-ins from new devices in one e-mail: those after `since` and until `until` (ISO 8601). */
  | { letter: 'new-devices'; accountId: number; since: string; until: string }
  /** An identity provider was linked. */
  | { letter: 'way-in-added'; accountId: number; provider: 'facebook' | 'apple' }
  /** A security setting of the account was changed, by the reader or the operator. */
  | { letter: 'protection-changed'; accountId: number; change: ProtectionChange }
  /** The staff asks for permission to look at the account. */
  | { letter: 'support-request'; accountId: number; requestId: string }
  /** `confirm-address` goes to the new address, `address-changed` to the old one. */
  | { letter: 'confirm-address' | 'address-changed'; accountId: number; changeId: number }
  /** The account no longer exists when this is sent; `deleted_account_emails` has its address until then. */
  | { letter: 'account-deleted'; partingId: number }
  | { letter: 'release'; accountId: number; issueId: number }
  /** New hits of saved searches; `day`: when the run found them, ISO 8601. */
  | { letter: 'saved-searches'; accountId: number; day: string }
  /** `day`: last day of the title, ISO 8601; the e-mail is dropped if it has changed. */
  | { letter: 'title-leaves'; accountId: number; titleId: number; day: string }
  | { letter: 'feedback'; feedbackId: number }
  /** To the operator; the event has the kind and number of the attempts. */
  | { letter: 'security-storm'; eventId: number }
  /** A payment approved at the wallet did not become a subscription. */
  | { letter: 'wallet-refused'; accountId: number; approvalId: string }
  /** The link with which a member of staff sets up the sign-in at the desk. */
  | { letter: 'staff-invitation'; staffId: number }
  /** A newsletter in one language, to the person at the desk who tests it. */
  | { letter: 'newsletter-test'; newsletterId: number; staffId: number; language: Language }
  /** To the operator: the open alarms of a kind. */
  | { letter: 'operator-alarm'; kind: AlarmKind }
  | SubscriptionContent

/** E-mails about subscriptions and their payment. */
type SubscriptionContent =
  /** `invoiceId` null: a debit is pending; the invoice is sent when the money has arrived. */
  | { letter: 'contract-confirmed'; accountId: number; contract: number; invoiceId: number | null }
  | { letter: 'invoice'; accountId: number; invoiceId: number }
  | { letter: 'credit-note'; accountId: number; invoiceId: number }
  /** The tax of an invoice was corrected; its total is unchanged. */
  | { letter: 'tax-corrected'; accountId: number; invoiceId: number }
  | { letter: 'charge-declined'; accountId: number; attemptId: string }
  /** The wallet has not charged a renewal. `until`: end of the grace period, ISO 8601. */
  | { letter: 'wallet-overdue'; accountId: number; contract: number; until: string }
  /** The bank requires authentication for a renewal; the e-mail has the link to it. */
  | { letter: 'bank-question'; accountId: number; attemptId: string }
  /** `begun`: the subscription had started before its debit failed. */
  | { letter: 'purchase-failed'; accountId: number; attemptId: string; begun: boolean }
  /** A mandate was cancelled at the bank, so nothing more can be debited. */
  | { letter: 'mandate-gone'; accountId: number; contract: number; methodId: number }
  | { letter: 'contract-ended'; accountId: number; contract: number }
  /** `endsAt`, `at`: ISO 8601. */
  | { letter: 'contract-cancelled'; accountId: number; contract: number; at: string; endsAt: string }
  /** `amount`: minor units; jobs of older versions have none. */
  | { letter: 'debit-announced'; accountId: number; contract: number; at: string; amount?: number }
  /** The invoice that reverses the credit note of a dispute. */
  | { letter: 'dispute-won'; accountId: number; invoiceId: number }
  /** A payment for a purchase or renewal that could no longer start; it is refunded. */
  | { letter: 'late-payment-returned'; accountId: number; attemptId: string }
  | { letter: 'payment-data-changed'; accountId: number; contract: number; methodId: number }
  /** `at`: ISO 8601. */
  | { letter: 'cancellation-taken-back'; accountId: number; contract: number; at: string }
  /** An operator's action on a subscription (`subscription_actions`). */
  | { letter: 'contract-act'; accountId: number; actId: string }
  /** A new price was announced, accepted or withdrawn. */
  | { letter: 'price-rise' | 'price-cut'; accountId: number; noticeId: number }
  | { letter: 'price-agreed' | 'price-stays'; accountId: number; noticeId: number }
  /** The receipt of a declaration, the reminder to confirm it, and the result of the confirmation. */
  | { letter: 'exit-receipt' | 'exit-reminder' | 'exit-confirmed'; declarationId: number }

/** Templates of e-mails to many readers, which are sent by the job `bulk-letter`. */
export const BULK_TEMPLATES = ['release', 'saved-searches', 'title-leaves'] as const satisfies EmailJob['letter'][]

/** Templates about subscriptions and their payment. */
export type SubscriptionEmail = SubscriptionContent['letter']

export const protectionChanges = [
  'passkey-added',
  'passkey-removed',
  'provider-removed',
  'second-factor-enabled',
  'second-factor-disabled',
  'second-factor-reset',
  'passkeys-reset',
] as const
export type ProtectionChange = (typeof protectionChanges)[number]
