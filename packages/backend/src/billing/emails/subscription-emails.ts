import { dayInVienna, lastDayOf } from '@kiosk/domain/day'
import { dateLocales, type Language } from '@kiosk/domain/locale'
import { formatMoneyText, type Money } from '@kiosk/domain/money'
import { expectedDebitDay } from '@kiosk/domain/payments/bank-days'
import { NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { lastDayOfWithdrawal, periodFrom } from '@kiosk/domain/payments/rules'
import type { Block, Email } from '@kiosk/emails/email'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { t } from '@kiosk/i18n/translate'
import { onOneLine } from '@kiosk/i18n/typography'
import { accountById } from '../../accounts/queries.ts'
import type { Mail } from '../../adapters/mail/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import { type ComposedEmail, type EmailDocument, emailDocument } from '../../emails/email-document.ts'
import type { EmailJob } from '../../emails/email-jobs.ts'
import { correctionInSentence } from '../invoices/document-name.ts'
import { issuedInvoice, issuedInvoiceById } from '../invoices/issued-invoices.ts'
import { fileNameOf, languageOf } from '../invoices/pdf.ts'
import { storedInvoicePdf } from '../invoices/stored-pdfs.ts'
import type { ActionKind } from '../operator-actions/perform.ts'
import { plannedEndOf } from '../operator-actions/planned-end.ts'
import { endsUnagreed } from '../plans/price-notices.ts'
import { subscriptionDocuments } from '../subscriptions/documents.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import { type NextCharge, nextCharge } from '../subscriptions/next-charge.ts'
import { acceptanceOf, firstCharge, lastPaidPeriod, orderedAt, subscriptionById } from '../subscriptions/queries.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'

// E-mails about subscriptions. Accounts erased before the e-mail is written get none.

const DAY_MS = 86_400_000
/** E-mails written here, in payment-emails.ts, price-emails.ts and operator-action-email.ts. */
type Name =
  | 'tax-corrected'
  | 'dispute-won'
  | 'late-payment-returned'
  | 'payment-data-changed'
  | 'cancellation-taken-back'
  | 'price-rise'
  | 'price-cut'
  | 'price-agreed'
  | 'price-stays'
  | 'contract-confirmed'
  | 'invoice'
  | 'charge-declined'
  | 'bank-question'
  | 'purchase-failed'
  | 'mandate-gone'
  | 'contract-ended'
  | 'contract-cancelled'
  | 'credit-note'
  | 'debit-announced'
  | ActionKind
type Of<N extends Name> = Extract<EmailJob, { letter: N }>
type Subscription = NonNullable<Awaited<ReturnType<typeof subscriptionById>>>
export type Scene = {
  account: NonNullable<Awaited<ReturnType<typeof accountById>>>
  document: EmailDocument
  contract: Subscription
  tariff: string
}

/**
 * The legally required confirmation of a subscription: product, price, amount charged, cancellation, and what was said about
 * withdrawal; with invoice, terms and withdrawal instructions.
 */
export async function subscriptionConfirmedEmail(job: Of<'contract-confirmed'>, ctx: AppContext): Promise<ComposedEmail | null> {
  const scene = await sceneOf(job.accountId, job.contract, ctx)
  if (!scene) return null
  const { document, contract: subscription, account } = scene
  const { say, language } = document
  const { company } = ctx.operator
  const acceptance = await acceptanceOf(ctx.db, account.id, subscription)
  const givenUp = acceptance?.policy === 'given-up'
  const charge = await firstCharge(ctx.db, subscription.id)
  const isDebited = job.invoiceId === null && subscription.method_kind === 'DD'
  const { currency } = subscription.tariff
  const money = (minor: number) => formatMoneyText({ minor, currency }, language)
  const old = subscription.upgrade_from === null ? undefined : await subscriptionById(ctx.db, subscription.upgrade_from)
  const ordered = orderedAt(subscription)
  const isLate = dayInVienna(ordered) < dayInVienna(subscription.starts_at)
  const firstDebit = charge && charge.amount > 0 ? (charge.debit_on ?? expectedDebitDay(charge.created_at)) : null
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('contract-confirmed.BODY') },
    ...paragraphs(
      isLate
        ? [say('contract-confirmed.LATE', { ordered: day(language, ordered), day: day(language, subscription.starts_at) })]
        : [],
    ),
    {
      kind: 'facts',
      rows: [
        [say('FACT_CONTRACT'), subscriptionNumber(subscription.id)],
        [say('FACT_TARIFF'), scene.tariff],
        [say('FACT_PRICE'), priceWords(scene)],
        [say('FACT_BEGIN'), moment(language, subscription.starts_at)],
        [say('FACT_PERIOD'), day(language, lastDayOf(periodFrom(subscription.starts_at)))],
        [say('FACT_CREDIT', { contract: old ? subscriptionNumber(old.id) : '' }), charge?.credit ? money(charge.credit) : ''],
        [say(isDebited ? 'FACT_TO_TAKE' : 'FACT_TAKEN'), charge ? money(charge.amount) : ''],
        [say('FACT_METHOD'), methodOf(subscription)],
        [say('FACT_MANDATE'), subscription.mandate_reference ?? ''],
        [say('FACT_CREDITOR'), subscription.mandate_reference ? company.creditorId : ''],
        [say('FACT_SELLER'), `${company.name}, ${company.street}, ${company.postcode} ${company.town}, ${company.country}`],
        [say('FACT_CONTACT'), `${company.mail}, ${onOneLine(company.phone)}`],
      ],
    },
    ...paragraphs(upgradeWords()),
    ...paragraphs(
      // For a purchase confirmed late, that date may have passed.
      isDebited && charge && firstDebit !== null && !(isLate && firstDebit < dayInVienna(subscription.starts_at))
        ? [
            say('contract-confirmed.FIRST_DEBIT', {
              day: day(language, new Date(`${firstDebit}T12:00:00Z`)),
              amount: money(charge.amount),
              method: onOneLine(subscription.masked ?? ''),
            }),
          ]
        : [],
    ),
    ...paragraphs([say('contract-confirmed.RENEWAL', { days: NOTICE_DAYS })]),
    ...withdrawalBlocks(),
    ...paragraphs([say(job.invoiceId === null ? 'contract-confirmed.INVOICE_LATER' : 'contract-confirmed.INVOICE')]),
    toSubscription(document),
    { kind: 'button', label: say('CANCEL_HERE'), address: document.page('cancel'), quiet: true },
    // A button for a right that has ended would contradict the text above; the page stays linked.
    ...(givenUp
      ? []
      : [{ kind: 'button', label: say('WITHDRAW_HERE'), address: document.page('withdraw'), quiet: true } as const]),
  ]
  const links = [
    { label: say('TERMS'), address: document.page('terms') },
    ...(givenUp ? [{ label: say('WITHDRAW_HERE'), address: document.page('withdraw') }] : []),
  ]
  const { region } = subscription.tariff
  const documents = await subscriptionDocuments(ctx, { id: subscription.id, region, startsAt: ordered }, language)
  const attachments = [
    ...(await documentsOf(job.invoiceId, ctx)),
    ...documents.map((each) => ({ ...each, type: 'application/pdf' as const })),
  ]
  return written(scene, 'contract-confirmed', {}, blocks, attachments, links)

  function upgradeWords(): string[] {
    if (!old) return []
    const ended = say('contract-confirmed.UPGRADE', {
      tariff: `${ctx.operator.siteName} ${old.tariff.tier}`,
      contract: subscriptionNumber(old.id),
      day: day(language, old.ends_at ?? subscription.starts_at),
    })
    if (subscription.order_type === ORDER_TYPE.wallet)
      return [ended, say('contract-confirmed.UPGRADE_BACK', { method: subscription.brand || 'PayPal' })]
    if (!charge?.credit) return [ended]
    const rest = charge.credit - charge.gross
    return [
      ended,
      say('contract-confirmed.UPGRADE_CREDIT', { credit: money(charge.credit) }),
      ...(rest > 0 ? [say('contract-confirmed.UPGRADE_REST', { rest: money(rest) })] : []),
    ]
  }

  function withdrawalBlocks(): Block[] {
    const until = day(language, new Date(`${lastDayOfWithdrawal(subscription.starts_at)}T12:00:00Z`))
    const right = { day: until, mail: company.mail }
    if (!acceptance) return paragraphs([say('contract-confirmed.WITHDRAWAL', right)])
    return [
      ...paragraphs([say('contract-confirmed.DECLARED', { at: moment(language, acceptance.at) })]),
      { kind: 'quote', text: acceptance.wording },
      ...paragraphs([givenUp ? say('contract-confirmed.GIVEN_UP_MEANS') : say('contract-confirmed.WITHDRAWAL_KEPT', right)]),
    ]
  }
}

export async function invoiceEmail(job: Of<'invoice'>, ctx: AppContext): Promise<ComposedEmail | null> {
  const paid = await issuedInvoiceById(ctx.db, job.invoiceId)
  const scene = paid?.contract && (await sceneOf(job.accountId, paid.contract, ctx))
  if (!paid || !scene) return null
  const { document, contract: subscription, tariff: plan } = scene
  const { say, language } = document
  const { number, snapshot } = paid
  const following = await nextCharge(ctx.db, ctx, subscription.id)
  const planned = (await plannedEndOf(ctx.db, subscription.id))?.endsAt
  const ends = planned ?? subscription.ends_at
  const next = following
    ? say('invoice.NEXT', nextInWords(language, following))
    : (planned || !subscription.auto_renew) && ends
      ? say('invoice.LAST', { day: day(language, ends) })
      : null
  const period = {
    startsAt: new Date(snapshot.period?.startsAt ?? subscription.starts_at),
    endsAt: new Date(snapshot.period?.endsAt ?? subscription.ends_at!),
  }
  const values = {
    tariff: plan,
    number,
    from: day(language, period.startsAt),
    to: day(language, lastDayOf(period)),
    amount: formatMoneyText({ minor: paid.due, currency: paid.currency }, language),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('invoice.BODY', values) },
    ...(next ? ([{ kind: 'paragraph', text: next }] as const) : []),
    { kind: 'button', label: say('TO_INVOICES'), address: document.page('invoices') },
  ]
  return written(scene, 'invoice', { number }, blocks, await documentsOf(job.invoiceId, ctx))
}

/** What was declined, what happens next and how to resolve it; null once it was paid after all, or cancelled. */
export async function chargeDeclinedEmail(
  job: Of<'charge-declined'>,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'payment_attempts.invoice_id')
    .select(['payment_attempts.amount', 'payment_attempts.currency', 'invoices.subscription_id'])
    .where('payment_attempts.id', '=', job.attemptId)
    .where('invoices.state', '=', 'open')
    .executeTakeFirst()
  const scene = attempt?.subscription_id && (await sceneOf(job.accountId, attempt.subscription_id, ctx))
  if (!attempt || !scene || scene.contract.state !== 'past-due') return null
  const { document, contract: subscription, tariff: plan } = scene
  const { say, language } = document
  const rejected = (await lastPeriod(ctx.db, attempt.subscription_id!))?.refused
  const values = {
    tariff: plan,
    amount: formatMoneyText({ minor: attempt.amount, currency: attempt.currency as Money['currency'] }, language),
    method: methodOf(subscription),
    until: subscription.ends_at ? day(language, subscription.ends_at) : '',
    end: subscription.next_charge_at ? day(language, subscription.next_charge_at) : '',
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('charge-declined.BODY', values) },
    ...(rejected
      ? [say('charge-declined.REFUSED', values), say('charge-declined.ENDS_UNPAID', values)]
      : [
          ...(subscription.next_charge_at
            ? [say('charge-declined.NEXT', { day: day(language, subscription.next_charge_at) })]
            : []),
          say('charge-declined.ENDS'),
        ]
    ).map((text) => ({ kind: 'paragraph', text }) as const),
    { kind: 'button', label: say('charge-declined.BUTTON'), address: document.page('paymentEdit') },
  ]
  return written(scene, 'charge-declined', {}, blocks)
}

export async function subscriptionEndedEmail(job: Of<'contract-ended'>, ctx: BillingContext): Promise<ComposedEmail | null> {
  const scene = await sceneOf(job.accountId, job.contract, ctx)
  if (scene?.contract.state !== 'ended') return null
  const { account, document, contract: subscription, tariff: plan } = scene
  const { say, language } = document
  const isUnagreed = subscription.ends_at !== null && (await endsUnagreed(ctx.db, subscription.id, subscription.ends_at))
  const over = say('contract-ended.BODY', { tariff: plan, day: day(language, subscription.ends_at ?? ctx.now()) })
  const blocks: Block[] = [
    ...(subscription.cancelled_at === null
      ? ([{ kind: 'paragraph', text: say(`contract-ended.${isUnagreed ? 'UNAGREED' : 'UNPAID'}`) }] as const)
      : []),
    { kind: 'paragraph', text: say('contract-ended.KEPT') },
    { kind: 'button', label: say('contract-ended.BUTTON'), address: document.page('subscriptions') },
  ]
  // A closed account is told that nothing more is charged, without an offer to return.
  return written(scene, 'contract-ended', {}, [
    { kind: 'paragraph', text: over },
    // Another subscription may have begun at the same time.
    { kind: 'facts', rows: [[say('FACT_CONTRACT'), subscriptionNumber(subscription.id)]] },
    ...(account.deactivated_at === null ? blocks : []),
  ])
}

/** Null if the cancellation was undone meanwhile. */
export async function subscriptionCancelledEmail(
  job: Of<'contract-cancelled'>,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const scene = await sceneOf(job.accountId, job.contract, ctx)
  if (!scene || scene.contract.cancelled_at === null) return null
  const { document, tariff: plan, contract: subscription } = scene
  const { say, language } = document
  const [at, endsAt] = [new Date(job.at), new Date(job.endsAt)]
  const paidUntil = (await lastPaidPeriod(ctx.db, subscription.id))?.ends_at
  const isLate = paidUntil !== undefined && endsAt > paidUntil
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: say('contract-cancelled.BODY', { tariff: plan, at: moment(language, at), day: day(language, endsAt) }),
    },
    ...(isLate ? ([{ kind: 'paragraph', text: say('contract-cancelled.LATE', { days: NOTICE_DAYS }) }] as const) : []),
    ...(endsAt > at ? ([{ kind: 'small', text: say('contract-cancelled.BACK') }] as const) : []),
    toSubscription(document),
  ]
  return written(scene, 'contract-cancelled', {}, blocks)
}

export async function creditNoteEmail(job: Of<'credit-note'>, ctx: AppContext): Promise<ComposedEmail | null> {
  const note = await issuedInvoiceById(ctx.db, job.invoiceId)
  const scene = note?.contract && (await sceneOf(job.accountId, note.contract, ctx))
  if (!note || !scene) return null
  const { say, page, language } = scene.document
  const refund = await ctx.db.selectFrom('refunds').select('id').where('credit_note_id', '=', job.invoiceId).executeTakeFirst()
  const values = {
    number: note.number,
    // The name of the attached document, in its own language.
    correction: correctionInSentence(note.corrects?.whole ?? false, { language: languageOf(note), country: note.country }),
    invoice: note.corrects?.number ?? '',
    amount: formatMoneyText({ minor: -note.gross, currency: note.currency }, language),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('credit-note.BODY', values) },
    { kind: 'paragraph', text: say(refund ? 'credit-note.WAY' : 'credit-note.RETURNED') },
    { kind: 'button', label: say('TO_INVOICES'), address: page('invoices') },
  ]
  return written(
    scene,
    'credit-note',
    { number: note.number, correction: values.correction },
    blocks,
    await documentsOf(job.invoiceId, ctx),
  )
}

/** Announces a debit with everything that identifies it to the bank and its customer; null if it is no longer due. */
export async function debitAnnouncedEmail(job: Of<'debit-announced'>, ctx: BillingContext): Promise<ComposedEmail | null> {
  const scene = await sceneOf(job.accountId, job.contract, ctx)
  const at = new Date(job.at)
  const next = scene && (await nextCharge(ctx.db, ctx, job.contract))
  // Announcements queued before amounts were stored have none.
  const isStillSo = next?.at.getTime() === at.getTime() && (job.amount === undefined || job.amount === next.amount.minor)
  if (!scene || !isStillSo) return null
  const { document, contract: subscription, tariff: plan } = scene
  const { say, language } = document
  const values = {
    tariff: plan,
    day: day(language, at),
    amount: formatMoneyText(next.amount, language),
    method: onOneLine(subscription.masked ?? ''),
    until: day(language, lastDayOf(periodFrom(at))),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('debit-announced.BODY', values) },
    {
      kind: 'facts',
      rows: [
        [say('FACT_MANDATE'), subscription.mandate_reference ?? ''],
        [say('FACT_CREDITOR'), ctx.operator.company.creditorId],
        [say('FACT_CONTRACT'), subscriptionNumber(subscription.id)],
      ],
    },
    {
      kind: 'paragraph',
      text: say('debit-announced.CANCEL', { last: day(language, new Date(at.getTime() - NOTICE_DAYS * DAY_MS)) }),
    },
    toSubscription(document),
  ]
  return written(scene, 'debit-announced', { day: values.day, amount: values.amount }, blocks)
}

export async function sceneOf(
  accountId: number,
  subscriptionId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<Scene | null> {
  const account = await accountById(ctx.db, accountId)
  const subscription = account && (await subscriptionById(ctx.db, subscriptionId))
  if (!account || !subscription) return null
  const document = emailDocument(ctx, account.language)
  return { account, contract: subscription, document, tariff: `${ctx.operator.siteName} ${subscription.tariff.tier}` }
}

export function written(
  { account, document }: Scene,
  name: Name,
  values: Record<string, string>,
  blocks: Block[],
  attachments: NonNullable<Mail['attachments']> = [],
  links: Email['links'] = [],
): ComposedEmail {
  const { say, language } = document
  return {
    to: account.email,
    document,
    ...(attachments.length > 0 && { attachments }),
    email: {
      language,
      subject: say(`${name}.SUBJECT`, values),
      title: say(`${name}.TITLE`),
      blocks: [{ kind: 'greeting', text: document.greeting(account) }, ...blocks],
      reason: say('REASON_ACCOUNT'),
      links,
    },
  }
}

export function paragraphs(texts: readonly string[]): Block[] {
  return texts.map((text) => ({ kind: 'paragraph', text }))
}

export function toSubscription({ say, page }: EmailDocument): Block {
  return { kind: 'button', label: say('TO_CONTRACT'), address: page('currentSubscription') }
}

/** The price and the price after an offer, as shown next to the order button. */
function priceWords({ contract: subscription, document }: Scene): string {
  const { currency } = subscription.tariff
  const price = formatMoneyText({ minor: subscription.regular_price, currency }, document.language)
  const count = subscription.reduced_left + subscription.reduced_paid
  if (subscription.reduced_price === null || count === 0)
    return t(paymentMessages[document.language], 'PAYMENT.EVERY_30_DAYS', { price })
  const reduced = formatMoneyText({ minor: subscription.reduced_price, currency }, document.language)
  return t(paymentMessages[document.language], 'PAYMENT.REDUCED', { count, reduced, price }, document.language)
}

/** An invoice as PDF, with the credit note deducted from it. */
export async function documentsOf(id: number | null, ctx: AppContext): Promise<NonNullable<Mail['attachments']>> {
  const paid = id === null ? null : await issuedInvoiceById(ctx.db, id)
  if (!paid) return []
  const credit = paid.credit && (await issuedInvoice(ctx.db, paid.credit.number, null))
  const attachments: NonNullable<Mail['attachments']> = []
  for (const each of credit ? [paid, credit] : [paid]) {
    const content = await storedInvoicePdf(ctx, each)
    if (content) attachments.push({ name: fileNameOf(each), type: 'application/pdf', content })
  }
  return attachments
}

/** Date and amount of the next charge, for use in a sentence. */
export function nextInWords(language: Language, { at, amount }: NextCharge): { day: string; price: string } {
  return { day: day(language, at), price: formatMoneyText(amount, language) }
}

/** "Visa •••• 4242" with non-breaking spaces. */
export function methodOf({ brand, masked }: { brand: string | null; masked: string | null }): string {
  return onOneLine([brand, masked].filter(Boolean).join(' '))
}
export function day(language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' })
  return onOneLine(format.format(at))
}
export function moment(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Vienna',
  }).format(at)
}
