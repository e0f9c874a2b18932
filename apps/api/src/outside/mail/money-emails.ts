import { moneyInWords } from '@kiosk/domain/money'
import type { House } from '../../house.ts'
import { languageOf } from '../../payments/invoice-paper.ts'
import { issuedInvoiceById } from '../../payments/issued-invoices.ts'
import { nextCharge } from '../../payments/next-charge.ts'
import { correctionInSentence } from '../../payments/paper-name.ts'
import type { Block } from './letter.ts'
import type { LetterJob } from './letters.ts'
import { day, methodOf, moment, nextInWords, papersOf, sceneOf, toContract, written } from './payment-letters.ts'
import type { Written } from './write-letter.ts'

// E-mails about money that came or went by itself, and about changes of how a subscription is paid. Nobody who is gone by the
// time they are written gets one.

type Of<Name extends string> = Extract<LetterJob, { letter: Name }>

/** A dispute was won: the invoice that takes its correction back. */
export async function disputeWonEmail(job: Of<'dispute-won'>, house: House): Promise<Written | null> {
  const invoice = await issuedInvoiceById(house.db, job.invoiceId)
  const scene = invoice?.contract && (await sceneOf(job.accountId, invoice.contract, house))
  if (!invoice || !scene) return null
  const { paper, contract, tariff } = scene
  const { say, language } = paper
  const { number, country, gross, currency, corrects } = invoice
  const runs = contract.state !== 'ended' && contract.ends_at !== null
  const values = {
    tariff,
    number,
    corrected: corrects?.number ?? '',
    correction: correctionInSentence(false, { language: languageOf(invoice), country }),
    amount: moneyInWords({ minor: gross, currency }, language),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('dispute-won.BODY', values) },
    {
      kind: 'paragraph',
      text: runs ? say('dispute-won.RUNS', { day: day(language, contract.ends_at!) }) : say('dispute-won.OVER'),
    },
    { kind: 'button', label: say('TO_INVOICES'), address: paper.page('invoices') },
  ]
  return written(scene, 'dispute-won', { number }, blocks, await papersOf(job.invoiceId, house))
}

/** Money came for what could not begin or go on any more; it goes back. */
export async function latePaymentEmail(job: Of<'late-payment-returned'>, house: House): Promise<Written | null> {
  const attempt = await house.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .leftJoin('payment_methods as m', 'm.id', 'a.payment_method_id')
    .select(['a.amount', 'a.currency', 'i.subscription', 'm.brand', 'm.masked'])
    .where('a.id', '=', job.attemptId)
    .executeTakeFirst()
  const scene = attempt?.subscription && (await sceneOf(job.accountId, attempt.subscription, house))
  if (!attempt || !scene) return null
  const { say, language, page } = scene.paper
  const amount = moneyInWords({ minor: attempt.amount, currency: attempt.currency as 'EUR' | 'CHF' }, language)
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: say('late-payment-returned.BODY', { tariff: scene.tariff, amount, method: methodOf(attempt) || '–' }),
    },
    { kind: 'paragraph', text: say('late-payment-returned.BACK') },
    { kind: 'paragraph', text: say('late-payment-returned.AGAIN') },
    { kind: 'button', label: say('late-payment-returned.BUTTON'), address: page('subscriptions') },
  ]
  return written(scene, 'late-payment-returned', { amount }, blocks)
}

/** Other payment data took the place of those that a subscription was paid with; null where they were replaced again. */
export async function paymentDataChangedEmail(job: Of<'payment-data-changed'>, house: House): Promise<Written | null> {
  const scene = await sceneOf(job.accountId, job.contract, house)
  if (!scene || scene.contract.payment_method_id !== job.methodId) return null
  const { say } = scene.paper
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: say('payment-data-changed.BODY', { tariff: scene.tariff, method: methodOf(scene.contract) || '–' }),
    },
    { kind: 'paragraph', text: say('payment-data-changed.NOT_YOU', { mail: house.operator.company.mail }) },
    toContract(scene.paper),
  ]
  return written(scene, 'payment-data-changed', {}, blocks)
}

/** A cancellation was taken back; null where the subscription was cancelled again. */
export async function cancellationTakenBackEmail(job: Of<'cancellation-taken-back'>, house: House): Promise<Written | null> {
  const scene = await sceneOf(job.accountId, job.contract, house)
  if (!scene?.contract.auto_renew) return null
  const { paper, contract, tariff } = scene
  const { say, language } = paper
  const next = await nextCharge(house.db, house, contract.id)
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('cancellation-taken-back.BODY', { tariff, at: moment(language, new Date(job.at)) }) },
    ...(next ? ([{ kind: 'paragraph', text: say('cancellation-taken-back.NEXT', nextInWords(language, next)) }] as const) : []),
    { kind: 'paragraph', text: say('cancellation-taken-back.NOT_YOU') },
    toContract(paper),
  ]
  return written(scene, 'cancellation-taken-back', {}, blocks)
}
