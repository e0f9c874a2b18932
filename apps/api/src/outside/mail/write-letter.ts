import type { House } from '../../house.ts'
import * as account from './account-letters.ts'
import { contractActEmail } from './contract-act-email.ts'
import * as dunning from './dunning-emails.ts'
import { exitLetter } from './exit-letter.ts'
import { feedbackLetter } from './feedback-letter.ts'
import type { Letter } from './letter.ts'
import { letterHtml } from './letter-look.ts'
import type { Paper } from './letter-paper.ts'
import { letterText } from './letter-text.ts'
import type { LetterJob } from './letters.ts'
import * as money from './money-emails.ts'
import { newDeviceLetter, newDevicesLetter } from './new-device-letter.ts'
import { operatorAlarmEmail } from './operator-alarm-email.ts'
import * as payment from './payment-letters.ts'
import type { Mail } from './post.ts'
import * as price from './price-emails.ts'
import { protectionChangedLetter } from './protection-letter.ts'
import { releaseLetter } from './release-letter.ts'
import { stormLetter } from './storm-letter.ts'
import { walletRefusedEmail } from './wallet-refused-email.ts'

/** A letter with everything on its envelope. */
export type Written = Pick<Mail, 'to' | 'headers' | 'replyTo' | 'attachments'> & { letter: Letter; paper: Paper }

/** The letter as it goes out, in the language of whom it goes to; null where nobody wants or needs it any more. */
export async function writeLetter(job: LetterJob, house: House): Promise<Omit<Mail, 'messageId'> | null> {
  const written = await wordsOf(job, house)
  if (!written) return null
  const { letter, paper, ...envelope } = written
  return {
    ...envelope,
    subject: letter.subject,
    html: letterHtml(letter, paper.head),
    text: letterText(letter, paper.head),
  }
}

function wordsOf(job: LetterJob, house: House): Promise<Written | null> {
  switch (job.letter) {
    case 'verification':
      return account.verificationLetter(job, house)
    case 'recovery':
      return account.recoveryLetter(job.accountId, house)
    case 'new-device':
      return newDeviceLetter(job, house)
    case 'new-devices':
      return newDevicesLetter(job, house)
    case 'account-exists':
      return account.accountExistsLetter(job.accountId, house)
    case 'password-changed':
      return account.passwordChangedLetter(job.accountId, house)
    case 'erasure-requested':
      return account.erasureRequestedLetter(job.accountId, house)
    case 'way-in-added':
      return account.wayInAddedLetter(job.accountId, job.provider, house)
    case 'protection-changed':
      return protectionChangedLetter(job, house)
    case 'confirm-address':
      return account.confirmAddressLetter(job, house)
    case 'address-changed':
      return account.addressChangedLetter(job, house)
    case 'account-deleted':
      return account.accountDeletedLetter(job.partingId, house)
    case 'release':
      return releaseLetter(job, house)
    case 'feedback':
      return feedbackLetter(job.feedbackId, house)
    case 'security-storm':
      return stormLetter(job.eventId, house)
    case 'wallet-refused':
      return walletRefusedEmail(job, house)
    case 'operator-alarm':
      return operatorAlarmEmail(job.kind, house)
    case 'contract-confirmed':
      return payment.contractConfirmedLetter(job, house)
    case 'invoice':
      return payment.invoiceLetter(job, house)
    case 'charge-declined':
      return payment.chargeDeclinedLetter(job, house)
    case 'bank-question':
      return dunning.bankQuestionEmail(job, house)
    case 'purchase-failed':
      return dunning.purchaseFailedEmail(job, house)
    case 'mandate-gone':
      return dunning.mandateGoneEmail(job, house)
    case 'contract-ended':
      return payment.contractEndedLetter(job, house)
    case 'contract-cancelled':
      return payment.contractCancelledLetter(job, house)
    case 'credit-note':
      return payment.creditNoteLetter(job, house)
    case 'dispute-won':
      return money.disputeWonEmail(job, house)
    case 'late-payment-returned':
      return money.latePaymentEmail(job, house)
    case 'payment-data-changed':
      return money.paymentDataChangedEmail(job, house)
    case 'cancellation-taken-back':
      return money.cancellationTakenBackEmail(job, house)
    case 'contract-act':
      return contractActEmail(job, house)
    case 'debit-announced':
      return payment.debitAnnouncedLetter(job, house)
    case 'price-rise':
    case 'price-cut':
      return price.priceChangeEmail(job, house)
    case 'price-agreed':
    case 'price-stays':
      return price.priceSettledEmail(job, house)
    case 'exit-receipt':
    case 'exit-reminder':
    case 'exit-confirmed':
      return exitLetter(job, house)
  }
}
