import { type Money, moneyInWords } from '@kiosk/domain/money'
import { paymentResultWords } from '@kiosk/languages/payment-results'
import { onOneLine } from '@kiosk/languages/typography'
import type { House } from '../../house.ts'
import { contractById } from '../../payments/contracts.ts'
import { unpaidEnd } from '../../payments/dunning.ts'
import { nextCharge } from '../../payments/next-charge.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import type { Block } from './letter.ts'
import type { LetterJob } from './letters.ts'
import { day, methodOf, sceneOf, written } from './payment-letters.ts'
import type { Written } from './write-letter.ts'

// E-mails about payments that need the reader, or that failed after they were announced. Each says the amount, what happens next
// and when, and has one link.

type Of<Name extends string> = Extract<LetterJob, { letter: Name }>

/** The bank wants an answer about a renewal; null once it was answered, given up, or is not wanted any more. */
export async function bankQuestionEmail(job: Of<'bank-question'>, house: House): Promise<Written | null> {
  const attempt = await attemptOf(house, job.attemptId)
  const isOpen = attempt?.state === 'action' && attempt.answer_by !== null && attempt.answer_by > house.now()
  const scene = isOpen && attempt.subscription && (await sceneOf(job.accountId, attempt.subscription, house))
  if (!attempt || !scene || scene.contract.state !== 'past-due' || !scene.contract.auto_renew) return null
  if (scene.contract.payment_method_id !== attempt.payment_method_id || scene.account.deactivated_at !== null) return null
  const { paper, contract, tariff } = scene
  const { say, language } = paper
  const amount = moneyInWords({ minor: attempt.amount, currency: attempt.currency as Money['currency'] }, language)
  const values = {
    ...{ tariff, amount, method: methodOf(contract) || '–', end: day(language, attempt.answer_by!) },
    until: contract.ends_at ? day(language, contract.ends_at) : '',
    day: attempt.remind_at ? day(language, attempt.remind_at) : '',
  }
  const data = { attemptId: job.attemptId }
  const token = await issueToken(house.db, { purpose: 'payment', accountId: job.accountId, data, now: house.now() })
  const readsOn = contract.ends_at !== null && contract.ends_at > house.now()
  const isReminded = attempt.remind_at !== null && attempt.remind_at < attempt.answer_by!
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('bank-question.BODY', values) },
    { kind: 'button', label: say('bank-question.BUTTON'), address: paper.page('confirmPayment', { token }) },
    ...(readsOn ? ([{ kind: 'paragraph', text: say('bank-question.READ', values) }] as const) : []),
    {
      kind: 'paragraph',
      text: [...(isReminded ? [say('bank-question.NEXT', values)] : []), say('bank-question.ENDS', values)].join(' '),
    },
    { kind: 'small', text: say('bank-question.LINK', values) },
  ]
  const email = written(scene, 'bank-question', { amount }, blocks)
  if (attempt.reminders > 1) email.letter.subject = say('bank-question.SUBJECT_AGAIN', { amount })
  return email
}

/** A purchase that had been confirmed, or whose result nobody knew yet, came to nothing; null where it was paid after all. */
export async function purchaseFailedEmail(job: Of<'purchase-failed'>, house: House): Promise<Written | null> {
  const attempt = await attemptOf(house, job.attemptId)
  const scene = attempt?.subscription && (await sceneOf(job.accountId, attempt.subscription, house))
  if (attempt?.state !== 'declined' || !scene) return null
  const { paper, contract, tariff } = scene
  const { say, language } = paper
  const old = contract.upgrade_from === null ? undefined : await contractById(house.db, contract.upgrade_from)
  const runs = old && old.state === 'active'
  const words = paymentResultWords[language] as Record<string, string>
  const reason = attempt.decline_code === 'declined' ? undefined : words[`PAYMENT.REASON_${attempt.decline_code}`]
  const values = {
    tariff,
    amount: moneyInWords({ minor: attempt.amount, currency: attempt.currency as Money['currency'] }, language),
    method: methodOf(attempt) || '–',
    day: day(language, contract.ends_at ?? house.now()),
  }
  const texts = [
    say(job.begun ? 'purchase-failed.BODY' : 'purchase-failed.NOT_BEGUN', values),
    ...(reason ? [reason] : []),
    ...(runs ? [say('purchase-failed.OLD', { tariff: `${house.operator.siteName} ${old.tariff.tier}` })] : []),
    say('purchase-failed.AGAIN'),
  ]
  const button = { kind: 'button', label: say('purchase-failed.BUTTON'), address: paper.page('subscriptions') } as const
  return written(scene, 'purchase-failed', {}, [...texts.map((text) => ({ kind: 'paragraph', text }) as const), button])
}

/** A mandate was cancelled at the bank; null where other payment data were left, or nothing more is to be charged. */
export async function mandateGoneEmail(job: Of<'mandate-gone'>, house: House): Promise<Written | null> {
  const scene = await sceneOf(job.accountId, job.contract, house)
  const next = scene && (await nextCharge(house.db, house, scene.contract.id))
  if (!next || scene.contract.state !== 'active' || !scene.contract.auto_renew) return null
  const { paper, contract, tariff } = scene
  if (contract.payment_method_id !== job.methodId) return null
  const { say, language } = paper
  const values = {
    tariff,
    method: onOneLine(contract.masked ?? ''),
    amount: moneyInWords(next.amount, language),
    day: day(language, next.at),
    end: day(language, unpaidEnd(house.operator.dunning, next.at)),
  }
  const blocks: Block[] = [
    ...['BODY', 'NEXT', 'ENDS'].map((key) => ({ kind: 'paragraph', text: say(`mandate-gone.${key}`, values) }) as const),
    { kind: 'button', label: say('mandate-gone.BUTTON'), address: paper.page('paymentEdit') },
  ]
  return written(scene, 'mandate-gone', {}, blocks)
}

function attemptOf({ db }: House, id: string) {
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .leftJoin('payment_methods as m', 'm.id', 'a.payment_method_id')
    .select(['a.state', 'a.amount', 'a.currency', 'a.answer_by', 'a.remind_at', 'a.reminders', 'a.decline_code'])
    .select(['a.payment_method_id', 'i.subscription', 'm.brand', 'm.masked'])
    .where('a.id', '=', id)
    .executeTakeFirst()
}
