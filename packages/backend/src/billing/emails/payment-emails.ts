import { formatMoment } from '@kiosk/domain/date-format'
import { formatMoneyText } from '@kiosk/domain/money'
import type { Block } from '@kiosk/emails/email'
import type { AppContext, BillingContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import type { EmailJobOf } from '../../emails/email-jobs.ts'
import { correctionInSentence } from '../invoices/document-name.ts'
import { issuedInvoiceById } from '../invoices/issued-invoices.ts'
import { languageOf } from '../invoices/pdf.ts'
import { nextCharge } from '../subscriptions/next-charge.ts'
import {
  chargedAmount,
  day,
  documentsOf,
  emailTo,
  methodOf,
  nextInWords,
  paragraphs,
  recipientOf,
  toSubscription,
} from './compose-email.ts'

// E-mails about automatic payments and refunds, and about changes of payment method. Accounts erased before the e-mail is
// written get none.

/** Tells the reader that a dispute was won, with the invoice that reverses its correction. */
export async function disputeWonEmail(job: EmailJobOf<'dispute-won'>, ctx: AppContext): Promise<ComposedEmail | null> {
  const invoice = await issuedInvoiceById(ctx.db, job.invoiceId)
  const recipient = invoice?.contract && (await recipientOf(job.accountId, invoice.contract, ctx))
  if (!invoice || !recipient) return null
  const { document, subscription, planName } = recipient
  const { say, language, locale } = document
  const { number, country, gross, currency, corrects } = invoice
  const runs = subscription.state !== 'ended' && subscription.ends_at !== null
  const values = {
    plan: planName,
    number,
    corrected: corrects?.number ?? '',
    correction: correctionInSentence(false, { language: languageOf(invoice), country }),
    amount: formatMoneyText({ minor: gross, currency }, language),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('dispute-won.BODY', values) },
    {
      kind: 'paragraph',
      text: runs ? say('dispute-won.RUNS', { day: day(locale, subscription.ends_at!) }) : say('dispute-won.OVER'),
    },
    { kind: 'button', label: say('TO_INVOICES'), address: document.page('invoices') },
  ]
  return emailTo(recipient, 'dispute-won', { number }, blocks, await documentsOf(job.invoiceId, ctx))
}

/** Sends the correction of the tax of an issued invoice. Nothing is charged or refunded. */
export async function taxCorrectedEmail(job: EmailJobOf<'tax-corrected'>, ctx: AppContext): Promise<ComposedEmail | null> {
  const document = await issuedInvoiceById(ctx.db, job.invoiceId)
  const recipient = document?.contract && (await recipientOf(job.accountId, document.contract, ctx))
  if (!document || !recipient) return null
  const { say, page } = recipient.document
  const { number, country, corrects } = document
  const values = {
    number,
    correction: correctionInSentence(false, { language: languageOf(document), country }),
    invoice: corrects?.number ?? '',
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('tax-corrected.BODY', values) },
    { kind: 'paragraph', text: say('tax-corrected.PRICE') },
    { kind: 'button', label: say('TO_INVOICES'), address: page('invoices') },
  ]
  return emailTo(
    recipient,
    'tax-corrected',
    { number, correction: values.correction },
    blocks,
    await documentsOf(job.invoiceId, ctx),
  )
}

/** Tells the reader that money for a purchase that could no longer start or continue has arrived and is refunded. */
export async function latePaymentEmail(
  job: EmailJobOf<'late-payment-returned'>,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const attempt = await ctx.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .leftJoin('payment_methods as m', 'm.id', 'a.payment_method_id')
    .select(['a.amount', 'a.currency', 'i.subscription_id', 'm.brand', 'm.masked'])
    .where('a.id', '=', job.attemptId)
    .executeTakeFirst()
  const recipient = attempt?.subscription_id && (await recipientOf(job.accountId, attempt.subscription_id, ctx))
  if (!attempt || !recipient) return null
  const { say, language, page } = recipient.document
  const amount = chargedAmount(attempt, language)
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: say('late-payment-returned.BODY', { plan: recipient.planName, amount, method: methodOf(attempt) || '–' }),
    },
    { kind: 'paragraph', text: say('late-payment-returned.BACK') },
    { kind: 'paragraph', text: say('late-payment-returned.AGAIN') },
    { kind: 'button', label: say('late-payment-returned.BUTTON'), address: page('subscriptions') },
  ]
  return emailTo(recipient, 'late-payment-returned', { amount }, blocks)
}

/** Tells the reader that the payment method of a subscription was replaced; null if it was replaced again. */
export async function paymentDataChangedEmail(
  job: EmailJobOf<'payment-data-changed'>,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  if (!recipient || recipient.subscription.payment_method_id !== job.methodId) return null
  const { say } = recipient.document
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: say('payment-data-changed.BODY', { plan: recipient.planName, method: methodOf(recipient.subscription) || '–' }),
    },
    { kind: 'paragraph', text: say('payment-data-changed.NOT_YOU', { mail: ctx.operator.company.mail }) },
    toSubscription(recipient.document),
  ]
  return emailTo(recipient, 'payment-data-changed', {}, blocks)
}

/** Tells the reader that a cancellation was undone; null if the subscription was cancelled again. */
export async function cancellationTakenBackEmail(
  job: EmailJobOf<'cancellation-taken-back'>,
  ctx: BillingContext,
): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  if (!recipient?.subscription.auto_renew) return null
  const { document, subscription, planName } = recipient
  const { say, locale } = document
  const next = await nextCharge(ctx.db, ctx, subscription.id)
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: say('cancellation-taken-back.BODY', { plan: planName, at: formatMoment(locale, new Date(job.at)) }),
    },
    ...paragraphs([
      ...(next ? [say('cancellation-taken-back.NEXT', nextInWords(document, next))] : []),
      say('cancellation-taken-back.NOT_YOU'),
    ]),
    toSubscription(document),
  ]
  return emailTo(recipient, 'cancellation-taken-back', {}, blocks)
}
