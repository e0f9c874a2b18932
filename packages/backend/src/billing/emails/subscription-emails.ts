import { formatMoment } from '@kiosk/domain/date-format'
import { dayInVienna, lastDayOf } from '@kiosk/domain/day'
import { formatMoneyText } from '@kiosk/domain/money'
import { expectedDebitDay } from '@kiosk/domain/payments/bank-days'
import { NOTICE_DAYS, ORDER_TYPE } from '@kiosk/domain/payments/limits'
import { lastDayOfWithdrawal, periodFrom } from '@kiosk/domain/payments/rules'
import { nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import type { Block } from '@kiosk/emails/email'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import { t } from '@kiosk/i18n/translate'
import { onOneLine } from '@kiosk/i18n/typography'
import type { AppContext, BillingContext } from '../../context.ts'
import type { ComposedEmail } from '../../emails/email-document.ts'
import type { EmailJobOf } from '../../emails/email-jobs.ts'
import { isReturned } from '../charges/is-returned.ts'
import { correctionInSentence } from '../invoices/document-name.ts'
import { issuedInvoiceById } from '../invoices/issued-invoices.ts'
import { languageOf } from '../invoices/pdf.ts'
import { plannedEndOf } from '../operator-actions/planned-end.ts'
import { endsUnagreed } from '../plans/price-notices.ts'
import { subscriptionDocuments } from '../subscriptions/documents.ts'
import { lastPeriod } from '../subscriptions/last-period.ts'
import { nextCharge } from '../subscriptions/next-charge.ts'
import { acceptanceOf, firstCharge, orderedAt, pendingDebit, subscriptionById } from '../subscriptions/queries.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import {
  chargedAmount,
  day,
  documentsOf,
  emailTo,
  methodOf,
  nextInWords,
  paragraphs,
  type Recipient,
  recipientOf,
  toSubscription,
} from './compose-email.ts'

// E-mails about the life cycle of a subscription and its invoices. Unpaid renewals: dunning-emails.ts.

/**
 * Writes the legally required confirmation of a subscription: product, price, amount charged, cancellation, and the accepted
 * statement about withdrawal; with invoice, terms and withdrawal instructions. Null if the purchase failed.
 */
export async function subscriptionConfirmedEmail(
  job: EmailJobOf<'contract-confirmed'>,
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  // If the first charge has failed meanwhile, another e-mail says so.
  if (!recipient || !(await lastPeriod(ctx.db, job.contract))) return null
  const { document, subscription, account } = recipient
  const { say, language, locale } = document
  const { company } = ctx.operator
  const acceptance = await acceptanceOf(ctx.db, account.id, subscription)
  const givenUp = acceptance?.policy === 'given-up'
  const charge = await firstCharge(ctx.db, subscription.id)
  // The wallet also reports its charge later.
  const isPending = job.invoiceId === null && charge !== undefined && charge.amount > 0
  const { currency } = subscription.plan
  const money = (minor: number) => formatMoneyText({ minor, currency }, language)
  const old = subscription.upgrade_from === null ? undefined : await subscriptionById(ctx.db, subscription.upgrade_from)
  const ordered = orderedAt(subscription)
  const isLate = dayInVienna(ordered) < dayInVienna(subscription.starts_at)
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('contract-confirmed.BODY') },
    ...paragraphs(
      isLate ? [say('contract-confirmed.LATE', { ordered: day(locale, ordered), day: day(locale, subscription.starts_at) })] : [],
    ),
    {
      kind: 'details',
      rows: [
        [say('FACT_CONTRACT'), subscriptionNumber(subscription.id)],
        [say('FACT_TARIFF'), recipient.planName],
        [say('FACT_PRICE'), priceWords(recipient)],
        [say('FACT_BEGIN'), formatMoment(locale, subscription.starts_at)],
        [say('FACT_PERIOD'), day(locale, lastDayOf(periodFrom(subscription.starts_at)))],
        [say('FACT_CREDIT', { contract: old ? subscriptionNumber(old.id) : '' }), charge?.credit ? money(charge.credit) : ''],
        [say(isPending ? 'FACT_TO_TAKE' : 'FACT_TAKEN'), charge ? money(charge.amount) : ''],
        [say('FACT_METHOD'), methodOf(subscription)],
        [say('FACT_MANDATE'), subscription.mandate_reference ?? ''],
        [say('FACT_CREDITOR'), subscription.mandate_reference ? company.creditorId : ''],
        [say('FACT_SELLER'), `${company.name}, ${company.street}, ${company.postcode} ${company.town}, ${company.country}`],
        [say('FACT_CONTACT'), `${company.mail}, ${onOneLine(company.phone)}`],
      ],
    },
    ...paragraphs(upgradeWords()),
    ...paragraphs(firstDebitWords()),
    ...paragraphs([say('contract-confirmed.RENEWAL', { days: NOTICE_DAYS })]),
    ...withdrawalBlocks(),
    ...paragraphs([say(job.invoiceId === null ? 'contract-confirmed.INVOICE_LATER' : 'contract-confirmed.INVOICE')]),
    toSubscription(document),
    { kind: 'button', label: say('CANCEL_HERE'), address: document.page('cancel'), quiet: true },
    // A button for a right that was given up would contradict the text above; the page stays linked.
    ...(givenUp
      ? []
      : [{ kind: 'button', label: say('WITHDRAW_HERE'), address: document.page('withdraw'), quiet: true } as const]),
  ]
  const links = [
    { label: say('TERMS'), address: document.page('terms') },
    ...(givenUp ? [{ label: say('WITHDRAW_HERE'), address: document.page('withdraw') }] : []),
  ]
  const { region } = subscription.plan
  const documents = await subscriptionDocuments(ctx, { id: subscription.id, region, startsAt: ordered }, language)
  const attachments = [
    ...(await documentsOf(job.invoiceId, ctx)),
    ...documents.map((each) => ({ ...each, type: 'application/pdf' as const })),
  ]
  return emailTo(recipient, 'contract-confirmed', {}, blocks, attachments, links)

  function firstDebitWords(): string[] {
    if (!isPending || subscription.method_kind !== 'DD') return []
    const debitOn = charge.debit_on ?? expectedDebitDay(charge.created_at)
    // For a purchase confirmed late, that date may have passed.
    if (isLate && debitOn < dayInVienna(subscription.starts_at)) return []
    const method = onOneLine(subscription.masked ?? '')
    return [say('contract-confirmed.FIRST_DEBIT', { day: day(locale, debitOn), amount: money(charge.amount), method })]
  }

  function upgradeWords(): string[] {
    if (!old) return []
    const ended = say('contract-confirmed.UPGRADE', {
      plan: nameOfPlan(ctx.operator, old.plan.tier),
      contract: subscriptionNumber(old.id),
      day: day(locale, old.ends_at ?? subscription.starts_at),
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
    const until = day(locale, lastDayOfWithdrawal(subscription.starts_at))
    const right = { day: until, mail: company.mail }
    if (!acceptance) return paragraphs([say('contract-confirmed.WITHDRAWAL', right)])
    return [
      ...paragraphs([say('contract-confirmed.DECLARED', { at: formatMoment(locale, acceptance.at) })]),
      { kind: 'quote', text: acceptance.wording },
      ...paragraphs([givenUp ? say('contract-confirmed.GIVEN_UP_MEANS') : say('contract-confirmed.WITHDRAWAL_KEPT', right)]),
    ]
  }
}

export async function invoiceEmail(job: EmailJobOf<'invoice'>, ctx: AppContext): Promise<ComposedEmail | null> {
  const paid = await issuedInvoiceById(ctx.db, job.invoiceId)
  const recipient = paid?.contract && (await recipientOf(job.accountId, paid.contract, ctx))
  if (!paid || !recipient) return null
  const { document, subscription, planName } = recipient
  const { say, language, locale } = document
  const { number, snapshot } = paid
  const following = await nextCharge(ctx.db, ctx, subscription.id)
  const planned = (await plannedEndOf(ctx.db, subscription.id))?.endsAt
  const ends = planned ?? subscription.ends_at
  const next = following
    ? say('invoice.NEXT', nextInWords(document, following))
    : subscription.state === 'ended' && ends
      ? say('contract-ended.BODY', { plan: planName, day: day(locale, ends) })
      : (planned || !subscription.auto_renew) && ends
        ? say('invoice.LAST', { day: day(locale, ends) })
        : null
  const period = {
    startsAt: new Date(snapshot.period?.startsAt ?? subscription.starts_at),
    endsAt: new Date(snapshot.period?.endsAt ?? subscription.ends_at!),
  }
  const values = {
    plan: planName,
    number,
    from: day(locale, period.startsAt),
    to: day(locale, lastDayOf(period)),
    amount: formatMoneyText({ minor: paid.due, currency: paid.currency }, language),
  }
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('invoice.BODY', values) },
    ...(next ? ([{ kind: 'paragraph', text: next }] as const) : []),
    { kind: 'button', label: say('TO_INVOICES'), address: document.page('invoices') },
  ]
  return emailTo(recipient, 'invoice', { number }, blocks, await documentsOf(job.invoiceId, ctx))
}

export async function subscriptionEndedEmail(
  job: EmailJobOf<'contract-ended'>,
  ctx: BillingContext,
): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  if (recipient?.subscription.state !== 'ended') return null
  const { account, document, subscription, planName } = recipient
  const { say, language, locale } = document
  const isUnagreed = subscription.ends_at !== null && (await endsUnagreed(ctx.db, subscription.id, subscription.ends_at))
  const isStopped = subscription.stopped_by_return
  const last = await lastAttempt(ctx.db, subscription.id)
  const isTakenBack = last !== undefined && (isReturned(last) || (isStopped && last.state !== 'declined'))
  const why = isUnagreed ? 'UNAGREED' : isTakenBack ? 'TAKEN_BACK' : 'UNPAID'
  // The debit of the next period may have been ordered before an earlier one was returned.
  const debit = await pendingDebit(ctx.db, subscription.id)
  const over = say(debit ? 'contract-ended.UNDER_WAY' : 'contract-ended.BODY', {
    plan: planName,
    day: day(locale, subscription.ends_at ?? ctx.now()),
    amount: debit ? chargedAmount(debit, language) : '',
  })
  const isCancelled = subscription.cancelled_at !== null && !isStopped
  const blocks: Block[] = [
    ...(isCancelled ? [] : paragraphs([say(`contract-ended.${why}`)])),
    { kind: 'paragraph', text: say('contract-ended.KEPT') },
    { kind: 'button', label: say('contract-ended.BUTTON'), address: document.page('subscriptions') },
  ]
  // The e-mail to a closed account makes no offer to return.
  return emailTo(recipient, 'contract-ended', {}, [
    { kind: 'paragraph', text: over },
    // Names the subscription, because another one may have started at the same time.
    { kind: 'details', rows: [[say('FACT_CONTRACT'), subscriptionNumber(subscription.id)]] },
    ...(account.deactivated_at === null ? blocks : []),
  ])
}

function lastAttempt(db: AppContext['db'], subscription: number) {
  return db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .select(['a.state', 'a.decline_code'])
    .where('i.subscription_id', '=', subscription)
    .orderBy('a.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Confirms a cancellation; null if it was undone meanwhile. */
export async function subscriptionCancelledEmail(
  job: EmailJobOf<'contract-cancelled'>,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  if (!recipient || recipient.subscription.cancelled_at === null) return null
  const { document, planName, subscription } = recipient
  const { say, locale } = document
  const [at, endsAt] = [new Date(job.at), new Date(job.endsAt)]
  const values = { plan: planName, at: formatMoment(locale, at), day: day(locale, endsAt) }
  if (endsAt <= at)
    return emailTo(recipient, 'contract-cancelled', {}, [
      ...paragraphs([say('contract-cancelled.UNPAID', values), say('contract-ended.KEPT')]),
      { kind: 'button', label: say('contract-ended.BUTTON'), address: document.page('subscriptions') },
    ])
  // The period that has begun may still be unpaid, for example while a debit is pending.
  const last = await lastPeriod(ctx.db, subscription.id)
  // Only our own renewal can be turned on again, and it charges once more after a late cancellation.
  const isOwn = subscription.order_type === ORDER_TYPE.own
  const isLate = isOwn && last !== undefined && endsAt > last.ends_at
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('contract-cancelled.BODY', values) },
    ...paragraphs(isLate ? [say('contract-cancelled.LATE', { days: NOTICE_DAYS })] : []),
    ...paragraphs(subscription.order_type === ORDER_TYPE.wallet ? [say('contract-cancelled.WALLET')] : []),
    ...(isOwn ? ([{ kind: 'small', text: say('contract-cancelled.BACK') }] as const) : []),
    toSubscription(document),
  ]
  return emailTo(recipient, 'contract-cancelled', {}, blocks)
}

export async function creditNoteEmail(job: EmailJobOf<'credit-note'>, ctx: AppContext): Promise<ComposedEmail | null> {
  const note = await issuedInvoiceById(ctx.db, job.invoiceId)
  const recipient = note?.contract && (await recipientOf(job.accountId, note.contract, ctx))
  if (!note || !recipient) return null
  const { document, subscription, planName } = recipient
  const { say, page, language, locale } = document
  const money = (minor: number) => formatMoneyText({ minor, currency: note.currency }, language)
  const refunds = await ctx.db
    .selectFrom('refunds')
    .select(['attempt_id', 'amount'])
    .where('credit_note_id', '=', job.invoiceId)
    // Bank or payer has taken that money already.
    .where('state', '!=', 'dropped')
    .orderBy('created_at')
    .orderBy('amount', 'desc')
    .execute()
  const values = {
    number: note.number,
    // The name of the attached document, in the language of the document.
    correction: correctionInSentence(note.corrects?.whole ?? false, { language: languageOf(note), country: note.country }),
    invoice: note.corrects?.number ?? '',
    amount: money(-note.gross),
  }
  const blocks: Block[] = [
    ...paragraphs([say('credit-note.BODY', values), ...(refunds.length > 0 ? refundWords() : returnWords())]),
    { kind: 'button', label: say('TO_INVOICES'), address: page('invoices') },
  ]
  return emailTo(
    recipient,
    'credit-note',
    { number: note.number, correction: values.correction },
    blocks,
    await documentsOf(job.invoiceId, ctx),
  )

  /** An upgrade was also paid with the earlier subscription, whose payment gets its part back. */
  function refundWords(): string[] {
    const isOfSeveral = new Set(refunds.map(({ attempt_id }) => attempt_id)).size > 1
    const parts = new Intl.ListFormat(language, { type: 'conjunction' }).format(refunds.map(({ amount }) => money(amount)))
    return [say('credit-note.WAY'), ...(isOfSeveral ? [say('credit-note.PARTS', { parts })] : [])]
  }

  /** A subscription that has ended with the return has its own e-mail. */
  function returnWords(): string[] {
    const { state, auto_renew, ends_at, stopped_by_return } = subscription
    const isStopped = state !== 'ended' && !auto_renew && ends_at !== null && stopped_by_return
    const until = ends_at ? day(locale, ends_at) : ''
    return [say('credit-note.RETURNED'), ...(isStopped ? [say('credit-note.STOPPED', { plan: planName, day: until })] : [])]
  }
}

/** Announces a debit with everything that bank and payer need to identify it; null if it is no longer due. */
export async function debitAnnouncedEmail(
  job: EmailJobOf<'debit-announced'>,
  ctx: BillingContext,
): Promise<ComposedEmail | null> {
  const recipient = await recipientOf(job.accountId, job.contract, ctx)
  const at = new Date(job.at)
  const next = recipient && (await nextCharge(ctx.db, ctx, job.contract))
  // Announcements queued before amounts were stored lack the amount.
  const isStillSo = next?.at.getTime() === at.getTime() && (job.amount === undefined || job.amount === next.amount.minor)
  if (!recipient || !isStillSo) return null
  const { document, subscription, planName } = recipient
  const { say, language, locale } = document
  const values = {
    plan: planName,
    day: day(locale, at),
    amount: formatMoneyText(next.amount, language),
    method: onOneLine(subscription.masked ?? ''),
    until: day(locale, lastDayOf(periodFrom(at))),
  }
  const last = new Date(at.getTime() - NOTICE_DAYS * DAY_MS)
  const blocks: Block[] = [
    { kind: 'paragraph', text: say('debit-announced.BODY', values) },
    {
      kind: 'details',
      rows: [
        [say('FACT_MANDATE'), subscription.mandate_reference ?? ''],
        [say('FACT_CREDITOR'), ctx.operator.company.creditorId],
        [say('FACT_CONTRACT'), subscriptionNumber(subscription.id)],
      ],
    },
    // Debits of mandates given in the last days are announced when it is too late to cancel.
    ...paragraphs(last > ctx.now() ? [say('debit-announced.CANCEL', { last: formatMoment(locale, last) })] : []),
    toSubscription(document),
  ]
  return emailTo(recipient, 'debit-announced', { day: values.day, amount: values.amount }, blocks)
}

/** Returns the price, and the price after an offer, as shown next to the order button. */
function priceWords({ subscription, document }: Recipient): string {
  const { currency } = subscription.plan
  const price = formatMoneyText({ minor: subscription.regular_price, currency }, document.language)
  const count = subscription.reduced_left + subscription.reduced_paid
  if (subscription.reduced_price === null || count === 0)
    return t(paymentMessages[document.language], 'PAYMENT.EVERY_30_DAYS', { price })
  const reduced = formatMoneyText({ minor: subscription.reduced_price, currency }, document.language)
  return t(paymentMessages[document.language], 'PAYMENT.REDUCED', { count, reduced, price }, document.language)
}
