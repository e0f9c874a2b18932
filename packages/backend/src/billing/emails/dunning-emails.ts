import { formatMoneyText, type Money } from '@kiosk/domain/money'
import type { Block } from '@kiosk/emails/email'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { onOneLine } from '@kiosk/i18n/typography'
import { issueToken } from '../../auth/one-time-tokens.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { unpaidEnd } from '../renewals/dunning.ts'
import { nextCharge } from '../subscriptions/next-charge.ts'
import { subscriptionById } from '../subscriptions/queries.ts'
import { day, methodOf, sceneOf, written } from './subscription-emails.ts'

// E-mails about payments that need the reader's action, or that failed after they were announced. Each states the amount, what
// happens next and when, and has one link.

type Of<Name extends string> = Extract<EmailJob, { letter: Name }>

/** The bank requests authentication of a renewal; null if it was answered, cancelled, or is no longer needed. */
export async function bankQuestionEmail(job: Of<'bank-question'>, ctx: BillingContext): Promise<ComposedEmail | null> {
  const attempt = await attemptOf(ctx, job.attemptId)
  const isOpen = attempt?.state === 'action' && attempt.answer_by !== null && attempt.answer_by > ctx.now()
  const scene = isOpen && attempt.subscription_id && (await sceneOf(job.accountId, attempt.subscription_id, ctx))
  if (!attempt || !scene || scene.contract.state !== 'past-due' || !scene.contract.auto_renew) return null
  if (scene.contract.payment_method_id !== attempt.payment_method_id || scene.account.deactivated_at !== null) return null
  const { document, contract: subscription, tariff: plan } = scene
  const { say, language } = document
  const amount = formatMoneyText({ minor: attempt.amount, currency: attempt.currency as Money['currency'] }, language)
  const values = {
    ...{ tariff: plan, amount, method: methodOf(subscription) || '–', end: day(language, attempt.answer_by!) },
    until: subscription.ends_at ? day(language, subscription.ends_at) : '',
    day: attempt.remind_at ? day(language, attempt.remind_at) : '',
  }
  const data = { attemptId: job.attemptId }
  const token = await issueToken(ctx.db, { purpose: 'payment', accountId: job.accountId, data, now: ctx.now() })
  const readsOn = subscription.ends_at !== null && subscription.ends_at > ctx.now()
  const isReminded = attempt.remind_at !== null && attempt.remind_at < attempt.answer_by!
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('bank-question.BODY', values) },
    { kind: 'button', label: say('bank-question.BUTTON'), address: document.page('confirmPayment', { token }) },
    ...(readsOn ? ([{ kind: 'paragraph', text: say('bank-question.READ', values) }] as const) : []),
    {
      kind: 'paragraph',
      text: [...(isReminded ? [say('bank-question.NEXT', values)] : []), say('bank-question.ENDS', values)].join(' '),
    },
    { kind: 'small', text: say('bank-question.LINK', values) },
  ]
  const email = written(scene, 'bank-question', { amount }, blocks)
  if (attempt.reminders > 1) email.email.subject = say('bank-question.SUBJECT_AGAIN', { amount })
  return email
}

/** A purchase that was confirmed, or whose result was unknown, has failed; null if it was paid after all. */
export async function purchaseFailedEmail(job: Of<'purchase-failed'>, ctx: BillingContext): Promise<ComposedEmail | null> {
  const attempt = await attemptOf(ctx, job.attemptId)
  const scene = attempt?.subscription_id && (await sceneOf(job.accountId, attempt.subscription_id, ctx))
  if (attempt?.state !== 'declined' || !scene) return null
  const { document, contract: subscription, tariff: plan } = scene
  const { say, language } = document
  const old = subscription.upgrade_from === null ? undefined : await subscriptionById(ctx.db, subscription.upgrade_from)
  const runs = old && old.state === 'active'
  const words = paymentResultMessages[language] as Record<string, string>
  const reason = attempt.decline_code === 'declined' ? undefined : words[`PAYMENT.REASON_${attempt.decline_code}`]
  const values = {
    tariff: plan,
    amount: formatMoneyText({ minor: attempt.amount, currency: attempt.currency as Money['currency'] }, language),
    method: methodOf(attempt) || '–',
    day: day(language, subscription.ends_at ?? ctx.now()),
  }
  const texts = [
    say(job.begun ? 'purchase-failed.BODY' : 'purchase-failed.NOT_BEGUN', values),
    ...(reason ? [reason] : []),
    ...(runs ? [say('purchase-failed.OLD', { tariff: `${ctx.operator.siteName} ${old.tariff.tier}` })] : []),
    say('purchase-failed.AGAIN'),
  ]
  const button = { kind: 'button', label: say('purchase-failed.BUTTON'), address: document.page('subscriptions') } as const
  return written(scene, 'purchase-failed', {}, [...texts.map((text) => ({ kind: 'paragraph', text }) as const), button])
}

/** A mandate was cancelled at the bank; null if another payment method was added, or nothing more will be charged. */
export async function mandateRevokedEmail(job: Of<'mandate-gone'>, ctx: BillingContext): Promise<ComposedEmail | null> {
  const scene = await sceneOf(job.accountId, job.contract, ctx)
  const next = scene && (await nextCharge(ctx.db, ctx, scene.contract.id))
  if (!next || scene.contract.state !== 'active' || !scene.contract.auto_renew) return null
  const { document, contract: subscription, tariff: plan } = scene
  if (subscription.payment_method_id !== job.methodId) return null
  const { say, language } = document
  const values = {
    tariff: plan,
    method: onOneLine(subscription.masked ?? ''),
    amount: formatMoneyText(next.amount, language),
    day: day(language, next.at),
    end: day(language, unpaidEnd(ctx.operator.dunning, next.at)),
  }
  const blocks: Block[] = [
    ...['BODY', 'NEXT', 'ENDS'].map((key) => ({ kind: 'paragraph', text: say(`mandate-gone.${key}`, values) }) as const),
    { kind: 'button', label: say('mandate-gone.BUTTON'), address: document.page('paymentEdit') },
  ]
  return written(scene, 'mandate-gone', {}, blocks)
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
