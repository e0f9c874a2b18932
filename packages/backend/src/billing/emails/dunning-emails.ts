import { formatMoneyText } from '@kiosk/domain/money'
import { nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import type { Block } from '@kiosk/emails/email'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { onOneLine } from '@kiosk/i18n/typography'
import { issueToken } from '../../auth/one-time-tokens.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import type { EmailJobOf } from '../../emails/email-jobs.ts'
import { unpaidEnd } from '../renewals/dunning.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import { nextCharge } from '../subscriptions/next-charge.ts'
import { subscriptionById } from '../subscriptions/queries.ts'
import { chargedAmount, day, emailTo, methodOf, paragraphs, recipientOf, toSubscription } from './compose-email.ts'

// E-mails about unpaid renewals, payments that need the reader's action, and purchases that failed after their confirmation.
// Each states the amount, what happens next and when, and has one link.

/** Tells the reader what was declined, what happens next and how to resolve it; null if it was paid meanwhile, or cancelled. */
export async function chargeDeclinedEmail(
  job: EmailJobOf<'charge-declined'>,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl' | 'now'>,
): Promise<ComposedEmail | null> {
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select(['payment_attempts.amount', 'payment_attempts.currency', 'invoices.subscription_id'])
    .where('payment_attempts.id', '=', job.attemptId)
    .where('invoices.state', '=', 'open')
    .executeTakeFirst()
  const recipient = attempt?.subscription_id && (await recipientOf(job.accountId, attempt.subscription_id, ctx))
  if (!attempt || !recipient || recipient.subscription.state !== 'past-due') return null
  const { document, subscription, planName } = recipient
  const { say, language, locale } = document
  const rejected = (await lastPeriod(ctx.db, attempt.subscription_id!))?.rejected
  const values = {
    plan: planName,
    amount: chargedAmount(attempt, language),
    method: methodOf(subscription),
    until: subscription.ends_at ? day(locale, subscription.ends_at) : '',
    end: subscription.next_charge_at ? day(locale, subscription.next_charge_at) : '',
  }
  // The grace period may be none, or over before a late retry.
  const hasAccess = subscription.ends_at !== null && subscription.ends_at > ctx.now()
  const declined = say('charge-declined.BODY', values)
  const next = rejected
    ? [
        say(hasAccess ? 'charge-declined.REFUSED' : 'charge-declined.REFUSED_OVER', values),
        say('charge-declined.ENDS_UNPAID', values),
      ]
    : [
        ...(subscription.next_charge_at ? [say('charge-declined.NEXT', { day: day(locale, subscription.next_charge_at) })] : []),
        say('charge-declined.ENDS'),
      ]
  const blocks: Block[] = [
    ...paragraphs([hasAccess ? `${declined} ${say('charge-declined.READ', values)}` : declined, ...next]),
    { kind: 'button', label: say('charge-declined.BUTTON'), address: document.page('paymentEdit') },
  ]
  return emailTo(recipient, 'charge-declined', {}, blocks)
}

/** Tells the reader that the wallet has not charged a renewal; null if it has meanwhile, or nothing more is charged. */
export async function walletOverdueEmail(job: EmailJobOf<'wallet-overdue'>, ctx: BillingContext): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  const next = recipient && (await nextCharge(ctx.db, ctx, job.contract))
  const last = next && (await lastPeriod(ctx.db, job.contract))
  if (!last || recipient.subscription.state !== 'past-due') return null
  const { document, subscription, planName } = recipient
  const { ends_at } = subscription
  // It may be overdue again, which has its own e-mail.
  if (ends_at?.toISOString() !== job.until) return null
  const { say, language, locale } = document
  const values = {
    plan: planName,
    amount: formatMoneyText(next.amount, language),
    method: methodOf(subscription) || 'PayPal',
    day: day(locale, last.ends_at),
    until: day(locale, ends_at),
  }
  const texts = ['BODY', 'CHECK', 'ENDS'].map((key) => say(`wallet-overdue.${key}`, values))
  return emailTo(recipient, 'wallet-overdue', {}, [...paragraphs(texts), toSubscription(document)])
}

/** Asks the reader to authenticate a renewal at the bank; null if that was done, or is no longer needed or possible. */
export async function bankAuthenticationEmail(
  job: EmailJobOf<'bank-question'>,
  ctx: BillingContext,
): Promise<ComposedEmail | null> {
  const attempt = await attemptOf(ctx, job.attemptId)
  const isOpen = attempt?.state === 'action' && attempt.answer_by !== null && attempt.answer_by > ctx.now()
  const recipient = isOpen && attempt.subscription_id && (await recipientOf(job.accountId, attempt.subscription_id, ctx))
  if (!attempt || !recipient || recipient.subscription.state !== 'past-due' || !recipient.subscription.auto_renew) return null
  if (recipient.subscription.payment_method_id !== attempt.payment_method_id || recipient.account.deactivated_at !== null)
    return null
  const { document, subscription, planName } = recipient
  const { say, language, locale } = document
  const amount = chargedAmount(attempt, language)
  const values = {
    plan: planName,
    amount,
    method: methodOf(subscription) || '–',
    end: day(locale, attempt.answer_by!),
    until: subscription.ends_at ? day(locale, subscription.ends_at) : '',
    day: attempt.remind_at ? day(locale, attempt.remind_at) : '',
  }
  const data = { attemptId: job.attemptId }
  const token = await issueToken(ctx.db, { purpose: 'payment', accountId: job.accountId, data, now: ctx.now() })
  const readsOn = subscription.ends_at !== null && subscription.ends_at > ctx.now()
  const isReminded = attempt.remind_at !== null && attempt.remind_at < attempt.answer_by!
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('bank-question.BODY', values) },
    { kind: 'button', label: say('bank-question.BUTTON'), address: document.page('confirmPayment', { token }) },
    ...paragraphs([
      ...(readsOn ? [say('bank-question.READ', values)] : []),
      [...(isReminded ? [say('bank-question.NEXT', values)] : []), say('bank-question.ENDS', values)].join(' '),
    ]),
    { kind: 'small', text: say('bank-question.LINK', values) },
  ]
  const email = emailTo(recipient, 'bank-question', { amount }, blocks)
  if (attempt.reminders > 1) email.email.subject = say('bank-question.SUBJECT_AGAIN', { amount })
  return email
}

/** Tells the reader that a purchase failed that was confirmed, or whose result was unknown; null if it was paid after all. */
export async function purchaseFailedEmail(
  job: EmailJobOf<'purchase-failed'>,
  ctx: BillingContext,
): Promise<ComposedEmail | null> {
  const attempt = await attemptOf(ctx, job.attemptId)
  const recipient = attempt?.subscription_id && (await recipientOf(job.accountId, attempt.subscription_id, ctx))
  if (attempt?.state !== 'declined' || !recipient) return null
  const { document, subscription, planName } = recipient
  const { say, language, locale } = document
  const old = subscription.upgrade_from === null ? undefined : await subscriptionById(ctx.db, subscription.upgrade_from)
  const oldWords = () => {
    if (old?.state !== 'active' || old.ends_at === null) return null
    const plan = nameOfPlan(ctx.operator, old.plan.tier)
    if (old.auto_renew) return say('purchase-failed.OLD', { plan })
    return say('purchase-failed.OLD_UNTIL', { plan, day: day(locale, old.ends_at) })
  }
  const words = paymentResultMessages[language] as Record<string, string>
  const reason = attempt.decline_code === 'declined' ? undefined : words[`PAYMENT.REASON_${attempt.decline_code}`]
  const values = {
    plan: planName,
    amount: chargedAmount(attempt, language),
    method: methodOf(attempt) || '–',
    day: day(locale, subscription.ends_at ?? ctx.now()),
  }
  const texts = [
    say(job.begun ? 'purchase-failed.BODY' : 'purchase-failed.NOT_BEGUN', values),
    ...(reason ? [reason] : []),
    oldWords() ?? say('purchase-failed.AGAIN'),
  ]
  const button = { kind: 'button', label: say('purchase-failed.BUTTON'), address: document.page('subscriptions') } as const
  return emailTo(recipient, 'purchase-failed', {}, [...paragraphs(texts), button])
}

/** Tells the reader that a mandate was cancelled at the bank; null if the method was replaced or nothing more is charged. */
export async function mandateRevokedEmail(job: EmailJobOf<'mandate-gone'>, ctx: BillingContext): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  const next = recipient && (await nextCharge(ctx.db, ctx, recipient.subscription.id))
  if (!next || recipient.subscription.state !== 'active' || !recipient.subscription.auto_renew) return null
  const { document, subscription, planName } = recipient
  if (subscription.payment_method_id !== job.methodId) return null
  const { say, language, locale } = document
  const values = {
    plan: planName,
    method: onOneLine(subscription.masked ?? ''),
    amount: formatMoneyText(next.amount, language),
    day: day(locale, next.at),
    end: day(locale, unpaidEnd(ctx.operator.dunning, next.at)),
  }
  const blocks: Block[] = [
    ...paragraphs(['BODY', 'NEXT', 'ENDS'].map((key) => say(`mandate-gone.${key}`, values))),
    { kind: 'button', label: say('mandate-gone.BUTTON'), address: document.page('paymentEdit') },
  ]
  return emailTo(recipient, 'mandate-gone', {}, blocks)
}

function attemptOf({ db }: Pick<AppContext, 'db'>, id: string) {
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .leftJoin('payment_methods as m', 'm.id', 'a.payment_method_id')
    .select(['a.state', 'a.amount', 'a.currency', 'a.answer_by', 'a.remind_at', 'a.reminders', 'a.decline_code'])
    .select(['a.payment_method_id', 'i.subscription_id', 'm.brand', 'm.masked'])
    .where('a.id', '=', id)
    .executeTakeFirst()
}
