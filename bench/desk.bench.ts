// Every list of the desk with a full catalogue and 120,000 readers: each call with each filter and order that the desk offers,
// including pages far down. BENCH_DATA_DIR keeps the database between runs; DESK_ROUNDS=100 repeats each call more often.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppContext } from '@kiosk/backend/context'
import { connect } from '@kiosk/backend/db/connect'
import { createDeskApi, type DeskApi } from '@kiosk/backend/http/desk-api'
import { createStaff, startStaffSession } from '@kiosk/backend/staff/testing/desk'
import { TEST_ORIGIN, testApi } from '@kiosk/backend/testing/api'
import * as routes from '@kiosk/contract/desk-routes'
import { DESK_API_BASE, formOf, type Route } from '@kiosk/contract/route'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { sql } from 'kysely'
import { placeDeskRows, SIZES } from './desk-rows.ts'
import { percentile } from './percentile.ts'
import type { Row } from './row.ts'

const ROUNDS = Number(process.env.DESK_ROUNDS ?? 30)
const LIST_MS = 200
const SEARCH_MS = 50
/** Budget of what is computed from every document or entry: it is not a list, and no page waits for the second. */
const REPORT_MS = 5_000
const REPORT_ROUNDS = 5

type Call = {
  what: string
  route: Route
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  budgetMs: number
}

export async function run(): Promise<{ rows: Row[] }> {
  const kept = process.env.BENCH_DATA_DIR
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'kiosk-desk-'))
  const connection = await connect({ dataDir })
  const rows: Row[] = []
  try {
    const filled = join(dataDir, 'desk-filled')
    if (!existsSync(filled)) {
      const began = performance.now()
      await placeDeskRows(connection.ownerUrl)
      writeFileSync(filled, '')
      console.log(`  filled in ${((performance.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(SIZES)}`)
    }
    const api = await testApi(connection)
    try {
      rows.push(...(await measure(api.ctx, await callsOf(api.ctx))))
    } finally {
      await api.close()
    }
  } finally {
    await connection.close()
    if (!kept) rmSync(dataDir, { recursive: true, force: true })
  }
  return { rows }
}

async function measure(ctx: AppContext, calls: readonly Call[]): Promise<Row[]> {
  const api = createDeskApi(ctx)
  const cookie = await signedIn(ctx)
  const send = ({ route, params, query }: Call) => answer(api, cookie, route, params, query)
  // The session lookup alone: what every call costs before it reads anything.
  const least = percentiles(await timesOf(() => send({ what: '', route: routes.deskSession, budgetMs: 0 }), ROUNDS))
  const rows: Row[] = []
  for (let warm = 0; warm < 2; warm++) for (const call of calls) await send(call)
  for (const call of calls) {
    const { p50, p95 } = percentiles(await timesOf(() => send(call), call.budgetMs === REPORT_MS ? REPORT_ROUNDS : ROUNDS))
    rows.push({
      what: call.what,
      value: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      yardstick: `the session alone, p95 ${least.p95.toFixed(1)} ms`,
      ratio: p95 / least.p95,
      budget: `p95 < ${call.budgetMs} ms`,
      met: p95 < call.budgetMs,
    })
  }
  return rows
}

async function timesOf(send: () => Promise<void>, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await send()
    times.push(performance.now() - began)
  }
  return times
}

function percentiles(times: number[]): { p50: number; p95: number } {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) }
}

async function answer(
  api: DeskApi,
  cookie: string,
  route: Route,
  params: Record<string, string | number> = {},
  query: Record<string, unknown> = {},
): Promise<void> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const address = `${TEST_ORIGIN}${DESK_API_BASE}${path}?${formOf(query)}`
  const response = await api(new Request(address, { headers: { cookie } }), { address: '203.0.113.9', country: 'AT' })
  const body = await response.text()
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}: ${body}`)
}

/** Returns the cookie of an owner. */
async function signedIn(ctx: AppContext): Promise<string> {
  const owner = await createStaff(ctx, { email: `owner-${crypto.randomUUID()}@example.org` })
  return `__Host-desk=${await startStaffSession(ctx.db, owner, ctx.now())}`
}

/** Every call of the desk that reads a list, as the desk's pages make it. */
async function callsOf({ db, now }: AppContext): Promise<Call[]> {
  const { rows } = await sql<Record<string, string | number>>`select
    (select number from invoices where number like '____-%' order by id offset 90000 limit 1) as invoice,
    (select id from invoices where issued_at is not null order by issued_at, id offset 20000 limit 1) as "earlyInvoice",
    (select provider_reference from payment_attempts where state = 'succeeded' limit 1) as charge,
    (select account_id from subscriptions where state = 'past-due' limit 1) as reader,
    (select to_char(settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ',' || id from payment_attempts
      where state = 'declined' order by settled_at offset 5000 limit 1) as "earlyCharge",
    (select uid from all_issues order by issue_date offset 2000 limit 1) as "earlyIssue",
    (select key from titles order by plain_name offset 2500 limit 1) as "lateTitle"`.execute(db)
  const { invoice, earlyInvoice, charge, reader, earlyCharge, earlyIssue, lateTitle } = rows[0]!
  const today = dayInVienna(now())
  const list = (what: string, route: Route, query: Record<string, unknown> = {}, params = {}): Call => ({
    what,
    route,
    query,
    params,
    budgetMs: LIST_MS,
  })
  const search = (what: string, route: Route, query: Record<string, unknown>): Call => ({
    what,
    route,
    query,
    budgetMs: SEARCH_MS,
  })
  const report = (what: string, route: Route, query = {}): Call => ({ what, route, query, budgetMs: REPORT_MS })
  const titles = (what: string, query = {}) => list(`titles, ${what}`, routes.shelfTitles, query)
  const issues = (what: string, query = {}) => list(`issues, ${what}`, routes.shelfIssues, query)
  const invoices = (what: string, query = {}) => list(`invoices, ${what}`, routes.deskInvoices, query)
  const audit = (what: string, query = {}) => list(`audit log, ${what}`, routes.auditEntries, query)
  const find = (what: string, typed: unknown) => search(`readers by ${what}`, routes.findReaders, { search: typed })
  return [
    find('e-mail address', 'leser-77777@example.org'),
    find('beginning of the address', 'leser-777'),
    find('invoice', invoice),
    find('subscription', 'V-001234'),
    find('number of the account', '54321'),
    find('name', 'Müller'),
    find('first and family name', 'Mira Müller'),
    find('last digits', '4242'),
    find('charge at the provider', charge),
    find('nothing that exists', 'niemand@nirgends.example'),
    search('invoices by number', routes.deskInvoices, { number: invoice }),
    search('invoices by last digits', routes.deskInvoices, { number: '777' }),
    list('a reader', routes.reader, {}, { id: reader! }),
    list('money of a reader', routes.readerMoney, {}, { id: reader! }),
    list('today', routes.today),
    list('figures', routes.figures),
    list('figures of revenue', routes.revenueFigures),
    titles('by name'),
    titles('newest issue first', { order: 'newest' }),
    titles('latest first', { order: 'created' }),
    titles('last pages', { after: lateTitle }),
    titles('last pages, newest issue first', { after: lateTitle, order: 'newest' }),
    titles('two words', { search: 'alpen 77' }),
    titles('of a publisher', { publisher: 7 }),
    titles('of a category', { category: 'category-2' }),
    titles('newspapers in French', { kind: 'newspaper', language: 'fr' }),
    ...['shown', 'empty', 'leaving', 'left', 'own-plans'].map((state) => titles(`state ${state}`, { state })),
    list('a title', routes.shelfTitle, {}, { key: 'titel-77' }),
    list('titles for a choice', routes.findTitles, { search: 'wein' }),
    list('command palette', routes.findOnShelf, { search: 'wein 7' }),
    issues('latest first'),
    issues('last pages', { after: earlyIssue }),
    issues('of a title', { title: 'titel-77' }),
    issues('a word', { search: 'gartenbote' }),
    issues('a number', { search: 'wein 7' }),
    issues('nothing that exists', { search: 'nirgends' }),
    issues('of a month', { from: addDays(today, -430), to: addDays(today, -400) }),
    ...['shown', 'scheduled', 'withdrawn', 'down'].map((state) => issues(`state ${state}`, { state })),
    list('an issue', routes.shelfIssue, {}, { uid: 'ausgabe-777' }),
    list('publishers', routes.publishers),
    list('publishers, a word', routes.publishers, { search: 'wein' }),
    list('takedowns', routes.takedowns),
    list('issues to take down', routes.takedownIssues, { search: 'wein 7' }),
    list('front page', routes.frontPage, {}, { set: 'web_at' }),
    list('uploads', routes.uploads),
    list('newsletters', routes.newsletters),
    list('a newsletter', routes.newsletter, {}, { id: 100 }),
    list('issues for a newsletter', routes.findFeatured, { search: 'wein' }),
    list('prices of plans', routes.prices),
    list('vouchers', routes.vouchers),
    list('vouchers, part of a code', routes.vouchers, { search: '777' }),
    list('vouchers, running', routes.vouchers, { state: 'running' }),
    list('vouchers, over', routes.vouchers, { state: 'over' }),
    list('vouchers, last pages', routes.vouchers, { after: 'HERBST-19900' }),
    list('promo codes', routes.promoCodes),
    list('promo codes, running', routes.promoCodes, { state: 'running' }),
    list('campaigns', routes.campaigns),
    list('texts', routes.texts),
    list('a text', routes.textEditions, {}, { key: 'terms' }),
    list('topics', routes.deskTopics),
    list('links', routes.deskLinks),
    list('advertisements', routes.advertisements),
    ...['open', 'answered', 'all'].map((state) => list(`messages, ${state}`, routes.feedbackMessages, { state })),
    invoices('latest first'),
    invoices('last pages', { before: earlyInvoice }),
    invoices('of an amount', { amount: '19,99' }),
    invoices('of an amount nobody paid', { amount: '123,45' }),
    invoices('of a country', { country: 'LU' }),
    invoices('of an amount, a country and a month', {
      amount: '9,99',
      country: 'LU',
      from: addDays(today, -70),
      to: addDays(today, -40),
    }),
    invoices('of a reader', { reader }),
    list('unpaid renewals', routes.declinedCharges),
    list('declined charges', routes.declinedCharges, { state: 'all' }),
    list('declined charges, last pages', routes.declinedCharges, { state: 'all', before: earlyCharge }),
    list('disputes', routes.deskDisputes),
    list('suspense, open', routes.suspenseEntries),
    list('suspense, all', routes.suspenseEntries, { state: 'all' }),
    list('differences', routes.differences),
    list('failed jobs', routes.deskJobs),
    list('jobs, all', routes.deskJobs, { state: 'all' }),
    list('alarms', routes.deskAlarms),
    report('VAT of the quarter', routes.vatByQuarter, {
      quarter: `${today.slice(0, 4)}-Q${Math.ceil(Number(today.slice(5, 7)) / 3)}`,
    }),
    list('ledger today', routes.ledgerBalances, { day: today }),
    list('ledger of an earlier day', routes.ledgerBalances, { day: addDays(today, -60) }),
    list('deferred revenue', routes.deferredRevenue, { until: today.slice(0, 7) }),
    list('state of bookkeeping', routes.bookkeeping),
    list('changes of prices', routes.deskPrices),
    list('staff', routes.staff),
    list('own security', routes.ownSecurity),
    audit('latest first'),
    audit('last pages', { before: 200 }),
    audit('two words', { search: 'huber anruf' }),
    audit('nothing that exists', { search: 'nirgends' }),
    audit('of an action', { action: 'suspense.booked' }),
    audit('an action nobody did', { action: 'publisher.removed' }),
    audit('of a month', { from: addDays(today, -430), to: addDays(today, -400) }),
    report('check of the audit log', routes.auditState),
  ]
}
