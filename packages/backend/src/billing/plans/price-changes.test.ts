import { formatDay } from '@kiosk/domain/date-format'
import { dayInUtc } from '@kiosk/domain/day'
import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { answerPriceChange, type PriceChange, priceChange } from '@kiosk/domain/payments/price-change-endpoints'
import { DAY_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Undeliverable } from '../../adapters/mail/port.ts'
import { sendEmail } from '../../emails/send-email.ts'
import { forgetJobs, waitingEmails } from '../../jobs/testing/jobs.ts'
import { runRenewals } from '../renewals/run.ts'
import { clearBooks } from '../testing/books.ts'
import { type Checkout, type Reader, testCheckout } from '../testing/checkout.ts'
import { emailsFor } from '../testing/invoices.ts'
import { announcePriceChanges } from './announce-price-changes.ts'
import { beginCampaign, campaigns, stopCampaign } from './price-changes.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await testCheckout()
})
beforeEach(async () => {
  await clearBooks(shop.db)
  await forgetJobs(shop.db)
  await rule('consent', 'keep')
})
afterAll(() => shop.close())

const rule = (rule: 'consent' | 'object' | 'keep', withoutConsent: 'end' | 'keep') =>
  Object.assign(shop.api.ctx.operator.priceRise.at, { rule, withoutConsent })
const dayIn = (days: number) => dayInUtc(new Date(shop.now().getTime() + days * DAY_MS))
const billingOf = ({ headers }: Reader) => shop.api.answer(billing, 'billing', { headers })
const requested = ({ headers }: Reader, token = '') =>
  shop.api.answer(priceChange, `billing/pricechange?token=${token}`, { headers })
const decide = (decision: 'agree' | 'cancel', by: { token: string } | Reader): Promise<PriceChange> =>
  'token' in by
    ? shop.api.answer(answerPriceChange, 'billing/pricechange', { form: { decision, token: by.token } })
    : shop.api.answer(answerPriceChange, 'billing/pricechange', { form: { decision }, headers: by.headers })

async function buyer(options: { kind?: 'CC' | 'DD'; voucher?: string } = {}) {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', options.kind)
  await shop.begin(reader)
  await shop.accept(reader)
  if (options.voucher) {
    const form = { subscription: '2', voucher: options.voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  expect((await shop.purchase(reader)).status).toBe(200)
  await forgetJobs(shop.db)
  return reader
}

async function listPrice(price: number) {
  const row = { plan_id: 2, valid_from: dayIn(0), price }
  await shop.db
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['plan_id', 'valid_from']).doUpdateSet({ price }))
    .execute()
}

async function raise(price = 2499, inDays = 30): Promise<number> {
  await listPrice(price)
  const started = await beginCampaign(shop.api.ctx, { plan: 2, price, fromDay: dayIn(inDays), kind: 'raise' })
  if (!('id' in started)) throw new Error(started.error)
  return started.id
}

/** Sends the queued e-mails. @returns tokens of the links in them, by reader */
async function deliver(): Promise<string[]> {
  const { ctx, mails } = shop.api
  const tokens: string[] = []
  for (const [place, email] of (await waitingEmails(shop.db)).entries()) {
    mails.splice(0)
    await sendEmail(email, ctx, { id: String(place), lastTry: false })
    const token = /contract\/price\?token=([\w-]+)/.exec(mails[0]?.html ?? '')?.[1]
    if (token) tokens.push(token)
  }
  await forgetJobs(shop.db)
  return tokens
}

async function announce(): Promise<string[]> {
  await announcePriceChanges(shop.api.ctx)
  return deliver()
}

async function pass(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 10) {
    shop.later(Math.min(10, left))
    await runRenewals(shop.api.ctx)
    await deliver()
  }
}

const taken = async ({ id }: Reader) => {
  const invoices = await shop.invoices({ id })
  return invoices.filter(({ kind, state }) => kind === 'invoice' && state === 'paid').map(({ gross }) => gross)
}
const stateOf = async (reader: Reader) => (await shop.contracts(reader)).map(({ state }) => state)

describe('a campaign', () => {
  test('notifies every subscriber once under concurrent runs, but not later buyers or subscribers who pay elsewhere', async () => {
    const [one, two] = [await buyer(), await buyer({ kind: 'DD' })]
    const wallet = await buyer()
    await shop.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', wallet.id).execute()
    await raise()
    shop.later(0.001)
    const late = await buyer()
    await Promise.all([
      announcePriceChanges(shop.api.ctx),
      announcePriceChanges(shop.api.ctx),
      announcePriceChanges(shop.api.ctx),
    ])
    await announcePriceChanges(shop.api.ctx)
    expect((await waitingEmails(shop.db)).map(({ letter }) => letter)).toEqual(['price-rise', 'price-rise'])
    for (const reader of [one, two]) expect(await emailsFor(shop.db, reader.id)).toEqual(['price-rise'])
    expect((await billingOf(late)).nextPrice).toBe(2499)
    expect((await billingOf(wallet)).nextPrice).toBe(1999)
  })

  test('names the first regular charge at least thirty days ahead; a delayed e-mail names a later one', async () => {
    const plain = await buyer()
    const reduced = await buyer({ voucher: await shop.voucher({ days: 90, price: 399 }) })
    shop.later(1)
    await raise()
    await announcePriceChanges(shop.api.ctx)
    // The e-mails are delayed: the charge thirty days after the purchase is too close, so the next one is named.
    shop.later(2)
    await deliver()
    const start = (await shop.contracts(plain))[0]!.starts_at.getTime()
    expect((await requested(plain)).from).toBe(new Date(start + 60 * DAY_MS).toISOString())
    expect((await requested(reduced)).from).toBe(
      new Date((await shop.contracts(reduced))[0]!.starts_at.getTime() + 90 * DAY_MS).toISOString(),
    )
    const stored = await waitingEmails(shop.db)
    expect(stored).toEqual([])
  })

  test('is rejected if it is too soon, above the list price, in a market that keeps prices, or while another is pending', async () => {
    await listPrice(2499)
    const begin = (price: number, days: number) =>
      beginCampaign(shop.api.ctx, { plan: 2, price, fromDay: dayIn(days), kind: 'raise' })
    expect(await begin(2499, 29)).toEqual({ error: 'too-soon' })
    expect(await begin(2499, 301)).toEqual({ error: 'too-late' })
    expect(await begin(2500, 40)).toEqual({ error: 'above-list' })
    await rule('keep', 'keep')
    expect(await begin(2499, 40)).toEqual({ error: 'keeps-price' })
    await rule('object', 'keep')
    await buyer()
    await shop.db.updateTable('subscriptions').set({ regular_price: 1999 }).execute()
    expect(await begin(2499, 40)).toEqual({ id: expect.any(Number) })
    await announce()
    expect(await begin(2499, 50)).toEqual({ error: 'other-runs' })
  })

  test('is started once if several operators start one at the same time', async () => {
    const plan = { plan: 8, price: 2590, fromDay: dayIn(20), kind: 'lower' } as const
    const open = shop.db.selectFrom('price_campaigns').select('id').where('plan_id', '=', 8).where('closed_at', 'is', null)
    expect(await open.execute()).toEqual([])
    const started = await Promise.all(Array.from({ length: 8 }, () => beginCampaign(shop.api.ctx, plan)))
    for (const each of started) if (!('id' in each)) expect(each).toEqual({ error: 'other-runs' })
    const [only, ...others] = await open.execute()
    expect(others).toEqual([])
    expect(started).toContainEqual({ id: only!.id })
  })

  test('does not raise the price if its e-mail cannot be delivered', async () => {
    await rule('object', 'keep')
    const reader = await buyer()
    await raise()
    await announcePriceChanges(shop.api.ctx)
    const [email] = await waitingEmails(shop.db)
    const mailer = { send: () => Promise.reject(new Undeliverable('550 nobody here', true)) }
    await sendEmail(email!, { ...shop.api.ctx, mailer } as never, { id: '1', lastTry: false })
    await forgetJobs(shop.db)
    await pass(90)
    expect(await taken(reader)).toEqual([1999, 1999, 1999, 1999])
  })
})

describe('where a reader may object', () => {
  beforeEach(() => rule('object', 'keep'))

  test('a reader who does nothing pays the new price from its date and sees it in the debit announcement', async () => {
    const reader = await buyer({ kind: 'DD' })
    await raise()
    await announce()
    expect(await billingOf(reader)).toMatchObject({
      nextPrice: 2499,
      priceChange: { newPrice: 2499, rule: 'object', agreed: false },
    })
    await pass(31)
    expect(await taken(reader)).toEqual([1999, 2499])
    expect(await requested(reader)).toMatchObject({ state: 'over' })
    expect((await billingOf(reader)).priceChange).toBeUndefined()
  })

  test('a reader who cancels through the link, even on the last day, is never charged the new price', async () => {
    const reader = await buyer()
    await raise()
    const [token] = await announce()
    shop.later(29)
    expect(await decide('cancel', { token: token! })).toMatchObject({ state: 'cancelled' })
    expect(await decide('cancel', { token: token! })).toMatchObject({ state: 'cancelled' })
    expect(await emailsFor(shop.db, reader.id)).toEqual(['contract-cancelled'])
    await pass(40)
    expect(await taken(reader)).toEqual([1999])
    expect(await stateOf(reader)).toEqual(['ended'])
    // The link still works; it must not promise that the reader can read until a day that has passed.
    expect(await decide('cancel', { token: token! })).toMatchObject({ state: 'ended' })
  })

  test('the e-mail names the last possible end: a cancellation before an earlier charge ends the subscription earlier', async () => {
    const reader = await buyer()
    await raise(2499, 40)
    const [token] = await announce()
    const day = formatDay('de-AT', new Date(shop.now().getTime() + 60 * DAY_MS))
    const text = shop.api.mails[0]!.text.replaceAll(/\s/g, ' ')
    expect(text).toContain('wir erhöhen den Preis Ihres Abos')
    expect(text).toContain(`kündigen Sie bitte vor dem ${day}`)
    expect(text).toContain(`Ihr Abo endet dann spätestens am ${day}`)
    const { ends_at } = (await shop.contracts(reader))[0]!
    expect(ends_at).toEqual(new Date(shop.now().getTime() + 30 * DAY_MS))
    expect(await decide('cancel', { token: token! })).toMatchObject({ state: 'cancelled', endsAt: ends_at!.toISOString() })
  })

  test('the account’s renewal toggle also cancels in time until that date; without a new price it does not', async () => {
    const notified = await buyer()
    await raise()
    await announce()
    const unnotified = await buyer()
    await shop.db
      .updateTable('subscriptions')
      .set({ next_charge_at: new Date(shop.now().getTime() + 30 * DAY_MS) })
      .execute()
    shop.later(28)
    for (const { headers } of [notified, unnotified])
      expect((await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers })).status).toBe(200)
    await pass(40)
    expect(await taken(notified)).toEqual([1999])
    expect(await taken(unnotified)).toEqual([2499, 2499])
  })

  test('stopped before its date keeps the old price and sends one e-mail about it', async () => {
    const reader = await buyer({ kind: 'DD' })
    const id = await raise()
    await announce()
    shop.later(20)
    await runRenewals(shop.api.ctx)
    await deliver()
    expect(await Promise.all([stopCampaign(shop.api.ctx, id), stopCampaign(shop.api.ctx, id)])).toContain(true)
    await announcePriceChanges(shop.api.ctx)
    expect((await emailsFor(shop.db, reader.id)).filter((each) => each === 'price-stays')).toHaveLength(1)
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    await runRenewals(shop.api.ctx)
    // The debit announced at the new price is announced again.
    expect(await emailsFor(shop.db, reader.id)).toContain('debit-announced')
    await deliver()
    await pass(12)
    expect(await taken(reader)).toEqual([1999, 1999])
    expect(await campaigns(shop.db, shop.now())).toMatchObject([{ id, notified: 1, holds: 0 }])
    expect(await stopCampaign(shop.api.ctx, id)).toBe(false)
  })
})

describe('where consent is required', () => {
  test.each([
    ['de', 'wir möchten den Preis Ihres Abos', 'bitten um Ihre Zustimmung', 'wir erhöhen'],
    ['en', 'We would like to raise the price', 'we ask for your consent', 'We are raising'],
    ['fr', 'Nous souhaitons augmenter le prix', 'demandons votre accord', 'Nous augmentons'],
  ] as const)(
    'the e-mail asks for it in %s and does not announce a new price as settled',
    async (language, asks, subject, settled) => {
      const reader = await buyer()
      await shop.db.updateTable('accounts').set({ language }).where('id', '=', reader.id).execute()
      await raise()
      await announce()
      const [mail] = shop.api.mails
      expect(mail!.subject).toContain(subject)
      expect(mail!.text).toContain(asks)
      expect(mail!.text).not.toContain(settled)
    },
  )

  test('a reader who agrees through the link pays the new price and gets one confirmation', async () => {
    const reader = await buyer()
    await raise()
    const [token] = await announce()
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    expect(await shop.api.answer(priceChange, `billing/pricechange?token=${token}`)).toMatchObject({
      state: 'open',
      oldPrice: 1999,
      newPrice: 2499,
    })
    await Promise.all([decide('agree', { token: token! }), decide('agree', { token: token! })])
    expect(await emailsFor(shop.db, reader.id)).toEqual(['price-agreed'])
    expect((await billingOf(reader)).nextPrice).toBe(2499)
    await pass(30)
    expect(await taken(reader)).toEqual([1999, 2499])
  })

  test('a reader who does not agree keeps the price permanently', async () => {
    const reader = await buyer()
    await raise()
    await announce()
    await pass(61)
    expect(await taken(reader)).toEqual([1999, 1999, 1999])
    expect(await decide('agree', reader)).toMatchObject({ state: 'over' })
    expect((await billingOf(reader)).nextPrice).toBe(1999)
  })

  test('or, if the operator chose so, is not renewed, notified and not charged', async () => {
    await rule('consent', 'end')
    const reader = await buyer({ kind: 'DD' })
    const agrees = await buyer({ kind: 'DD' })
    await raise()
    await announce()
    const day = (await requested(reader)).from
    expect(await billingOf(reader)).toMatchObject({ expiryDate: day, priceChange: { withoutConsent: 'end' } })
    expect((await billingOf(reader)).nextPrice).toBeUndefined()
    shop.later(28)
    await runRenewals(shop.api.ctx)
    expect(await emailsFor(shop.db, reader.id)).toEqual([])
    await decide('agree', agrees)
    shop.later(2)
    await runRenewals(shop.api.ctx)
    expect(await stateOf(reader)).toEqual(['ended'])
    expect(await emailsFor(shop.db, reader.id)).toEqual(['contract-ended'])
    const [ended] = (await waitingEmails(shop.db)).filter(({ letter }) => letter === 'contract-ended')
    shop.api.mails.splice(0)
    await sendEmail(ended!, shop.api.ctx, { id: '9', lastTry: false })
    expect(shop.api.mails[0]!.text.replaceAll('\n', ' ')).toContain('Dem neuen Preis haben Sie nicht zugestimmt')
    expect(await taken(reader)).toEqual([1999])
    expect(await taken(agrees)).toEqual([1999, 2499])
  })

  test('a debit announced at the old price is charged at it; the new price applies from the next debit', async () => {
    const reader = await buyer({ kind: 'DD' })
    await raise()
    await announce()
    const { from } = await requested(reader)
    shop.later(20)
    await runRenewals(shop.api.ctx)
    await deliver()
    const agreed = await decide('agree', reader)
    expect(agreed.from).toBe(new Date(new Date(from).getTime() + 30 * DAY_MS).toISOString())
    await pass(45)
    expect(await taken(reader)).toEqual([1999, 1999, 2499])
  })

  test('an unknown link, a link from before an address change, and an unauthenticated call reveal nothing', async () => {
    const reader = await buyer()
    await raise()
    const [token] = await announce()
    const rejected = async (path: string) => (await shop.api.errorOf(path)).code
    expect(await rejected('billing/pricechange?token=nonsense')).toBe('token_invalid')
    expect(await rejected('billing/pricechange')).toBe('not_found')
    await shop.db.updateTable('one_time_tokens').set({ used_at: shop.now() }).where('account_id', '=', reader.id).execute()
    expect(await rejected(`billing/pricechange?token=${token}`)).toBe('token_expired')
    const other = await shop.reader()
    expect((await shop.api.errorOf('billing/pricechange', { headers: other.headers })).code).toBe('not_found')
  })
})

test('a lower price that was announced and is stopped is taken back by one e-mail', async () => {
  const reader = await buyer()
  const started = await beginCampaign(shop.api.ctx, { plan: 2, price: 1499, fromDay: dayIn(20), kind: 'lower' })
  await announcePriceChanges(shop.api.ctx)
  await deliver()
  expect((await billingOf(reader)).nextPrice).toBe(1499)
  expect(await stopCampaign(shop.api.ctx, (started as { id: number }).id)).toBe(true)
  await announcePriceChanges(shop.api.ctx)
  await announcePriceChanges(shop.api.ctx)
  expect((await emailsFor(shop.db, reader.id)).filter((each) => each === 'price-stays')).toHaveLength(1)
  expect((await billingOf(reader)).nextPrice).toBe(1999)
})

test('a debit announced at a lower price is charged at it although that is stopped, and the e-mail says so', async () => {
  const reader = await buyer({ kind: 'DD' })
  shop.later(20)
  const started = await beginCampaign(shop.api.ctx, { plan: 2, price: 1499, fromDay: dayIn(0), kind: 'lower' })
  await announce()
  shop.later(6)
  await runRenewals(shop.api.ctx)
  await deliver()
  await stopCampaign(shop.api.ctx, (started as { id: number }).id)
  await deliver()
  const debit = formatDay('de-AT', (await billingOf(reader)).nextDebitDate!)
  expect(shop.api.mails[0]!.text.replace(/\s+/g, ' ')).toContain(
    `kostet weiter 19,99 € für je 30 Tage. Sie müssen nichts tun. Nur die Lastschrift am ${debit} bleibt, wie angekündigt, bei 14,99 €.`,
  )
  await pass(35)
  expect(await taken(reader)).toEqual([1999, 1499, 1999])
})

test('a lower price applies from the next charge and is announced', async () => {
  const [card, debit] = [await buyer(), await buyer({ kind: 'DD' })]
  shop.later(20)
  await runRenewals(shop.api.ctx)
  await deliver()
  const started = await beginCampaign(shop.api.ctx, { plan: 2, price: 1499, fromDay: dayIn(0), kind: 'lower' })
  expect(started).toHaveProperty('id')
  await announce()
  for (const reader of [card, debit]) expect((await billingOf(reader)).nextPrice).toBe(1499)
  await pass(11)
  for (const reader of [card, debit]) expect(await taken(reader)).toEqual([1999, 1499])
})
