import * as routes from '@kiosk/contract/desk-routes'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../adapters/payments/port.ts'
import { outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import { lastEntry } from '../../audit/testing/last-entry.ts'
import { refreshFigures } from '../../desk/figures/refresh-figures.ts'
import { changesWithoutEntry, createStaff, fakeDesk } from '../../staff/testing/desk.ts'
import { announcePriceChanges, dateNotice } from '../plans/announce-price-changes.ts'
import { runRenewals } from '../renewals/run.ts'
import { recordSuspense } from '../suspense/suspense.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'

let shop: Checkout
type Desk = Pick<ReturnType<typeof fakeDesk>, 'send' | 'call'>
let finance: Desk
let auditor: Desk
beforeAll(async () => {
  shop = await testCheckout()
  finance = await signedIn('finance')
  auditor = await signedIn('auditor')
})
afterAll(async () => {
  // The PDF of an issued invoice is stored when it is first opened.
  const unexplained = (await changesWithoutEntry(shop.api.ctx)).filter((table) => table !== 'invoice_files')
  await shop.close()
  expect(unexplained, 'tables that the desk changed without an entry in the audit log').toEqual([])
})

async function signedIn(role: 'finance' | 'auditor' | 'care' | 'editor'): Promise<Desk> {
  const desk = fakeDesk(shop.api.ctx)
  const staff = await createStaff(shop.api.ctx, { role })
  // Each call has a new session, because the clock of the shop moves by days.
  const send: typeof desk.send = async (...sent) => {
    await desk.signedInAs(staff)
    return desk.send(...sent)
  }
  const call: typeof desk.call = async (...sent) => {
    await desk.signedInAs(staff)
    return desk.call(...sent)
  }
  return { send, call }
}
async function buyer(plan = 2) {
  const reader = await shop.reader()
  const reference = await shop.leave(reader)
  await shop.accept(reader, plan)
  await shop.begin(reader, plan)
  expect((await shop.purchase(reader, plan)).status).toBe(200)
  return { ...reader, reference }
}
type Invoice = { id: number; number: string; gross: number; reader: number; day: string }
const search = async (query: Record<string, string | number>, desk = finance) =>
  ((await desk.call(routes.deskInvoices, { query })) as unknown as { invoices: Invoice[]; more: boolean }).invoices

test('invoices are found by number, last digits, amount, day, country and reader, page by page', async () => {
  const [one, other] = [await buyer(), await buyer(10)]
  const [invoice] = await search({ reader: one.id })
  expect(invoice).toMatchObject({ gross: 1999, country: 'AT', currency: 'EUR', reader: one.id, day: dayInVienna(shop.now()) })
  const only = [invoice!.number]
  const numbers = async (query: Record<string, string | number>) => (await search(query)).map(({ number }) => number)
  expect(await numbers({ number: invoice!.number })).toEqual(only)
  expect(await numbers({ number: String(Number(invoice!.number.slice(5))) })).toEqual(only)
  expect(await numbers({ amount: '19,99' })).toEqual(only)
  expect(await numbers({ amount: '9.99', reader: other.id })).toHaveLength(1)
  expect(await numbers({ country: 'CH' })).toEqual([])
  expect(await numbers({ from: invoice!.day, to: invoice!.day, country: 'AT' })).toHaveLength(2)
  expect(await numbers({ from: addDays(invoice!.day, 1) })).toEqual([])
  // The page after the latest one.
  expect((await search({ before: (await search({}))[0]!.id })).map(({ reader }) => reader)).toEqual([one.id])
  expect(await finance.call(routes.deskInvoices, { query: { amount: 'x' } })).toMatchObject({ status: 400, field: 'amount' })
})

test('an invoice opens as the PDF that was issued; care sees invoices and nothing else, an editor nothing', async () => {
  const [care, editor] = [await signedIn('care'), await signedIn('editor')]
  const [{ number }] = (await search({}, care)) as [Invoice]
  const response = await care.send(routes.deskInvoicePdf, { params: { number } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(await care.call(routes.deskInvoicePdf, { params: { number: '1999-000001' } })).toMatchObject({ status: 404 })
  for (const route of [routes.declinedCharges, routes.deskDisputes, routes.ledgerBalances, routes.deskPrices])
    expect(await care.call(route, { query: {} })).toMatchObject({ status: 403 })
  expect(await editor.call(routes.deskInvoices)).toMatchObject({ status: 403 })
})

test('an unpaid renewal is listed with the next step of dunning, and no longer once it is paid', async () => {
  const reader = await buyer()
  await shop.db.updateTable('subscriptions').set({ next_charge_at: null }).where('account_id', '!=', reader.id).execute()
  shop.later(30)
  shop.psp.behave(
    reader.reference,
    (id) => ({ ...outcome('declined', id), code: 'insufficient_funds', retryable: true }) as Outcome,
  )
  await runRenewals(shop.api.ctx)
  const { charges } = (await finance.call(routes.declinedCharges)) as unknown as { charges: Record<string, unknown>[] }
  // What is no number of a subscription means the first page.
  for (const before of ['1'.repeat(60), '1.5', 'x'])
    expect(await finance.call(routes.declinedCharges, { query: { before } })).toMatchObject({ charges })
  const next = new Date(shop.now().getTime() + DAY_MS)
  expect(charges).toMatchObject([
    {
      reader: reader.id,
      code: 'insufficient_funds',
      tries: 1,
      next: 'retry',
      nextAt: next.toISOString(),
      subscriptionState: 'past-due',
    },
  ])
  shop.later(1)
  shop.psp.behave(reader.reference, 'succeeded')
  await runRenewals(shop.api.ctx)
  expect(await finance.call(routes.declinedCharges)).toMatchObject({ charges: [], next: null })
  expect(await finance.call(routes.declinedCharges, { query: { state: 'all' } })).toMatchObject({
    charges: [{ reader: reader.id, next: null, subscriptionState: 'active' }],
  })
})

async function suspended(amount = 1999) {
  const moved = { reference: `nobody-${crypto.randomUUID()}`, amount, currency: 'EUR', at: shop.now() }
  const reported = { provider: 'sandbox', kind: 'charge' as const, ...moved, reason: 'unknown' as const }
  return (await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.ctx, reported))).id
}

test('money in suspense is assigned, then booked once; the audit log names who and why', async () => {
  const id = await suspended()
  const params = { id }
  const reason = 'Überweisung per Telefon geklärt'
  const call = (route: typeof routes.bookSuspense | typeof routes.assignSuspense, body: object, desk = finance) =>
    desk.call(route, { params, body: { reason, ...body } })
  expect(await call(routes.assignSuspense, { subscription: 'V-000001' }, auditor)).toMatchObject({
    status: 403,
    code: 'not_permitted',
  })
  expect(await call(routes.assignSuspense, { subscription: '42' })).toMatchObject({ status: 400, field: 'subscription' })
  expect(await call(routes.assignSuspense, { subscription: 'V-999999' })).toMatchObject({ code: 'suspense_rejected' })
  expect(await call(routes.bookSuspense, { to: 'subscription' })).toMatchObject({ code: 'suspense_rejected' })
  expect(await call(routes.bookSuspense, { to: 'loss' })).toMatchObject({ status: 409, code: 'suspense_rejected' })
  expect(await finance.call(routes.bookSuspense, { params, body: { to: 'income' } })).toMatchObject({
    status: 400,
    field: 'reason',
  })
  expect(await finance.call(routes.suspenseEntries)).toMatchObject({ entries: [{ id, state: 'open', subscription: null }] })

  const reader = await buyer()
  const { id: subscription } = (await shop.contracts(reader))[0]!
  const number = `V-${String(subscription).padStart(6, '0')}`
  expect(await call(routes.assignSuspense, { subscription: number })).toMatchObject({ status: 204 })
  expect(await finance.call(routes.suspenseEntries)).toMatchObject({ entries: [{ id, state: 'open', subscription: number }] })
  const both = await Promise.all([call(routes.bookSuspense, { to: 'income' }), call(routes.bookSuspense, { to: 'income' })])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await lastEntry(shop.db)).toMatchObject({
    action: 'suspense.booked',
    actor: 'Nora Feld',
    subject_id: String(id),
    reason,
  })
  expect(await finance.call(routes.suspenseEntries)).toMatchObject({ entries: [] })
  expect(await finance.call(routes.suspenseEntries, { query: { state: 'all' } })).toMatchObject({
    entries: [{ id, state: 'booked' }],
  })
})

test('exports are files; a DATEV file needs account numbers', async () => {
  const day = dayInVienna(shop.now())
  const query = { from: addDays(day, -60), to: day }
  const quarter = `${query.from.slice(0, 4)}-Q${Math.ceil(Number(query.from.slice(5, 7)) / 3)}`
  for (const kind of ['invoices', 'ledger', 'vat', 'deferred']) {
    const response = await auditor.send(routes.moneyExport, { params: { kind }, query })
    expect([kind, response.status, response.headers.get('content-disposition')]).toEqual([
      kind,
      200,
      `attachment; filename="${kind === 'vat' ? `vat-${quarter}` : `${kind}-${query.from}-${query.to}`}.csv"`,
    ])
    const [head, ...lines] = (await response.text()).split('\r\n')
    expect(head).toContain(';')
    // Spreadsheets that separate by semicolons read a decimal point as a date.
    expect([kind, /;-?\d+,\d\d(;|$)/m.test(lines.join('\n'))]).toEqual([kind, kind !== 'deferred'])
    expect(lines.join('\n')).not.toMatch(/;-?\d+\.\d\d(;|$)/m)
  }
  const datev = () => auditor.send(routes.moneyExport, { params: { kind: 'datev' }, query })
  const response = await datev()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=windows-1252'])
  const { operator } = shop.api.ctx
  const before = operator.bookkeeping
  operator.bookkeeping = null
  expect(((await (await datev()).json()) as { code: string }).code).toBe('export_rejected')
  expect(await auditor.call(routes.bookkeeping)).toMatchObject({ values: null, version: 0, missing: [] })
  operator.bookkeeping = before
  expect(
    await auditor.call(routes.moneyExport, { params: { kind: 'ledger' }, query: { from: day, to: query.from } }),
  ).toMatchObject({
    status: 400,
    field: 'to',
  })
})

test('finance enters the account numbers for DATEV once the ledger needs them; the export uses them, and the log has them', async () => {
  const { operator } = shop.api.ctx
  const ofFile = operator.bookkeeping!
  operator.bookkeeping = null
  // Complete days are counted at night.
  await refreshFigures({ db: shop.db, now: () => new Date(shop.now().getTime() + DAY_MS) })
  const own = { ...ofFile, consultant: 29098, accounts: { 'revenue:AT': '8310' } }
  const save = (body: Record<string, unknown>) => finance.call(routes.saveBookkeeping, { body })
  expect(await save({ ...own, before: 0 })).toMatchObject({ status: 204 })
  expect(await auditor.call(routes.bookkeeping)).toMatchObject({ values: own, version: 1, missing: ['tax:AT'] })
  expect(await lastEntry(shop.db)).toMatchObject({ action: 'bookkeeping.changed', actor: 'Nora Feld', before: null, after: own })
  const accounts = { ...own.accounts, 'tax:AT': '1772' }
  // Somebody who opened the page earlier.
  expect(await save({ ...own, accounts, before: 0 })).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await save({ ...own, accounts: { 'tax:AT': '17' }, before: 1 })).toMatchObject({ status: 400, code: 'wrong_input' })
  expect(await save({ ...own, accounts: { 'tax:AT': '177200' }, before: 1 })).toMatchObject({
    status: 400,
    field: 'accounts.tax:AT',
    message: 'Bitte kürzen Sie Ihre Eingabe.',
  })
  expect(await save({ ...own, accounts, before: 1 })).toMatchObject({ status: 204 })
  expect(await auditor.call(routes.bookkeeping)).toMatchObject({ version: 2, missing: [] })
  const day = dayInVienna(shop.now())
  const query = { from: addDays(day, -60), to: day }
  const file = await (await auditor.send(routes.moneyExport, { params: { kind: 'datev' }, query })).text()
  expect(file).toContain(';29098;')
  expect(await auditor.call(routes.saveBookkeeping, { body: { ...own, before: 2 } })).toMatchObject({ status: 403 })
  await shop.db.deleteFrom('app_settings').where('key', '=', 'bookkeeping').execute()
  operator.bookkeeping = ofFile
})

test('a price change reaches those whom its preview names, on the days that it names; too many more readers stop it', async () => {
  for (let reader = 0; reader < 3; reader++) {
    await buyer(2)
    shop.later(4)
  }
  await shop.db
    .insertInto('prices')
    .values({ plan_id: 2, valid_from: dayInVienna(shop.now()), price: 2499 })
    .execute()
  const change = { plan: 2, price: 2499, fromDay: addDays(dayInVienna(shop.now()), 31), kind: 'raise' }
  const preview = (query: Record<string, unknown>) => finance.call(routes.previewPriceChange, { query })
  expect(await preview({ ...change, price: 2999 })).toMatchObject({ code: 'price_change_rejected', field: 'price' })
  expect(await preview({ ...change, fromDay: dayInVienna(shop.now()) })).toMatchObject({
    code: 'price_change_rejected',
    field: 'fromDay',
  })
  const shown = await preview(change)
  expect(shown).toMatchObject({ status: 200, byPrice: [{ price: 1999 }], rule: 'consent' })

  const reason = 'Papier und Porto'
  const start = (body: object, desk = finance) => desk.call(routes.startPriceChange, { body: { ...change, reason, ...body } })
  expect(await start({ readers: shown.readers }, auditor)).toMatchObject({ status: 403 })
  const started = await start({ readers: shown.readers })
  expect(started).toMatchObject({ status: 200 })
  expect(await start({ readers: shown.readers })).toMatchObject({ code: 'price_change_rejected' })
  expect(await lastEntry(shop.db)).toMatchObject({ action: 'price-campaign.started', reason })
  // As the billing job does.
  await announcePriceChanges(shop.api.ctx)
  const notices = await shop.db.selectFrom('price_notices').select('id').where('campaign_id', '=', Number(started.id)).execute()
  expect(notices).toHaveLength(Number(shown.readers))
  const days = []
  for (const { id } of notices) days.push(dayInVienna((await dateNotice(shop.api.ctx, id))!.effective_at))
  expect([days.sort()[0], days.at(-1)]).toEqual([shown.firstDay, shown.lastDay])

  const stop = () => finance.call(routes.stopPriceChange, { params: { id: Number(started.id) }, body: { reason } })
  expect(await stop()).toMatchObject({ status: 204 })
  expect(await stop()).toMatchObject({ status: 404 })
  expect(await lastEntry(shop.db)).toMatchObject({ action: 'price-campaign.stopped', reason })
})

test('payments without a result for an hour, and a provider that was not compared for three days, are in the overview', async () => {
  const late = async () => {
    const { attention } = (await auditor.call(routes.today)) as unknown as { attention: { kind: string; count: number }[] }
    return attention.filter(({ kind }) => ['payments', 'reconciliation'].includes(kind))
  }
  await shop.db.deleteFrom('reconciled_until').execute()
  const reader = await shop.reader()
  await shop.leave(reader, 'card-unknown')
  await shop.accept(reader)
  await shop.begin(reader)
  await shop.purchase(reader)
  const at = shop.now()
  const until = new Date(at.getTime() - 3 * DAY_MS + HOUR_MS)
  const compared = ['sandbox', 'no-longer-used'].map((provider) => ({ provider, until }))
  await shop.db.insertInto('reconciled_until').values(compared).execute()
  expect(await late()).toEqual([])
  shop.later((2 * HOUR_MS) / DAY_MS)
  expect(await late()).toMatchObject([
    { kind: 'payments', count: 1, since: at.toISOString() },
    { kind: 'reconciliation', count: 1, since: until.toISOString(), examples: ['sandbox'] },
  ])
})
