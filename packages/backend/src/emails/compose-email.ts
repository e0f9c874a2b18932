import * as account from '../accounts/emails/account-emails.ts'
import { newDeviceEmail, newDevicesEmail } from '../auth/emails/new-device-email.ts'
import { protectionChangedEmail } from '../auth/emails/protection-changed-email.ts'
import { spikeEmail } from '../auth/emails/security-spike-email.ts'
import { operatorAlarmEmail } from '../billing/emails/alarm-email.ts'
import * as dunning from '../billing/emails/dunning-emails.ts'
import { operatorActionEmail } from '../billing/emails/operator-action-email.ts'
import * as payment from '../billing/emails/payment-emails.ts'
import * as price from '../billing/emails/price-emails.ts'
import * as subscription from '../billing/emails/subscription-emails.ts'
import { terminationEmail } from '../billing/emails/termination-email.ts'
import { walletRejectedEmail } from '../billing/emails/wallet-rejected-email.ts'
import { feedbackEmail } from '../content/feedback-email.ts'
import type { AppContext } from '../context.ts'
import { newsletterTestEmail } from '../newsletters/newsletter-test-email.ts'
import { leavingEmail } from '../notifications/leaving-email.ts'
import { releaseEmail } from '../notifications/release-email.ts'
import { savedSearchEmail } from '../notifications/saved-search-email.ts'
import { staffInvitationEmail } from '../staff/emails/invitation-email.ts'
import type { ComposedEmail } from './email-document.ts'
import type { EmailJob } from './email-jobs.ts'

/** Writes the e-mail in the recipient's language, not rendered yet; null if it is no longer needed. */
export function composeEmail(job: EmailJob, ctx: AppContext): Promise<ComposedEmail | null> {
  switch (job.letter) {
    case 'verification':
      return account.verificationEmail(job, ctx)
    case 'recovery':
      return account.recoveryEmail(job.accountId, ctx)
    case 'new-device':
      return newDeviceEmail(job, ctx)
    case 'new-devices':
      return newDevicesEmail(job, ctx)
    case 'account-exists':
      return account.accountExistsEmail(job.accountId, ctx)
    case 'password-changed':
      return account.passwordChangedEmail(job.accountId, ctx)
    case 'erasure-requested':
      return account.erasureRequestedEmail(job.accountId, ctx)
    case 'way-in-added':
      return account.signInMethodAddedEmail(job.accountId, job.provider, ctx)
    case 'protection-changed':
      return protectionChangedEmail(job, ctx)
    case 'support-request':
      return account.supportRequestEmail(job, ctx)
    case 'confirm-address':
      return account.confirmAddressEmail(job, ctx)
    case 'address-changed':
      return account.addressChangedEmail(job, ctx)
    case 'account-deleted':
      return account.accountDeletedEmail(job.partingId, ctx)
    case 'release':
      return releaseEmail(job, ctx)
    case 'saved-searches':
      return savedSearchEmail(job, ctx)
    case 'title-leaves':
      return leavingEmail(job, ctx)
    case 'feedback':
      return feedbackEmail(job.feedbackId, ctx)
    case 'security-storm':
      return spikeEmail(job.eventId, ctx)
    case 'wallet-refused':
      return walletRejectedEmail(job, ctx)
    case 'staff-invitation':
      return staffInvitationEmail(job.staffId, ctx)
    case 'newsletter-test':
      return newsletterTestEmail(job, ctx)
    case 'operator-alarm':
      return operatorAlarmEmail(job.kind, ctx)
    case 'contract-confirmed':
      return subscription.subscriptionConfirmedEmail(job, ctx)
    case 'invoice':
      return subscription.invoiceEmail(job, ctx)
    case 'charge-declined':
      return dunning.chargeDeclinedEmail(job, ctx)
    case 'wallet-overdue':
      return dunning.walletOverdueEmail(job, ctx)
    case 'bank-question':
      return dunning.bankAuthenticationEmail(job, ctx)
    case 'purchase-failed':
      return dunning.purchaseFailedEmail(job, ctx)
    case 'mandate-gone':
      return dunning.mandateRevokedEmail(job, ctx)
    case 'contract-ended':
      return subscription.subscriptionEndedEmail(job, ctx)
    case 'contract-cancelled':
      return subscription.subscriptionCancelledEmail(job, ctx)
    case 'credit-note':
      return subscription.creditNoteEmail(job, ctx)
    case 'tax-corrected':
      return payment.taxCorrectedEmail(job, ctx)
    case 'dispute-won':
      return payment.disputeWonEmail(job, ctx)
    case 'late-payment-returned':
      return payment.latePaymentEmail(job, ctx)
    case 'payment-data-changed':
      return payment.paymentDataChangedEmail(job, ctx)
    case 'cancellation-taken-back':
      return payment.cancellationTakenBackEmail(job, ctx)
    case 'contract-act':
      return operatorActionEmail(job, ctx)
    case 'debit-announced':
      return subscription.debitAnnouncedEmail(job, ctx)
    case 'price-rise':
    case 'price-cut':
      return price.priceChangeEmail(job, ctx)
    case 'price-agreed':
    case 'price-stays':
      return price.priceSettledEmail(job, ctx)
    case 'exit-receipt':
    case 'exit-reminder':
    case 'exit-confirmed':
      return terminationEmail(job, ctx)
  }
}
