import { randomUUID } from 'node:crypto'
import { type Language, languages } from '@kiosk/domain/locale'
import { expectedDebitDay } from '@kiosk/domain/payments/bank-days'
import { editUrl } from '@kiosk/domain/payments/endpoints'
import { lastDayOfWithdrawal } from '@kiosk/domain/payments/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addLetters } from '../jobs/add-job.ts'
import { forgetJobs } from '../jobs/test-jobs.ts'
import type { ContractLetter } from '../outside/mail/letters.ts'
import { writeLetter } from '../outside/mail/write-letter.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { leftMethod } from '../outside/payments/pretend-card-provider.ts'
import { TEST_ORIGIN } from '../test-api.ts'
import { announceDebits } from './announce-debits.ts'
import { lastLetter, lettersFor } from './build-papers.ts'
import { endContract } from './contract-acts/end-contract.ts'
import { contractNumber } from './contract-number.ts'
import { beginCampaign, stopCampaign } from './price-campaigns.ts'
import { workOnEvent } from './provider-events.ts'
import { runBilling } from './renew.ts'
import { settleAttempts } from './settle-attempts.ts'
import { tellPrices } from './tell-prices.ts'
import { type Checkout, testCheckout } from './test-checkout.ts'

let house: Checkout
beforeAll(async () => {
  house = await testCheckout()
})
beforeEach(() => forgetJobs(house.db))
afterAll(() => house.close())

const DAY = 86_400_000

async function buyer(given: { language?: Language; method?: string; kind?: 'CC' | 'DD'; voucher?: string } = {}) {
  const reader = await house.reader({ language: given.language ?? 'de', firstname: 'Mira' })
  const reference = await house.leave(reader, given.method ?? 'card-succeeded', given.kind)
  await house.accept(reader)
  await house.begin(reader)
  if (given.voucher) {
    const form = { subscription: '2', voucher: given.voucher }
    expect((await house.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })).status).toBe(200)
  }
  await house.purchase(reader)
  return { ...reader, reference }
}
type Buyer = Awaited<ReturnType<typeof buyer>>

/** Runs one charge of a contract thirty days later, and no other's. */
async function renew(reader: Buyer, becomes: 'succeeded' | 'declined' | 'needs-customer'): Promise<void> {
  await house.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', reader.id).execute()
  house.psp.behave(reader.reference, becomes)
  const [contract] = await house.contracts(reader)
  const wait = (contract!.next_charge_at!.getTime() - house.now().getTime()) / DAY
  house.later(wait)
  await runBilling(house.api.house)
}
const switchOff = ({ headers }: Buyer) =>
  house.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers })
const switchOn = ({ headers }: Buyer) =>
  house.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'true' }, headers })
const dayOf = (day: string) =>
  new Intl.DateTimeFormat('de-AT', { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(new Date(`${day}T12:00:00Z`))
const attemptsOf = ({ id }: { id: number }) =>
  house.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(['payment_attempts.id', 'payment_attempts.created_at'])
    .where('account_id', '=', id)
    .execute()
const written = async (name: ContractLetter) => {
  const mail = await writeLetter(await lastLetter(house.db, name), house.api.house)
  if (!mail) throw new Error(`no letter ${name}`)
  // Days, amounts and numbers of cards hold together by spaces that do not break.
  return { ...mail, text: mail.text.replaceAll('\u00a0', ' ') }
}

/** The bank does not carry out the first debit. */
async function debitFailed(reader: Buyer, upgrade?: string): Promise<void> {
  const attemptId = upgrade ?? (await attemptsOf(reader))[0]!.id
  const decline = { state: 'declined', reference: 'd', code: 'insufficient_funds', text: '', retryable: true } as const
  await settleAttempts(house.api.house, [{ attemptId, outcome: decline }])
}

/** What makes each letter wait. */
const occasions: Record<ContractLetter, (language: Language) => Promise<unknown>> = {
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
  async 'mandate-gone'(language) {
    const reader = await buyer({ language, kind: 'DD' })
    const about = { what: 'mandate-cancelled', methodReference: reader.reference } as const
    await workOnEvent(house.api.house, { provider: 'sandbox', id: reader.reference, kind: 'mandate.cancelled', about })
  },
  async 'debit-announced'(language) {
    const reader = await buyer({ language, kind: 'DD' })
    await house.db
      .updateTable('payment_methods')
      .set({ mandate_reference: 'MANDAT-7' })
      .where('account_id', '=', reader.id)
      .execute()
    house.later(17)
    await announceDebits(house.api.house)
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
    const [contract] = await house.contracts(reader)
    const asked = { actId: randomUUID(), contract: contract!.id, actor: 'anna', why: 'ticket 7' }
    await endContract(house.api.house, { ...asked, refund: 'pro-rata' })
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
    expect((await house.api.ask('billing/pricechange', { form: { decision: 'agree' }, headers })).status).toBe(200)
  },
  async 'price-stays'(language) {
    const campaign = await tellPrice(await buyer({ language }), 'raise')
    await written('price-rise')
    await house.db.updateTable('price_notices').set({ told_at: house.now() }).execute()
    expect(await stopCampaign(house.api.house, campaign)).toBe(true)
  },
  async 'exit-receipt'(language) {
    const { account } = await buyer({ language })
    const form = { name: 'Mira Holm', email: account.email, contract: 'V-1' }
    await house.api.ask('contract/cancel', { form, language })
  },
  async 'exit-reminder'(language) {
    await withdrawn(language)
  },
  async 'exit-confirmed'(language) {
    await withdrawn(language)
    const receipt = await written('exit-receipt')
    const token = /contract\/confirm\?token=([\w-]+)/.exec(receipt.html)?.[1] ?? ''
    expect((await house.api.ask('contract/confirm', { form: { token }, language })).status).toBe(200)
  },
}

/** A campaign that is about one reader alone. */
async function tellPrice(reader: Buyer, kind: 'raise' | 'lower'): Promise<number> {
  await house.db.updateTable('price_campaigns').set({ closed_at: house.now() }).execute()
  await house.db.deleteFrom('price_notices').execute()
  const others = house.db.updateTable('subscriptions').set({ auto_renew: false, next_charge_at: null })
  await others.where('account_id', '!=', reader.id).execute()
  const fromDay = new Date(house.now().getTime() + 40 * DAY).toISOString().slice(0, 10)
  const valid_from = house.now().toISOString().slice(0, 10)
  await house.db.deleteFrom('prices').execute()
  await house.db.insertInto('prices').values({ subscription_id: 2, valid_from, price: 2499 }).execute()
  const price = kind === 'raise' ? 2499 : 1499
  const begun = await beginCampaign(house.api.house, { tariff: 2, price, fromDay, kind })
  await house.db.deleteFrom('prices').execute()
  if (!('id' in begun)) throw new Error(begun.fault)
  await tellPrices(house.api.house)
  return begun.id
}

async function withdrawn(language: Language): Promise<void> {
  const { account } = await buyer({ language })
  await house.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', account.id).execute()
  const form = { name: 'Mira Holm', email: account.email, contract: 'V-1' }
  await house.api.ask('contract/withdraw', { form, language })
}

async function attemptOf(reader: Buyer): Promise<string> {
  const attempt = await house.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(['payment_attempts.id'])
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  return attempt.id
}

async function returned(reader: Buyer, becomes: 'returned' | 'reinstated' = 'returned'): Promise<void> {
  const attemptId = await attemptOf(reader)
  await settleAttempts(house.api.house, [{ attemptId, outcome: house.psp.becomes(attemptId, becomes) }])
}

/** The bank's question is answered after the purchase was given up. */
async function abandoned(reader: Buyer): Promise<void> {
  const attemptId = await attemptOf(reader)
  const outcome = { state: 'declined', reference: null, code: 'abandoned', text: '', retryable: false } as const
  await settleAttempts(house.api.house, [{ attemptId, outcome }])
  await settleAttempts(house.api.house, [{ attemptId, outcome: house.psp.becomes(attemptId, 'succeeded') }])
}

async function leaveOther({ headers }: Buyer): Promise<void> {
  const { url } = await house.api.answer(editUrl, 'psp/url/edit', { headers })
  const id = url.split('/').at(-1)!
  house.psp.finishSetup(id, { state: 'done', method: leftMethod({ reference: `card-succeeded-${id}`, masked: '•••• 0015' }) })
  expect((await house.api.ask(`payment/setup/${id}`, { headers })).status).toBe(200)
}

describe.each(languages)('in %s', (language) => {
  test.each(Object.keys(occasions) as ContractLetter[])('the letter "%s" says all it has to', async (name) => {
    await occasions[name](language)
    const mail = await written(name)
    expect(mail.html).toContain(`<html lang="${language}">`)
    for (const part of [mail.subject, mail.html, mail.text])
      expect(part).not.toMatch(/LETTER\.|PAYMENT\.|undefined|\[object|NaN|Invalid/)
    expect(mail.subject + mail.text).not.toMatch(/\{\w+\}/)
    const lines = mail.text.split('\n').filter((line) => !line.includes('://'))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(75)
    for (const [, link] of mail.html.matchAll(/href="([^"]+)"/g)) {
      expect(link!.startsWith(`${TEST_ORIGIN}/`)).toBe(true)
      if (link !== `${TEST_ORIGIN}/`) expect(mail.text).toContain(link)
    }
    const papers: Partial<Record<ContractLetter, number>> = {
      'contract-confirmed': 3,
      invoice: 1,
      'credit-note': 1,
      'dispute-won': 1,
    }
    expect(mail.attachments?.map(({ type, name }) => [type, /^[A-Za-z0-9-]+\.pdf$/.test(name)]) ?? []).toEqual(
      Array.from({ length: papers[name] ?? 0 }, () => ['application/pdf', true]),
    )
  })
})

test('a purchase is confirmed for good: what, for how much, what follows, how it ends, and what was said about withdrawal', async () => {
  const voucher = await house.voucher({ price: 399, days: 90 })
  const reader = await buyer({ voucher })
  const begins = (await house.contracts(reader))[0]!.starts_at
  const mail = await written('contract-confirmed')
  expect(mail.to).toBe(reader.account.email)
  const text = mail.text.replaceAll('\n', ' ')
  for (const part of [
    'Guten Tag Mira',
    'read-it PREMIUM',
    '3 × 3,99 €, danach 19,99 € alle 30 Tage, inkl. USt.',
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
  const [invoice] = await house.invoices(reader)
  expect(mail.attachments!.map(({ name }) => name)).toEqual([
    `Rechnung-${invoice!.number}.pdf`,
    'Nutzungsbedingungen.pdf',
    'Widerrufsbelehrung-und-Formular.pdf',
  ])
  for (const { content } of mail.attachments!) expect(content.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a debit is confirmed when it begins, and has its invoice when it has come; each once', async () => {
  const reader = await buyer({ method: 'debit-processing', kind: 'DD' })
  expect(await lettersFor(house.db, reader.id)).toEqual(['contract-confirmed'])
  const mail = await written('contract-confirmed')
  expect(mail.attachments).toHaveLength(2)
  expect(mail.text).toContain('Rechnung kommt mit der nächsten Mail')
  const { id } = await house.db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('payment_attempts.id')
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  const outcome = house.psp.becomes(id, 'succeeded')
  await settleAttempts(house.api.house, [{ attemptId: id, outcome }])
  await settleAttempts(house.api.house, [{ attemptId: id, outcome }])
  expect(await lettersFor(house.db, reader.id)).toEqual(['contract-confirmed', 'invoice'])
})

describe('the first debit is announced with its amount and its day', () => {
  const told = async () => (await written('contract-confirmed')).text.replaceAll('\n', ' ')

  test('as its provider says it', async () => {
    const reader = await buyer({ method: 'debit-processing', kind: 'DD' })
    await house.db
      .updateTable('payment_methods')
      .set({ masked: 'AT•• •••• 3201', mandate_reference: 'MANDAT-9' })
      .where('account_id', '=', reader.id)
      .execute()
    const { id } = (await attemptsOf(reader))[0]!
    // Whoever hears of it first: here it is heard again, with its day.
    await house.db.updateTable('payment_attempts').set({ state: 'sent' }).where('id', '=', id).execute()
    const outcome = { ...house.psp.becomes(id, 'processing'), debitOn: '2031-02-05' } as Outcome
    await settleAttempts(house.api.house, [{ attemptId: id, outcome }])
    const text = await told()
    expect(text).toContain('Die erste Lastschrift ziehen wir am 5. Februar 2031 ein: 19,99 € von Ihrem Konto AT•• •••• 3201.')
    for (const part of ['Wird abgebucht: 19,99 €', 'Mandatsreferenz: MANDAT-9', house.api.operator.company.creditorId])
      expect(text).toContain(part)
  })

  test('as banks settle, where the provider does not say; the same in a letter that is written later', async () => {
    const reader = await buyer({ method: 'debit-processing', kind: 'DD' })
    const { created_at } = (await attemptsOf(reader))[0]!
    const announced = `Die erste Lastschrift ziehen wir am ${dayOf(expectedDebitDay(created_at))} ein: 19,99 €`
    expect(await told()).toContain(announced)
    house.later(2)
    expect(await told()).toContain(announced)
    house.later(-2)
  })

  test('a card, and a debit that has come, are not announced', async () => {
    await buyer()
    expect(await told()).not.toContain('Lastschrift ziehen wir')
  })
})

test.each([
  ['de', 'damit ist Ihr Widerrufsrecht erloschen', 'ohne Angabe von Gründen widerrufen'],
  ['en', 'your right of withdrawal has ended', 'withdraw from this contract until'],
  ['fr', 'votre droit de rétractation s’est donc éteint', 'Vous pouvez vous rétracter'],
] as const)('where the right of withdrawal was given up, the letter in %s offers no button for it', async (...row) => {
  const [language, ended, offer] = row
  house.api.operator.withdrawal = 'given-up'
  await buyer({ language })
  house.api.operator.withdrawal = 'kept'
  const { text, html } = await written('contract-confirmed')
  expect(text.replaceAll('\n', ' ')).toContain(ended)
  expect(text.replaceAll('\n', ' ')).not.toContain(offer)
  const [letter = '', footer = ''] = text.split('\n-- \n')
  expect(letter).not.toContain(`${TEST_ORIGIN}/withdraw`)
  expect(footer).toContain(`${TEST_ORIGIN}/withdraw`)
  expect(html.match(new RegExp(`href="${TEST_ORIGIN}/withdraw"`, 'g'))).toHaveLength(1)
})

test('who accepted nothing may withdraw from all of it', async () => {
  const reader = await buyer()
  await house.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', reader.id).execute()
  const text = (await written('contract-confirmed')).text.replaceAll('\n', ' ')
  expect(text).toContain('Was Sie bezahlt haben, bekommen Sie dann zurück.')
  expect(text).not.toContain('haben Sie uns erklärt')
})

describe('an upgrade is confirmed with what became of the old contract', () => {
  async function upgraded(language: Language, days: number, voucher?: string) {
    const reader = await house.reader({ language, firstname: 'Mira' })
    await house.leave(reader)
    await house.accept(reader, 10)
    await house.begin(reader, 10)
    expect((await house.purchase(reader, 10)).status).toBe(200)
    house.later(days)
    await house.accept(reader)
    await house.begin(reader)
    if (voucher) {
      const form = { subscription: '2', voucher }
      await house.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
    }
    expect((await house.purchase(reader)).status).toBe(200)
    const [old, now] = await house.contracts(reader)
    const mail = await written('contract-confirmed')
    return { reader, mail, text: mail.text.replaceAll('\n', ' '), old: contractNumber(old!.id), now: contractNumber(now!.id) }
  }

  test.each([
    ['de', (old: string) => [`Guthaben aus ${old}: 6,66 €`, 'Bezahlt: 13,33 €', `(Vertrag ${old}) hat damit am`, 'angerechnet']],
    ['en', (old: string) => [`Credit from ${old}: €6.66`, 'Paid: €13.33', `(contract ${old}) ended on`, 'set against']],
    [
      'fr',
      (old: string) => [`Avoir du contrat ${old} : 6,66 €`, 'Payé : 13,33 €', `(contrat ${old}) a ainsi pris fin`, 'est déduit'],
    ],
  ] as const)('its credit, what was taken, and its end, in %s', async (language, said) => {
    const { mail, text, old, now } = await upgraded(language, 10)
    for (const part of [now, 'PREMIUM', 'MAGZ', ...said(old)]) expect(text).toContain(part)
    // The new invoice with the correction of the old one, terms and instructions.
    expect(mail.attachments).toHaveLength(4)
  })

  test('and what is left where the credit is more than the price', async () => {
    const voucher = await house.voucher({ price: 299, days: 90 })
    const { text } = await upgraded('de', 0, voucher)
    expect(text).toContain('Bezahlt: 0,00 €')
    expect(text).toContain('Davon bleiben 7,00 €; dieser Betrag geht dorthin zurück, von wo er kam.')
  })
})

test('a purchase that was declined is told of by its page alone', async () => {
  const reader = await buyer({ method: 'card-declined' })
  expect(await lettersFor(house.db, reader.id)).toEqual([])
})

test('each step of an unpaid renewal is told of, until it is given up', async () => {
  const reader = await buyer()
  await forgetJobs(house.db)
  await renew(reader, 'declined')
  const { text } = await written('charge-declined')
  expect(text).toContain(`${TEST_ORIGIN}/user/payment/edit`)
  expect(text.replaceAll('\n', ' ')).toMatch(/Am \d+\. \p{L}+ \d{4} versuchen wir es noch einmal/u)
  for (let each = 0; each < 3; each++) await renew(reader, 'declined')
  expect(await lettersFor(house.db, reader.id)).toEqual([
    'charge-declined',
    'charge-declined',
    'charge-declined',
    'contract-ended',
  ])
  expect((await written('contract-ended')).text).toContain('Die letzte Zahlung ist leider nicht gelungen')
})

test('what was mended before the letter was written is not told of', async () => {
  const reader = await buyer()
  await renew(reader, 'declined')
  await renew(reader, 'succeeded')
  expect(await writeLetter(await lastLetter(house.db, 'charge-declined'), house.api.house)).toBeNull()
})

test('a cancellation is confirmed once, with the day on which the contract ends', async () => {
  const reader = await buyer()
  await forgetJobs(house.db)
  const { ends_at } = (await house.contracts(reader))[0]!
  await switchOff(reader)
  await switchOff(reader)
  expect(await lettersFor(house.db, reader.id)).toEqual(['contract-cancelled'])
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'Europe/Vienna' }).format(ends_at!)
  expect((await written('contract-cancelled')).text.replaceAll('\n', ' ')).toContain(`Es endet am ${day}`)
})

test('a debit is told of once, two weeks ahead, with mandate and creditor; a card is not', async () => {
  const card = await buyer()
  const debit = await buyer({ kind: 'DD' })
  await house.db
    .updateTable('payment_methods')
    .set({ mandate_reference: 'MANDAT-7' })
    .where('account_id', '=', debit.id)
    .execute()
  await forgetJobs(house.db)
  house.later(15)
  await announceDebits(house.api.house)
  expect(await lettersFor(house.db, debit.id)).toEqual([])
  house.later(2)
  await Promise.all([announceDebits(house.api.house), announceDebits(house.api.house)])
  await announceDebits(house.api.house)
  expect(await lettersFor(house.db, debit.id)).toEqual(['debit-announced'])
  expect(await lettersFor(house.db, card.id)).toEqual([])
  const text = (await written('debit-announced')).text.replaceAll('\n', ' ')
  for (const part of ['19,99', 'MANDAT-7', house.api.operator.company.creditorId]) expect(text).toContain(part)
  await switchOff(debit)
  expect(await writeLetter(await lastLetter(house.db, 'debit-announced'), house.api.house)).toBeNull()
})

test('nothing is told that was not booked', async () => {
  const reader = await buyer()
  await forgetJobs(house.db)
  const rolledBack = house.db.transaction().execute(async (trx) => {
    await addLetters(trx, [{ letter: 'invoice', accountId: reader.id, invoiceId: 1 }])
    throw new Error('no commit')
  })
  await expect(rolledBack).rejects.toThrow('no commit')
  expect(await lettersFor(house.db, reader.id)).toEqual([])
})
