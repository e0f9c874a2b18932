import { billing } from '@kiosk/domain/payments/billing-endpoints'
import { answerPriceChange, type PriceChange, priceChange } from '@kiosk/domain/payments/price-change-endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetJobs, waitingLetters } from '../jobs/test-jobs.ts'
import { Undeliverable } from '../outside/mail/post.ts'
import { sendLetter } from '../outside/mail/send-letter.ts'
import { bill } from './bill.ts'
import { lettersFor } from './build-papers.ts'
import { beginCampaign, campaigns, stopCampaign } from './price-campaigns.ts'
import { tellPrices } from './tell-prices.ts'
import { clearBooks } from './test-books.ts'
import { type Checkout, type Reader, testCheckout } from './test-checkout.ts'

const DAY_MS = 86_400_000
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
  Object.assign(shop.api.house.operator.priceRise.at, { rule, withoutConsent })
const dayIn = (days: number) => new Date(shop.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const billingOf = ({ headers }: Reader) => shop.api.answer(billing, 'billing', { headers })
const asked = ({ headers }: Reader, token = '') => shop.api.answer(priceChange, `billing/pricechange?token=${token}`, { headers })
const decide = (decision: 'agree' | 'cancel', by: { token: string } | Reader): Promise<PriceChange> =>
  'token' in by
    ? shop.api.answer(answerPriceChange, 'billing/pricechange', { form: { decision, token: by.token } })
    : shop.api.answer(answerPriceChange, 'billing/pricechange', { form: { decision }, headers: by.headers })

async function buyer(given: { kind?: 'CC' | 'DD'; voucher?: string } = {}) {
  const reader = await shop.reader()
  await shop.leave(reader, 'card-succeeded', given.kind)
  await shop.begin(reader)
  await shop.accept(reader)
  if (given.voucher) {
    const form = { subscription: '2', voucher: given.voucher }
    await shop.api.ask('payment/voucher', { method: 'PUT', form, headers: reader.headers })
  }
  expect((await shop.purchase(reader)).status).toBe(200)
  await forgetJobs(shop.db)
  return reader
}

async function listPrice(price: number) {
  const row = { subscription_id: 2, valid_from: dayIn(0), price }
  await shop.db
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'valid_from']).doUpdateSet({ price }))
    .execute()
}

async function raise(price = 2499, inDays = 30): Promise<number> {
  await listPrice(price)
  const begun = await beginCampaign(shop.api.house, { tariff: 2, price, fromDay: dayIn(inDays), kind: 'raise' })
  if (!('id' in begun)) throw new Error(begun.fault)
  return begun.id
}

/** Sends what waits. @returns tokens of the links in it, by reader */
async function deliver(): Promise<string[]> {
  const { house, mails } = shop.api
  const tokens: string[] = []
  for (const [place, letter] of (await waitingLetters(shop.db)).entries()) {
    mails.splice(0)
    await sendLetter(letter, house, { id: String(place), lastTry: false })
    const token = /contract\/price\?token=([\w-]+)/.exec(mails[0]?.html ?? '')?.[1]
    if (token) tokens.push(token)
  }
  await forgetJobs(shop.db)
  return tokens
}

async function tell(): Promise<string[]> {
  await tellPrices(shop.api.house)
  return deliver()
}

async function pass(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 10) {
    shop.later(Math.min(10, left))
    await bill(shop.api.house)
    await deliver()
  }
}

const taken = async ({ id }: Reader) => {
  const invoices = await shop.invoices({ id })
  return invoices.filter(({ kind, state }) => kind === 'invoice' && state === 'paid').map(({ gross }) => gross)
}
const stateOf = async (reader: Reader) => (await shop.contracts(reader)).map(({ state }) => state)

describe('a campaign', () => {
  test('tells everybody once, whoever runs it at the same time, and nobody who bought after it or is paid otherwise', async () => {
    const [one, two] = [await buyer(), await buyer({ kind: 'DD' })]
    const wallet = await buyer()
    await shop.db.updateTable('subscriptions').set({ order_type: 3 }).where('account_id', '=', wallet.id).execute()
    await raise()
    shop.later(0.001)
    const late = await buyer()
    await Promise.all([tellPrices(shop.api.house), tellPrices(shop.api.house), tellPrices(shop.api.house)])
    await tellPrices(shop.api.house)
    expect((await waitingLetters(shop.db)).map(({ letter }) => letter)).toEqual(['price-rise', 'price-rise'])
    for (const reader of [one, two]) expect(await lettersFor(shop.db, reader.id)).toEqual(['price-rise'])
    expect((await billingOf(late)).nextPrice).toBe(2499)
    expect((await billingOf(wallet)).nextPrice).toBe(1999)
  })

  test('names the first charge thirty days or more ahead, after the reduced ones; an e-mail that waits names a later one', async () => {
    const plain = await buyer()
    const reduced = await buyer({ voucher: await shop.voucher({ days: 90, price: 399 }) })
    shop.later(1)
    await raise()
    await tellPrices(shop.api.house)
    // The e-mails wait: the charge of thirty days after the purchase is too near, the next one is named.
    shop.later(2)
    await deliver()
    const start = (await shop.contracts(plain))[0]!.starts_at.getTime()
    expect((await asked(plain)).from).toBe(new Date(start + 60 * DAY_MS).toISOString())
    expect((await asked(reduced)).from).toBe(
      new Date((await shop.contracts(reduced))[0]!.starts_at.getTime() + 90 * DAY_MS).toISOString(),
    )
    const stored = await waitingLetters(shop.db)
    expect(stored).toEqual([])
  })

  test('that cannot be is refused: too soon, above the list, in a market that keeps prices, or while another one waits', async () => {
    await listPrice(2499)
    const begin = (price: number, days: number) =>
      beginCampaign(shop.api.house, { tariff: 2, price, fromDay: dayIn(days), kind: 'raise' })
    expect(await begin(2499, 29)).toEqual({ fault: 'too-soon' })
    expect(await begin(2499, 301)).toEqual({ fault: 'too-late' })
    expect(await begin(2500, 40)).toEqual({ fault: 'above-list' })
    await rule('keep', 'keep')
    expect(await begin(2499, 40)).toEqual({ fault: 'keeps-price' })
    await rule('object', 'keep')
    await buyer()
    await shop.db.updateTable('subscriptions').set({ regular_price: 1999 }).execute()
    expect(await begin(2499, 40)).toEqual({ id: expect.any(Number) })
    await tell()
    expect(await begin(2499, 50)).toEqual({ fault: 'other-runs' })
  })

  test('of which the e-mail cannot be delivered raises nothing', async () => {
    await rule('object', 'keep')
    const reader = await buyer()
    await raise()
    await tellPrices(shop.api.house)
    const [letter] = await waitingLetters(shop.db)
    const post = {
      send: () => Promise.reject(new Undeliverable('550 nobody here', { addressRefused: true } as never)),
    }
    await sendLetter(letter!, { ...shop.api.house, post } as never, { id: '1', lastTry: false })
    await forgetJobs(shop.db)
    await pass(90)
    expect(await taken(reader)).toEqual([1999, 1999, 1999, 1999])
  })
})

describe('where a reader may object', () => {
  beforeEach(() => rule('object', 'keep'))

  test('who does nothing pays the new price from the day, and was told it by the notice of the debit', async () => {
    const reader = await buyer({ kind: 'DD' })
    await raise()
    await tell()
    expect(await billingOf(reader)).toMatchObject({
      nextPrice: 2499,
      priceChange: { newPrice: 2499, rule: 'object', agreed: false },
    })
    await pass(31)
    expect(await taken(reader)).toEqual([1999, 2499])
    expect(await asked(reader)).toMatchObject({ state: 'over' })
    expect((await billingOf(reader)).priceChange).toBeUndefined()
  })

  test('who cancels by the link, on the last day too, is never charged the new price', async () => {
    const reader = await buyer()
    await raise()
    const [token] = await tell()
    shop.later(29)
    expect(await decide('cancel', { token: token! })).toMatchObject({ state: 'cancelled' })
    expect(await decide('cancel', { token: token! })).toMatchObject({ state: 'cancelled' })
    expect(await lettersFor(shop.db, reader.id)).toEqual(['contract-cancelled'])
    await pass(40)
    expect(await taken(reader)).toEqual([1999])
    expect(await stateOf(reader)).toEqual(['ended'])
  })

  test('the switch of the account cancels in time until the day, too; without a new price it does not', async () => {
    const told = await buyer()
    await raise()
    await tell()
    const untold = await buyer()
    await shop.db
      .updateTable('subscriptions')
      .set({ next_charge_at: new Date(shop.now().getTime() + 30 * DAY_MS) })
      .execute()
    shop.later(28)
    for (const { headers } of [told, untold])
      expect((await shop.api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers })).status).toBe(200)
    await pass(40)
    expect(await taken(told)).toEqual([1999])
    expect(await taken(untold)).toEqual([2499, 2499])
  })

  test('stopped before the day leaves the old price, and says so once', async () => {
    const reader = await buyer({ kind: 'DD' })
    const id = await raise()
    await tell()
    shop.later(20)
    await bill(shop.api.house)
    await deliver()
    expect(await Promise.all([stopCampaign(shop.api.house, id), stopCampaign(shop.api.house, id)])).toContain(true)
    await tellPrices(shop.api.house)
    expect((await lettersFor(shop.db, reader.id)).filter((each) => each === 'price-stays')).toHaveLength(1)
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    await bill(shop.api.house)
    // The debit that was announced at the new price is announced again.
    expect(await lettersFor(shop.db, reader.id)).toContain('debit-announced')
    await deliver()
    await pass(12)
    expect(await taken(reader)).toEqual([1999, 1999])
    expect(await campaigns(shop.db, shop.now())).toMatchObject([{ id, told: 1, holds: 0 }])
    expect(await stopCampaign(shop.api.house, id)).toBe(false)
  })
})

describe('where a consent is asked', () => {
  test('who agrees by the link pays the new price, and has it confirmed; twice is once', async () => {
    const reader = await buyer()
    await raise()
    const [token] = await tell()
    expect((await billingOf(reader)).nextPrice).toBe(1999)
    expect(await shop.api.answer(priceChange, `billing/pricechange?token=${token}`)).toMatchObject({
      state: 'open',
      oldPrice: 1999,
      newPrice: 2499,
    })
    await Promise.all([decide('agree', { token: token! }), decide('agree', { token: token! })])
    expect(await lettersFor(shop.db, reader.id)).toEqual(['price-agreed'])
    expect((await billingOf(reader)).nextPrice).toBe(2499)
    await pass(30)
    expect(await taken(reader)).toEqual([1999, 2499])
  })

  test('who does not keeps the price for good', async () => {
    const reader = await buyer()
    await raise()
    await tell()
    await pass(61)
    expect(await taken(reader)).toEqual([1999, 1999, 1999])
    expect(await decide('agree', reader)).toMatchObject({ state: 'over' })
    expect((await billingOf(reader)).nextPrice).toBe(1999)
  })

  test('or, by the operator’s choice, is not renewed: told so, and nothing is charged', async () => {
    await rule('consent', 'end')
    const reader = await buyer({ kind: 'DD' })
    const agrees = await buyer({ kind: 'DD' })
    await raise()
    await tell()
    const day = (await asked(reader)).from
    expect(await billingOf(reader)).toMatchObject({ expiryDate: day, priceChange: { withoutConsent: 'end' } })
    expect((await billingOf(reader)).nextPrice).toBeUndefined()
    shop.later(28)
    await bill(shop.api.house)
    expect(await lettersFor(shop.db, reader.id)).toEqual([])
    await decide('agree', agrees)
    shop.later(2)
    await bill(shop.api.house)
    expect(await stateOf(reader)).toEqual(['ended'])
    expect(await lettersFor(shop.db, reader.id)).toEqual(['contract-ended'])
    const [ended] = (await waitingLetters(shop.db)).filter(({ letter }) => letter === 'contract-ended')
    shop.api.mails.splice(0)
    await sendLetter(ended!, shop.api.house, { id: '9', lastTry: false })
    expect(shop.api.mails[0]!.text.replaceAll('\n', ' ')).toContain('Dem neuen Preis haben Sie nicht zugestimmt')
    expect(await taken(reader)).toEqual([1999])
    expect(await taken(agrees)).toEqual([1999, 2499])
  })

  test('after the debit was announced at the old price, the new one holds from the debit after it', async () => {
    const reader = await buyer({ kind: 'DD' })
    await raise()
    await tell()
    const { from } = await asked(reader)
    shop.later(20)
    await bill(shop.api.house)
    await deliver()
    const agreed = await decide('agree', reader)
    expect(agreed.from).toBe(new Date(new Date(from).getTime() + 30 * DAY_MS).toISOString())
    await pass(45)
    expect(await taken(reader)).toEqual([1999, 1999, 2499])
  })

  test('a link of nobody, of a mail before another address, or a call without anything tells nothing', async () => {
    const reader = await buyer()
    await raise()
    const [token] = await tell()
    const refused = async (path: string) => (await shop.api.refusal(path)).code
    expect(await refused('billing/pricechange?token=nonsense')).toBe('token_invalid')
    expect(await refused('billing/pricechange')).toBe('not_found')
    await shop.db.updateTable('one_time_tokens').set({ used_at: shop.now() }).where('account_id', '=', reader.id).execute()
    expect(await refused(`billing/pricechange?token=${token}`)).toBe('token_expired')
    const other = await shop.reader()
    expect((await shop.api.refusal('billing/pricechange', { headers: other.headers })).code).toBe('not_found')
  })
})

test('a lower price holds from the next charge, and is told', async () => {
  const [card, debit] = [await buyer(), await buyer({ kind: 'DD' })]
  shop.later(20)
  await bill(shop.api.house)
  await deliver()
  const begun = await beginCampaign(shop.api.house, { tariff: 2, price: 1499, fromDay: dayIn(0), kind: 'lower' })
  expect(begun).toHaveProperty('id')
  await tell()
  for (const reader of [card, debit]) expect((await billingOf(reader)).nextPrice).toBe(1499)
  await pass(11)
  for (const reader of [card, debit]) expect(await taken(reader)).toEqual([1999, 1499])
})
