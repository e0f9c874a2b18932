import { randomUUID } from 'node:crypto'
import { formatDay, formatMoment } from '@kiosk/domain/date-format'
import { dayInUtc } from '@kiosk/domain/day'
import { type Language, languages } from '@kiosk/domain/locale'
import { expectedDebitDay } from '@kiosk/domain/payments/bank-days'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { editUrl, validateWallet } from '@kiosk/domain/payments/endpoints'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../../adapters/payments/port.ts'
import { leftMethod } from '../../adapters/payments/testing/fake-card-provider.ts'
import type { SubscriptionEmail } from '../../emails/email-jobs.ts'
import { enqueueEmails } from '../../emails/enqueue-emails.ts'
import { writeEmail } from '../../emails/testing/write-email.ts'
import { forgetJobs } from '../../jobs/testing/jobs.ts'
import { TEST_ORIGIN } from '../../testing/api.ts'
import { settleAttempts } from '../charges/settle.ts'
import { correctTax } from '../invoices/correct-tax.ts'
import { endSubscription } from '../operator-actions/end-subscription.ts'
import { announcePriceChanges } from '../plans/announce-price-changes.ts'
import { beginCampaign, stopCampaign } from '../plans/price-changes.ts'
import { prenotifyDebits } from '../renewals/prenotify.ts'
import { runBilling } from '../renewals/renew.ts'
import { subscriptionNumber } from '../subscriptions/subscription-number.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { emailsFor, lastEmail } from '../testing/invoices.ts'
import { mirrorSubscription } from '../wallets/mirror.ts'
import { processEvent } from '../webhooks/provider-events.ts'

let ctx: Checkout
beforeAll(async () => {
  ctx = await testCheckout()
})
beforeEach(() => forgetJobs(ctx.db))
afterAll(() => ctx.close())

async function buyer(options: { language?: Language; method?: string; kind?: 'CC' | 'DD'; voucher?: string } = {}) {
  const reader = await ctx.reader({ language: options.language ?? 'de', firstname: 'Mira' })
  const reference = await ctx.leave(reader, options.method ?? 'card-succeeded', options.kind)
  await ctx.accept(reader)
  await ctx.begin(reader)
  if (options.voucher) {
    const form = { subscription: '2', voucher: options.voucher }
    expect((await ctx.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })).status).toBe(200)
  }
  await ctx.purchase(reader)
  return { ...reader, reference }
}
type Buyer = Awaited<ReturnType<typeof buyer>>

/** Runs one charge of a subscription thirty days later, and no other one. */
async function renew(reader: Buyer, becomes: 'succeeded' | 'declined' | 'needs-customer' | 'processing'): Promise<void> {
  await ctx.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', reader.id).execute()
  ctx.psp.behave(reader.reference, becomes)
  const [subscription] = await ctx.contracts(reader)
  const wait = (subscription!.next_charge_at!.getTime() - ctx.now().getTime()) / DAY_MS
  ctx.later(wait)
  await runBilling(ctx.api.ctx)
}
const switchOff = ({ headers }: Buyer) =>
  ctx.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers })
const switchOn = ({ headers }: Buyer) => ctx.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'true' }, headers })
const dayOf = (day: string) => formatDay('de-AT', day)
const attemptsOf = ({ id }: { id: number }) =>
  ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(['payment_attempts.id', 'payment_attempts.created_at'])
    .where('account_id', '=', id)
    .execute()
const written = async (name: SubscriptionEmail) => {
  const mail = await writeEmail(await lastEmail(ctx.db, name), ctx.api.ctx)
  if (!mail) throw new Error(`no e-mail ${name}`)
  // Dates, amounts and card numbers contain non-breaking spaces.
  return { ...mail, text: mail.text.replaceAll('\u00a0', ' ') }
}

/** Has the bank reject the first debit, or that of an upgrade. */
async function debitFailed(reader: Buyer, upgrade?: string): Promise<void> {
  const attemptId = upgrade ?? (await attemptsOf(reader))[0]!.id
  const decline = { state: 'declined', reference: 'd', code: 'insufficient_funds', text: '', retryable: true } as const
  await settleAttempts(ctx.api.ctx, [{ attemptId, outcome: decline }])
}

/** Triggers of the e-mails. */
const occasions: Record<SubscriptionEmail, (language: Language) => Promise<unknown>> = {
  'contract-confirmed': (language) => buyer({ language }),
  async invoice(language) {
    await renew(await buyer({ language }), 'succeeded')
  },
  async 'charge-declined'(language) {
    await renew(await buyer({ language }), 'declined')
  },
  async 'contract-ended'(language) {
    const reader = await buyer({ language })
    for (let each = 0; each < 4; each++) await renew(reader, 'declined')
  },
  async 'contract-cancelled'(language) {
    expect((await switchOff(await buyer({ language }))).status).toBe(200)
  },
  async 'credit-note'(language) {
    await returned(await buyer({ language }))
  },
  async 'bank-question'(language) {
    await renew(await buyer({ language }), 'needs-customer')
  },
  async 'purchase-failed'(language) {
    await debitFailed(await buyer({ language, method: 'debit-processing', kind: 'DD' }))
  },
  async 'wallet-overdue'(language) {
    const { headers, ...reader } = await ctx.reader({ language, firstname: 'Mira' })
    await ctx.accept({ headers })
    await ctx.begin({ headers })
    const { customId } = await ctx.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
    const reference = ctx.wallet.approve({ customId, planId: 'plan-2' })
    ctx.wallet.charge(reference, 1999, ctx.now())
    const form = { subscription: '2', paypalsubscription: reference }
    expect((await ctx.api.ask('paypal/subscription', { form, headers })).status).toBe(200)
    ctx.later(31)
    ctx.wallet.charge(reference, 1999, ctx.now(), { state: 'failed' })
    await mirrorSubscription(ctx.api.ctx, (await ctx.contracts(reader))[0]!.id)
  },
  async 'mandate-gone'(language) {
    const reader = await buyer({ language, kind: 'DD' })
    const about = { what: 'mandate-cancelled', methodReference: reader.reference } as const
    await processEvent(ctx.api.ctx, { provider: 'sandbox', id: reader.reference, kind: 'mandate.cancelled', about })
  },
  async 'debit-announced'(language) {
    const reader = await buyer({ language, kind: 'DD' })
    await ctx.db
      .updateTable('payment_methods')
      .set({ mandate_reference: 'MANDAT-7' })
      .where('account_id', '=', reader.id)
      .execute()
    ctx.later(17)
    await prenotifyDebits(ctx.api.ctx)
  },
  async 'tax-corrected'(language) {
    const reader = await buyer({ language })
    await correctedTax(reader)
  },
  async 'dispute-won'(language) {
    const reader = await buyer({ language })
    await returned(reader)
    await returned(reader, 'reinstated')
  },
  async 'late-payment-returned'(language) {
    await abandoned(await buyer({ language, method: 'card-action' }))
  },
  async 'payment-data-changed'(language) {
    await leaveOther(await buyer({ language }))
  },
  async 'cancellation-taken-back'(language) {
    const reader = await buyer({ language })
    await switchOff(reader)
    expect((await switchOn(reader)).status).toBe(200)
  },
  async 'contract-act'(language) {
    const reader = await buyer({ language })
    const [subscription] = await ctx.contracts(reader)
    const requested = { actId: randomUUID(), subscription: subscription!.id, actor: 'anna', why: 'ticket 7' }
    await endSubscription(ctx.api.ctx, { ...requested, refund: 'pro-rata' })
  },
  async 'price-rise'(language) {
    await tellPrice(await buyer({ language }), 'raise')
  },
  async 'price-cut'(language) {
    await tellPrice(await buyer({ language }), 'lower')
  },
  async 'price-agreed'(language) {
    const reader = await buyer({ language })
    await tellPrice(reader, 'raise')
    await written('price-rise')
    const { headers } = reader
    expect((await ctx.api.ask('billing/pricechange', { form: { decision: 'agree' }, headers })).status).toBe(200)
  },
  async 'price-stays'(language) {
    const campaign = await tellPrice(await buyer({ language }), 'raise')
    await written('price-rise')
    await ctx.db.updateTable('price_notices').set({ notified_at: ctx.now() }).execute()
    expect(await stopCampaign(ctx.api.ctx, campaign)).toBe(true)
  },
  async 'exit-receipt'(language) {
    const { account } = await buyer({ language })
    const form = { name: 'Mira Holm', email: account.email, contract: 'V-1' }
    await ctx.api.ask('contract/cancel', { form, language })
  },
  async 'exit-reminder'(language) {
    await withdrawn(language)
  },
  async 'exit-confirmed'(language) {
    await withdrawn(language)
    const receipt = await written('exit-receipt')
    const token = /contract\/confirm\?token=([\w-]+)/.exec(receipt.html)?.[1] ?? ''
    expect((await ctx.api.ask('contract/confirm', { form: { token }, language })).status).toBe(200)
  },
}

/** Starts a campaign for one reader only. */
async function tellPrice(reader: Buyer, kind: 'raise' | 'lower'): Promise<number> {
  await ctx.db.updateTable('price_campaigns').set({ closed_at: ctx.now() }).execute()
  await ctx.db.deleteFrom('price_notices').execute()
  const others = ctx.db.updateTable('subscriptions').set({ auto_renew: false, next_charge_at: null })
  await others.where('account_id', '!=', reader.id).execute()
  const fromDay = dayInUtc(new Date(ctx.now().getTime() + 40 * DAY_MS))
  const valid_from = dayInUtc(ctx.now())
  await ctx.db.deleteFrom('prices').execute()
  await ctx.db.insertInto('prices').values({ plan_id: 2, valid_from, price: 2499 }).execute()
  const price = kind === 'raise' ? 2499 : 1499
  const campaign = await beginCampaign(ctx.api.ctx, { plan: 2, price, fromDay, kind })
  await ctx.db.deleteFrom('prices').execute()
  if (!('id' in campaign)) throw new Error(campaign.error)
  await announcePriceChanges(ctx.api.ctx)
  return campaign.id
}

async function withdrawn(language: Language): Promise<void> {
  const { account } = await buyer({ language })
  await ctx.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', account.id).execute()
  const form = { name: 'Mira Holm', email: account.email, contract: 'V-1' }
  await ctx.api.ask('contract/withdraw', { form, language })
}

async function attemptOf(reader: Buyer): Promise<string> {
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(['payment_attempts.id'])
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  return attempt.id
}

async function returned(reader: Buyer, becomes: 'returned' | 'reinstated' = 'returned'): Promise<void> {
  const attemptId = await attemptOf(reader)
  await settleAttempts(ctx.api.ctx, [{ attemptId, outcome: ctx.psp.becomes(attemptId, becomes) }])
}

/** Answers the bank challenge after the purchase was given up. */
async function abandoned(reader: Buyer): Promise<void> {
  const attemptId = await attemptOf(reader)
  const outcome = { state: 'declined', reference: null, code: 'abandoned', text: '', retryable: false } as const
  await settleAttempts(ctx.api.ctx, [{ attemptId, outcome }])
  await settleAttempts(ctx.api.ctx, [{ attemptId, outcome: ctx.psp.becomes(attemptId, 'succeeded') }])
}

/** Enters the tax rate of a period after its invoice was issued. @returns id of the invoice */
async function correctedTax(reader: Buyer): Promise<number> {
  const [invoice] = await ctx.invoices(reader)
  const rate = { country: 'AT', valid_from: dayInUtc(invoice!.issued_at!), rate: 1300 }
  await ctx.db.insertInto('tax_rates').values(rate).execute()
  try {
    expect(await correctTax(ctx.api.ctx, invoice!.id)).not.toBeNull()
    expect(await correctTax(ctx.api.ctx, invoice!.id)).toBeNull()
  } finally {
    await ctx.db.deleteFrom('tax_rates').execute()
  }
  return invoice!.id
}

async function leaveOther({ headers }: Buyer): Promise<void> {
  const { url } = await ctx.api.answer(editUrl, 'psp/url/edit', { headers })
  const id = url.split('/').at(-1)!
  ctx.psp.finishSetup(id, { state: 'done', method: leftMethod({ reference: `card-succeeded-${id}`, masked: '•••• 0015' }) })
  expect((await ctx.api.ask(`payment/setup/${id}`, { headers })).status).toBe(200)
}

describe.each(languages)('in %s', (language) => {
  test.each(Object.keys(occasions) as SubscriptionEmail[])('the e-mail "%s" is complete', async (name) => {
    await occasions[name](language)
    const mail = await written(name)
    expect(mail.html).toContain(`<html lang="${language}">`)
    for (const part of [mail.subject, mail.html, mail.text])
      expect(part).not.toMatch(/EMAIL\.|PAYMENT\.|undefined|\[object|NaN|Invalid/)
    expect(mail.subject + mail.text).not.toMatch(/\{\w+\}/)
    const lines = mail.text.split('\n').filter((line) => !line.includes('://'))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(75)
    for (const [, link] of mail.html.matchAll(/href="([^"]+)"/g)) {
      expect(link!.startsWith(`${TEST_ORIGIN}/`)).toBe(true)
      if (link !== `${TEST_ORIGIN}/`) expect(mail.text).toContain(link)
    }
    const attachmentCounts: Partial<Record<SubscriptionEmail, number>> = {
      'contract-confirmed': 3,
      invoice: 1,
      'credit-note': 1,
      'tax-corrected': 1,
      'dispute-won': 1,
    }
    expect(mail.attachments?.map(({ type, name }) => [type, /^[A-Za-z0-9-]+\.pdf$/.test(name)]) ?? []).toEqual(
      Array.from({ length: attachmentCounts[name] ?? 0 }, () => ['application/pdf', true]),
    )
  })
})

test('the confirmation of a purchase names product, price, following charges, cancellation and information on withdrawal', async () => {
  const voucher = await ctx.voucher({ price: 399, days: 90 })
  const reader = await buyer({ voucher })
  const begins = (await ctx.contracts(reader))[0]!.starts_at
  const mail = await written('contract-confirmed')
  expect(mail.to).toBe(reader.account.email)
  const text = mail.text.replaceAll('\n', ' ')
  for (const part of [
    'Guten Tag Mira',
    'read-it PREMIUM',
    '3 × 3,99 €, danach 19,99 € alle 30 Tage, inkl. MwSt.',
    'Visa •••• 4242',
    'Lesehalle Demonstration GmbH, Beispielgasse 12, 1070 Wien',
    'spätestens 7 Tage davor',
    'Ich verlange ausdrücklich',
    'Widerrufe ich, > bezahle ich die Tage bis dahin anteilig.',
    `bis ${dayOf(lastDayOfWithdrawal(begins))} ohne Angabe von Gründen widerrufen`,
    'was von Ihrer Zahlung auf die Zeit danach entfällt',
    'Bezahlt: 3,99 €',
    'Fragen dazu: hallo@example.org, +43 1 000 00 00',
    `${TEST_ORIGIN}/cancel`,
    `${TEST_ORIGIN}/withdraw`,
    `${TEST_ORIGIN}/terms`,
  ])
    expect(text).toContain(part)
  const [invoice] = await ctx.invoices(reader)
  expect(mail.attachments!.map(({ name }) => name)).toEqual([
    `Rechnung-${invoice!.number}.pdf`,
    'Nutzungsbedingungen.pdf',
    'Widerrufsbelehrung-und-Formular.pdf',
  ])
  for (const { content } of mail.attachments!) expect(content.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a tax correction is e-mailed once with the document and says that the price stays the same', async () => {
  const reader = await buyer()
  await forgetJobs(ctx.db)
  const invoiceId = await correctedTax(reader)
  expect(await emailsFor(ctx.db, reader.id)).toEqual(['tax-corrected'])
  const mail = await written('tax-corrected')
  const correction = (await ctx.invoices(reader)).find(({ corrects }) => corrects === invoiceId)!
  expect(mail.to).toBe(reader.account.email)
  expect(mail.subject.replaceAll('\u00a0', ' ')).toBe(`Ihre Rechnungskorrektur ${correction.number}`)
  expect(mail.text.replaceAll('\n', ' ')).toContain('Ihr Preis bleibt gleich')
  expect(mail.attachments!.map(({ name }) => name)).toEqual([`Rechnungskorrektur-${correction.number}.pdf`])
  // The list of invoices has the same document.
  const listed = await ctx.api.ask(`invoice/${correction.number}`, { headers: reader.headers })
  expect(mail.attachments![0]!.content.equals(Buffer.from(await listed.arrayBuffer()))).toBe(true)
})

test('a debit is confirmed when it starts and gets its invoice when it succeeds, once each', async () => {
  const reader = await buyer({ method: 'debit-processing', kind: 'DD' })
  expect(await emailsFor(ctx.db, reader.id)).toEqual(['contract-confirmed'])
  const mail = await written('contract-confirmed')
  expect(mail.attachments).toHaveLength(2)
  expect(mail.text).toContain('Rechnung kommt mit der nächsten E-Mail')
  const { id } = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('payment_attempts.id')
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  const outcome = ctx.psp.becomes(id, 'succeeded')
  await settleAttempts(ctx.api.ctx, [{ attemptId: id, outcome }])
  await settleAttempts(ctx.api.ctx, [{ attemptId: id, outcome }])
  expect(await emailsFor(ctx.db, reader.id)).toEqual(['contract-confirmed', 'invoice'])
})

describe('the first debit is announced with amount and date', () => {
  const confirmationText = async () => (await written('contract-confirmed')).text.replaceAll('\n', ' ')

  test('as reported by its provider', async () => {
    const reader = await buyer({ method: 'debit-processing', kind: 'DD' })
    await ctx.db
      .updateTable('payment_methods')
      .set({ masked: 'AT•• •••• 3201', mandate_reference: 'MANDAT-9' })
      .where('account_id', '=', reader.id)
      .execute()
    const { id } = (await attemptsOf(reader))[0]!
    // Resets the state as before the first report, and reports again with a date.
    await ctx.db.updateTable('payment_attempts').set({ state: 'sent' }).where('id', '=', id).execute()
    const outcome = { ...ctx.psp.becomes(id, 'processing'), debitOn: '2031-02-05' } as Outcome
    await settleAttempts(ctx.api.ctx, [{ attemptId: id, outcome }])
    const text = await confirmationText()
    expect(text).toContain('Die erste Lastschrift ziehen wir am 5. Februar 2031 ein: 19,99 € von Ihrem Konto AT•• •••• 3201.')
    for (const part of ['Wird abgebucht: 19,99 €', 'Mandatsreferenz: MANDAT-9', ctx.api.operator.company.creditorId])
      expect(text).toContain(part)
  })

  test('by bank settlement rules if the provider does not say; the same in an e-mail written later', async () => {
    const reader = await buyer({ method: 'debit-processing', kind: 'DD' })
    const { created_at } = (await attemptsOf(reader))[0]!
    const announced = `Die erste Lastschrift ziehen wir am ${dayOf(expectedDebitDay(created_at))} ein: 19,99 €`
    expect(await confirmationText()).toContain(announced)
    ctx.later(2)
    expect(await confirmationText()).toContain(announced)
    ctx.later(-2)
  })

  test('not for a card or a debit that has succeeded', async () => {
    await buyer()
    expect(await confirmationText()).not.toContain('Lastschrift ziehen wir')
  })
})

test.each([
  ['de', 'damit ist Ihr Widerrufsrecht erloschen', 'ohne Angabe von Gründen widerrufen'],
  ['en', 'your right of withdrawal has ended', 'withdraw from this contract until'],
  ['fr', 'votre droit de rétractation s’est donc éteint', 'Vous pouvez vous rétracter'],
] as const)('with the right of withdrawal waived, the e-mail in %s has no button for it', async (language, ended, offer) => {
  ctx.api.operator.withdrawal = 'given-up'
  await buyer({ language })
  ctx.api.operator.withdrawal = 'kept'
  const { text, html } = await written('contract-confirmed')
  expect(text.replaceAll('\n', ' ')).toContain(ended)
  expect(text.replaceAll('\n', ' ')).not.toContain(offer)
  const [email = '', footer = ''] = text.split('\n-- \n')
  expect(email).not.toContain(`${TEST_ORIGIN}/withdraw`)
  expect(footer).toContain(`${TEST_ORIGIN}/withdraw`)
  expect(html.match(new RegExp(`href="${TEST_ORIGIN}/withdraw"`, 'g'))).toHaveLength(1)
})

test('without any consent the whole purchase can be withdrawn from', async () => {
  const reader = await buyer()
  await ctx.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', reader.id).execute()
  const text = (await written('contract-confirmed')).text.replaceAll('\n', ' ')
  expect(text).toContain('Was Sie bezahlt haben, bekommen Sie dann zurück.')
  expect(text).not.toContain('haben Sie uns erklärt')
})

describe('an upgrade confirmation describes the old subscription', () => {
  async function upgraded(language: Language, days: number, voucher?: string) {
    const reader = await ctx.reader({ language, firstname: 'Mira' })
    await ctx.leave(reader)
    await ctx.accept(reader, 10)
    await ctx.begin(reader, 10)
    expect((await ctx.purchase(reader, 10)).status).toBe(200)
    ctx.later(days)
    await ctx.accept(reader)
    await ctx.begin(reader)
    if (voucher) {
      const form = { subscription: '2', voucher }
      await ctx.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
    }
    expect((await ctx.purchase(reader)).status).toBe(200)
    const [old, now] = await ctx.contracts(reader)
    const mail = await written('contract-confirmed')
    return {
      reader,
      mail,
      text: mail.text.replaceAll('\n', ' '),
      old: subscriptionNumber(old!.id),
      now: subscriptionNumber(now!.id),
    }
  }

  test.each([
    ['de', (old: string) => [`Guthaben aus ${old}: 6,66 €`, 'Bezahlt: 13,33 €', `(Vertrag ${old}) hat damit am`, 'angerechnet']],
    ['en', (old: string) => [`Credit from ${old}: €6.66`, 'Paid: €13.33', `(contract ${old}) ended on`, 'deducted from']],
    [
      'fr',
      (old: string) => [`Avoir du contrat ${old} : 6,66 €`, 'Payé : 13,33 €', `(contrat ${old}) a ainsi pris fin`, 'est déduite'],
    ],
  ] as const)('with credit, amount charged and end, in %s', async (language, partsOf) => {
    const { mail, text, old, now } = await upgraded(language, 10)
    for (const part of [now, 'PREMIUM', 'MAGZ', ...partsOf(old)]) expect(text).toContain(part)
    // The new invoice, the correction of the old one, terms and withdrawal instructions.
    expect(mail.attachments).toHaveLength(4)
  })

  test.each([
    ['de', 'darum kommt er in Teilen zurück: 13,33 € und 6,66 €.', 'hat den Betrag schon zurückgeholt'],
    ['en', 'so it comes back in parts: €13.33 and €6.66.', 'has already taken the amount back'],
    ['fr', 'il vous revient donc en plusieurs remboursements : 13,33 € et 6,66 €.', 'a déjà repris le montant'],
  ] as const)('and its withdrawal, in %s, the amounts that go back to the payments of both', async (language, parts, taken) => {
    const { reader } = await upgraded(language, 10)
    const form = { name: 'Mira Holm', email: reader.account.email, contract: '' }
    expect((await ctx.api.ask('contract/withdraw', { form, headers: reader.headers })).status).toBe(200)
    expect((await written('credit-note')).text.replaceAll('\n', ' ')).toContain(parts)
    // The bank has taken all of it before the e-mail is written.
    await ctx.db.updateTable('refunds').set({ state: 'dropped' }).execute()
    expect((await written('credit-note')).text.replaceAll('\n', ' ')).toContain(taken)
  })

  test('with the remainder when the credit exceeds the price', async () => {
    const voucher = await ctx.voucher({ price: 299, days: 90 })
    const { text } = await upgraded('de', 0, voucher)
    expect(text).toContain('Bezahlt: 0,00 €')
    expect(text).toContain('Davon bleiben 7,00 € übrig; diesen Betrag bekommen Sie auf dem Weg zurück, auf dem Sie bezahlt haben')
  })
})

test('a declined purchase is reported on its page only', async () => {
  const reader = await buyer({ method: 'card-declined' })
  expect(await emailsFor(ctx.db, reader.id)).toEqual([])
})

test('each step of an unpaid renewal is e-mailed until it is cancelled', async () => {
  const reader = await buyer()
  await forgetJobs(ctx.db)
  await renew(reader, 'declined')
  const { text } = await written('charge-declined')
  expect(text).toContain(`${TEST_ORIGIN}/user/payment/edit`)
  expect(text.replaceAll('\n', ' ')).toMatch(/Am \d+\. \p{L}+ \d{4} versuchen wir es noch einmal/u)
  for (let each = 0; each < 3; each++) await renew(reader, 'declined')
  expect(await emailsFor(ctx.db, reader.id)).toEqual(['charge-declined', 'charge-declined', 'charge-declined', 'contract-ended'])
  expect((await written('contract-ended')).text).toContain('Die letzte Zahlung ist leider nicht gelungen')
})

describe('a debit that the bank returns after the next period has begun', () => {
  const oneLine = (text: string) => text.replaceAll('\n', ' ')
  async function returnedLate(language: Language, next: 'succeeded' | 'processing') {
    const reader = await buyer({ language, kind: 'DD' })
    await renew(reader, next)
    await forgetJobs(ctx.db)
    ctx.later(2)
    const [first, second] = (await attemptsOf(reader)).sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
    const settle = (attemptId: string, becomes: 'returned' | 'succeeded') =>
      settleAttempts(ctx.api.ctx, [{ attemptId, outcome: ctx.psp.becomes(attemptId, becomes) }])
    await settle(first!.id, 'returned')
    return { reader, settleSecond: () => settle(second!.id, 'succeeded') }
  }

  test.each([
    ['de', 'verlängert sich deshalb nicht mehr und endet am', 'Eine Zahlung wurde zurückgebucht'],
    ['en', 'will therefore not renew and ends on', 'a payment was taken back'],
    ['fr', 'ne se renouvelle donc plus et prend fin le', 'a annulé un paiement'],
  ] as const)(
    'when that is paid: the subscription runs to its end, and the e-mails say so in %s',
    async (language, stops, why) => {
      const { reader } = await returnedLate(language, 'succeeded')
      expect(await ctx.contracts(reader)).toMatchObject([{ state: 'active', auto_renew: false }])
      expect(await emailsFor(ctx.db, reader.id)).toEqual(['credit-note'])
      expect(oneLine((await written('credit-note')).text)).toContain(stops)
      expect(await ctx.api.answer(billing, 'billing', { headers: reader.headers, language })).toMatchObject({ returned: true })
      // The days were read, so the correction does not call them unused.
      const { text } = await ctx.db
        .selectFrom('invoices')
        .innerJoin('invoice_lines', 'invoice_id', 'invoices.id')
        .select('text')
        .where('account_id', '=', reader.id)
        .where('kind', '=', 'credit-note')
        .executeTakeFirstOrThrow()
      expect(text).toMatch(/^read-it\sPREMIUM,/)
      ctx.later(29)
      await runBilling(ctx.api.ctx)
      expect(oneLine((await written('contract-ended')).text)).toContain(why)
    },
  )

  test('and renewal is turned on again and off: the reader has cancelled', async () => {
    const { reader } = await returnedLate('de', 'succeeded')
    const { headers } = reader
    for (const status of ['true', 'false'])
      expect((await ctx.api.ask('billing/autorenewal', { method: 'PUT', form: { status }, headers })).status).toBe(200)
    expect(await ctx.contracts(reader)).toMatchObject([{ auto_renew: false }])
    expect(await ctx.api.answer(billing, 'billing', { headers })).not.toHaveProperty('returned')
  })

  test.each([
    ['de', 'Eine Lastschrift über 19,99 € ist noch unterwegs', 'Es wird nichts mehr abgebucht', 'wurde zurückgebucht'],
    ['en', 'A direct debit of €19.99 is still under way', 'Nothing more will be charged', 'was taken back'],
    ['fr', 'Un prélèvement de 19,99 € est encore en cours', 'Plus rien ne sera prélevé', 'a annulé un paiement'],
  ] as const)(
    'while its debit is under way: the e-mail about the end names that debit in %s',
    async (language, underWay, nothing, why) => {
      const { reader, settleSecond } = await returnedLate(language, 'processing')
      expect(await ctx.contracts(reader)).toMatchObject([{ state: 'ended' }])
      const text = oneLine((await written('contract-ended')).text)
      for (const words of [underWay, why]) expect(text).toContain(words)
      expect(text).not.toContain(nothing)
      // Two of its thirty days have passed: 19.99 × 28 / 30.
      await settleSecond()
      expect((await ctx.invoices(reader)).map(({ gross }) => gross)).toEqual([1999, 1999, -1999, -1865])
      expect(oneLine((await written('contract-ended')).text)).toContain(nothing)
    },
  )
})

test('a problem resolved before the e-mail is written is not reported', async () => {
  const reader = await buyer()
  await renew(reader, 'declined')
  await renew(reader, 'succeeded')
  expect(await writeEmail(await lastEmail(ctx.db, 'charge-declined'), ctx.api.ctx)).toBeNull()
})

test('a cancellation is confirmed once with the end date of the subscription', async () => {
  const reader = await buyer()
  await forgetJobs(ctx.db)
  const { ends_at } = (await ctx.contracts(reader))[0]!
  await switchOff(reader)
  await switchOff(reader)
  expect(await emailsFor(ctx.db, reader.id)).toEqual(['contract-cancelled'])
  const day = formatDay('de-AT', ends_at!)
  expect((await written('contract-cancelled')).text.replaceAll('\n', ' ')).toContain(`Es endet am ${day}`)
})

describe('a cancellation is confirmed', () => {
  const cancelledText = async () => (await written('contract-cancelled')).text.replaceAll('\n', ' ')

  test('less than seven days before the end with the charge that is still made', async () => {
    const reader = await buyer()
    ctx.later(25)
    await switchOff(reader)
    expect(await cancelledText()).toContain('für das Ende der nächsten 30 Tage, die noch berechnet werden')
    ctx.later(-25)
  })

  test('while the debit of the running period is under way, without another charge', async () => {
    const reader = await buyer({ method: 'debit-processing', kind: 'DD' })
    await switchOff(reader)
    const text = await cancelledText()
    expect(text).toContain('bis dahin lesen Sie weiter')
    expect(text).not.toContain('die noch berechnet werden')
  })

  test.each([
    ['de', 'ist es damit beendet. Es wird nichts mehr abgebucht.'],
    ['en', 'it ended at once. Nothing more will be charged.'],
    ['fr', 'il a pris fin aussitôt. Plus rien ne sera prélevé.'],
  ] as const)('after a declined renewal with its end at once, in %s', async (language, ended) => {
    const reader = await buyer({ language })
    await renew(reader, 'declined')
    await switchOff(reader)
    expect(await ctx.contracts(reader)).toMatchObject([{ state: 'ended' }])
    const text = await cancelledText()
    expect(text).toContain(ended)
    expect(text).not.toMatch(/die noch berechnet werden|which are still charged|bis dahin|until then|D’ici là/)
    expect(text).toContain(`${TEST_ORIGIN}/user/subscription/pub`)
  })
})

test('a debit is announced once, two weeks ahead, with mandate and creditor; a card charge is not', async () => {
  const card = await buyer()
  const debit = await buyer({ kind: 'DD' })
  await ctx.db.updateTable('payment_methods').set({ mandate_reference: 'MANDAT-7' }).where('account_id', '=', debit.id).execute()
  await forgetJobs(ctx.db)
  ctx.later(15)
  await prenotifyDebits(ctx.api.ctx)
  expect(await emailsFor(ctx.db, debit.id)).toEqual([])
  ctx.later(2)
  await Promise.all([prenotifyDebits(ctx.api.ctx), prenotifyDebits(ctx.api.ctx)])
  await prenotifyDebits(ctx.api.ctx)
  expect(await emailsFor(ctx.db, debit.id)).toEqual(['debit-announced'])
  expect(await emailsFor(ctx.db, card.id)).toEqual([])
  const text = (await written('debit-announced')).text.replaceAll('\n', ' ')
  for (const part of ['19,99', 'MANDAT-7', ctx.api.operator.company.creditorId]) expect(text).toContain(part)
  // A day alone would be too late in its last hours.
  const { next_charge_at } = (await ctx.contracts(debit))[0]!
  const last = formatMoment('de-AT', new Date(next_charge_at!.getTime() - 7 * DAY_MS))
  expect(text).toContain(`kündigen Sie bitte spätestens am ${last}`)
  await switchOff(debit)
  expect(await writeEmail(await lastEmail(ctx.db, 'debit-announced'), ctx.api.ctx)).toBeNull()
})

test('a debit that is announced when it is too late to cancel names no date for that', async () => {
  const reader = await buyer({ kind: 'DD' })
  await forgetJobs(ctx.db)
  ctx.later(25)
  await prenotifyDebits(ctx.api.ctx)
  expect(await emailsFor(ctx.db, reader.id)).toEqual(['debit-announced'])
  expect((await written('debit-announced')).text).not.toContain('Möchten Sie nicht verlängern')
  ctx.later(-25)
})

test('nothing is reported that was not recorded', async () => {
  const reader = await buyer()
  await forgetJobs(ctx.db)
  const rolledBack = ctx.db.transaction().execute(async (trx) => {
    await enqueueEmails(trx, [{ letter: 'invoice', accountId: reader.id, invoiceId: 1 }])
    throw new Error('no commit')
  })
  await expect(rolledBack).rejects.toThrow('no commit')
  expect(await emailsFor(ctx.db, reader.id)).toEqual([])
})
