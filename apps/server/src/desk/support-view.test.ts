import { signedIn } from '@kiosk/backend/accounts/testing/accounts'
import { createFullAccount } from '@kiosk/backend/accounts/testing/full-account'
import { unexplainedTables } from '@kiosk/backend/audit/testing/changed-rows'
import { createStaff, fakeDesk } from '@kiosk/backend/staff/testing/desk'
import { TEST_ORIGIN } from '@kiosk/backend/testing/api'
import { openTestApi } from '@kiosk/backend/testing/open-test-api'
import { openView } from '@kiosk/contract/desk-routes'
import { SUPPORT_GRANT_MS, VIEWABLE_PAGES } from '@kiosk/domain/accounts/support-view'
import type { Page } from '@kiosk/domain/addresses'
import routes from '@kiosk/website/routes'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testPagesForStaff } from '../testing/pages-for-staff.ts'
import { createSupportView } from './support-view.ts'

// The website in a support view: every route of it (ADR-0220).

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
const pages = await testPagesForStaff(api)
afterAll(() => pages.close())
const { db } = connection
const { account, headers: ofReader, issue } = await createFullAccount(db)
await api.ctx.catalogueCache.reload()

const program = createSupportView(pages)

async function openedView(of = account.id) {
  const desk = fakeDesk(api.ctx)
  await desk.signedInAs(await createStaff(api.ctx, { role: 'care', name: 'Nora Feld' }))
  const granted_at = new Date()
  const ends_at = new Date(granted_at.getTime() + SUPPORT_GRANT_MS)
  await db.insertInto('support_grants').values({ account_id: of, granted_at, ends_at }).execute()
  expect(await desk.call(openView, { params: { id: of }, body: { reason: 'Anruf 17' } })).toMatchObject({ status: 200 })
  const look = (path: string, { method = 'GET', cookie = desk.cookie(), id = of } = {}) =>
    program(new Request(`${TEST_ORIGIN}/desk/view/${id}${path}`, { method, headers: { cookie } }), {
      address: '203.0.113.7',
      country: 'DE',
    })
  return { desk, look }
}
const end = () =>
  db
    .updateTable('support_grants')
    .set({ ended_at: new Date() })
    .where('ended_at', 'is', null)
    .where('ends_at', '>', new Date())
    .execute()

/** Every route of the website with an address: each parameter is filled, optional ones once with and once without. */
const values: Record<string, string> = {
  magazinekey: issue.key,
  regionId: '1',
  search: 'garten',
  campaign: 'holiday',
  feed: 'new',
}
const addresses = routes.flatMap(({ id, path = '' }) => {
  const full = path === '*' ? '/no/such/path' : path.startsWith('/') ? path : `/${path}`
  const fill = (each: string) => each.replace(/:(\w+)\??/g, (_, name: string) => values[name] ?? issue.uid)
  const all = full.includes('?') ? [fill(full), fill(full.replace(/\/:\w+\?/g, '')) || '/'] : [fill(full)]
  return all.map((address) => ({ id: id!, address }))
})
/** Words that no page of a view may contain: of payment methods, invoices, sign-ins and tokens of the full account. */
const SECRETS = ['AT•• •••• 3201', `method-of-${account.id}`, `secret-of-${account.id}`, `facebook-of-${account.id}`]

test('every page of the website: a view shows those of the list alone, to look only, and nothing is changed by any', async () => {
  const { look } = await openedView()
  // What the desk changes is watched; from here on there must be nothing.
  await sql`delete from changed_rows`.execute(db)
  const wrong: unknown[] = []
  for (const { id, address } of addresses) {
    const response = await look(address)
    const html = await response.text()
    const shown = VIEWABLE_PAGES.has(id as Page)
    const isRight = shown ? [200, 303].includes(response.status) : response.status === 403
    const location = response.headers.get('location')
    const leads = location !== null && !location.startsWith(`/desk/view/${account.id}/`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const isClosed = ["script-src 'none'", "form-action 'none'", "connect-src 'none'"].every((rule) => policy.includes(rule))
    const sets = response.headers.getSetCookie()
    const says = location !== null || html.includes('class="support-view"')
    const acts = /<script|<(?:button|input|select|textarea)\b(?! disabled)|<a\b[^>]*\shref="\/(?!desk\/|\/)/.exec(html)?.[0]
    const told = SECRETS.filter((each) => html.includes(each))
    if (!isRight || leads || !isClosed || sets.length > 0 || !says || acts || told.length > 0)
      wrong.push({ id, address, status: response.status, location, sets, says, acts, told })
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status } = await look(address, { method })
      if (status !== 405) wrong.push({ id, address, method, status })
    }
  }
  expect(wrong).toEqual([])
  const explained = { support_views: 'when it was last looked at' }
  expect(await unexplainedTables(db, { explained })).toEqual([])
  await end()
})

test('the list of pages has nothing about money, security, export, tokens or signing in', () => {
  const named = routes.filter(({ id }) => VIEWABLE_PAGES.has(id as Page))
  expect(named.map(({ id }) => id).sort()).toEqual([...VIEWABLE_PAGES].sort())
  for (const { path } of named)
    expect(path).not.toMatch(
      /payment|invoice|subscription|contract|cancel|withdraw|security|export|login|register|password|verify|token|promo|identity/i,
    )
})

test.each(['/reader', '/reader/history', '/user/account'])('%s is that of the reader', async (path) => {
  const { look } = await openedView()
  const response = await look(path)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain(`Sie sehen das Konto von ${account.email}.`)
  if (path !== '/user/account') expect(html).toContain(`/desk/view/${account.id}/`)
  else expect(html).toContain(account.email)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  await end()
})

test.each([
  '/user/payment/overview?subscription=2',
  '/USER/Payment/Overview',
  '/user%2Fpayment%2Foverview',
  '/reader/../user/payment/overview',
  '//user/payment/overview',
  '/reader.data',
  '/user/account.data?_routes=root',
  `/magazine/${issue.key}.data`,
  `/${issue.uid}.data`,
  `/reader/archive/${issue.key}.data`,
  '/reader/issues/abc',
  '/api/v8/invoice/all',
  '/desk/readers',
])('%s is not shown', async (path) => {
  const { look } = await openedView()
  const response = await look(path)
  expect([403, 404]).toContain(response.status)
  expect(await response.text()).not.toContain('3201')
  await end()
})

test('after the end the next page is rejected, also for other staff, for readers and without a session', async () => {
  const { desk, look } = await openedView()
  expect((await look('/reader')).status).toBe(200)
  const other = fakeDesk(api.ctx)
  await other.signedInAs(await createStaff(api.ctx, { role: 'owner' }))
  const { cookie: cookieOfReader } = await signedIn(db, account)
  expect((await look('/reader', { cookie: other.cookie() })).status).toBe(403)
  expect((await look('/reader', { id: account.id + 1 })).status).toBe(403)
  for (const cookie of ['', 'desk=wrong', cookieOfReader]) {
    const response = await look('/reader', { cookie })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/desk/readers/${account.id}`])
  }
  // A reader's session in the same browser is not used, not even that of another account.
  const mixed = await look('/user/account', { cookie: `${desk.cookie()}; ${ofReader.cookie}` })
  expect(await mixed.text()).toContain(account.email)
  await end()
  const over = await look('/reader')
  expect(over.status).toBe(403)
  const page = await over.text()
  expect(page).not.toContain(account.email)
  // The rules of its style are as they were written, not escaped.
  expect(page).toContain('@media (width<40rem)')
})
