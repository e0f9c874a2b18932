import { randomUUID } from 'node:crypto'
import * as routes from '@kiosk/contract/desk-routes'
import { webinfo } from '@kiosk/domain/accounts/endpoints'
import { SUPPORT_HEADER } from '@kiosk/domain/accounts/limits'
import { supportAccess } from '@kiosk/domain/accounts/support-endpoints'
import { MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { housekeeping } from '../housekeeping.ts'
import { waitingEmails } from '../jobs/testing/jobs.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { createAccount, PASSWORD_OF_TESTS, signedIn } from './testing/accounts.ts'

let at = new Date('2026-11-26T12:00:00Z')
const { connection, api } = await openTestApi({ requestsPerMinute: 0, now: () => at })
const { ctx } = api
const { db } = connection
const reason = 'Anruf 17'

async function aReader() {
  const account = await createAccount(db)
  const headers = await signedIn(db, account, { passwordAt: at })
  const call = (method: string) => api.ask('user/support', { method, headers })
  return {
    account,
    headers,
    allow: () => call('POST'),
    end: () => call('DELETE'),
    access: () => api.answer(supportAccess, 'user/support', { headers }),
    info: () => api.answer(webinfo, 'websession/webinfo', { headers }),
  }
}
async function deskOf(role: 'owner' | 'care' | 'finance' | 'auditor' | 'editor' = 'care', name = 'Nora Feld') {
  const desk = fakeDesk(ctx)
  const staff = await createStaff(ctx, { role, name })
  await desk.signedInAs(staff, at)
  const withId = (id: number, body?: Record<string, unknown>) => ({ params: { id }, ...(body && { body }) })
  return {
    ...desk,
    staff,
    open: (id: number) => desk.call(routes.openView, withId(id, { reason })),
    look: (id: number) => desk.call(routes.lookAsReader, withId(id)),
    request: (id: number, requestId: string = randomUUID()) => desk.call(routes.requestView, withId(id, { requestId, reason })),
  }
}
const audited = (action: string, id: number) =>
  db
    .selectFrom('audit_entries')
    .select(['actor', 'reason'])
    .where('action', '=', action)
    .where('subject_id', '=', String(id))
    .execute()
const eventsOf = async (accountId: number) =>
  (await db.selectFrom('security_events').select('kind').where('account_id', '=', accountId).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test('a reader with a confirmed identity allows support to look for half an hour, once however often it is sent, and ends it at once', async () => {
  const { account, headers, allow, end, access, info } = await aReader()
  expect((await access()).running).toBeNull()
  await db.updateTable('sessions').set({ password_at: null }).where('account_id', '=', account.id).execute()
  expect(await api.errorOf('user/support', { method: 'POST', headers })).toMatchObject({
    status: 403,
    code: 'confirmation_required',
  })
  await db.updateTable('sessions').set({ password_at: at }).where('account_id', '=', account.id).execute()
  expect((await Promise.all([allow(), allow(), allow()])).map(({ status }) => status)).toEqual([204, 204, 204])
  const endsAt = new Date(at.getTime() + 30 * MINUTE_MS).toISOString()
  expect((await access()).running).toEqual({ since: at.toISOString(), endsAt })
  expect((await info()).support).toEqual({ endsAt, by: null, lookedAt: null })
  expect((await api.ask('reader/history', { headers })).headers.get(SUPPORT_HEADER)).toBe(endsAt)
  // Ending needs no confirmation.
  await db.updateTable('sessions').set({ password_at: null }).where('account_id', '=', account.id).execute()
  expect((await end()).status).toBe(204)
  expect((await end()).status).toBe(204)
  expect((await access()).running).toBeNull()
  expect(await info()).not.toHaveProperty('support')
  expect((await api.ask('reader/history', { headers })).headers.get(SUPPORT_HEADER)).toBeNull()
  expect(await eventsOf(account.id)).toEqual(['support.allowed', 'support.ended'])
})

test('staff ask once by the id of the dialog and once a minute, in an e-mail with the name and a link to the page of security', async () => {
  const { account, access } = await aReader()
  const desk = await deskOf()
  const requestId = randomUUID()
  const sent = await Promise.all([desk.request(account.id, requestId), desk.request(account.id, requestId)])
  expect(sent.map(({ status }) => status)).toEqual([204, 204])
  expect(await desk.request(account.id)).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  const emails = (await waitingEmails(db)).filter((each) => 'accountId' in each && each.accountId === account.id)
  expect(emails).toEqual([{ letter: 'support-request', accountId: account.id, requestId }])
  expect((await access()).asked).toEqual({ by: 'Nora Feld', at: at.toISOString() })
  expect(await audited('account.view-requested', account.id)).toEqual([{ actor: 'Nora Feld', reason }])
  expect(await eventsOf(account.id)).toEqual(['support.asked'])
  const closed = await createAccount(db, { deactivated_at: at })
  expect(await desk.request(closed.id)).toMatchObject({ status: 409 })
  expect(await desk.request(999_999_999)).toMatchObject({ status: 404 })
  // The permission alone opens nothing.
  expect(await desk.open(account.id)).toMatchObject({ status: 403, code: 'view_not_allowed' })
})

test('a view is opened with a reason while it is allowed, in one session of the desk, and the reader sees who looked and when', async () => {
  const { account, allow, access, info, end } = await aReader()
  const desk = await deskOf()
  expect(await desk.look(account.id)).toMatchObject({ status: 403, code: 'view_not_allowed' })
  expect(await desk.open(account.id)).toMatchObject({ status: 403, code: 'view_not_allowed' })
  await allow()
  // The permission alone shows nothing either, because the reason is recorded when the view is opened.
  expect(await desk.look(account.id)).toMatchObject({ status: 403 })
  expect(await desk.open(account.id)).toEqual({ status: 200, address: `/desk/view/${account.id}/` })
  await desk.open(account.id)
  expect(await audited('account.view-opened', account.id)).toEqual([{ actor: 'Nora Feld', reason }])
  const openedAt = at.toISOString()
  at = new Date(at.getTime() + 5 * MINUTE_MS)
  expect(await desk.look(account.id)).toMatchObject({ status: 200, email: account.email, country: 'AT', language: 'de' })
  const view = { by: 'Nora Feld', openedAt, lookedAt: at.toISOString() }
  expect((await access()).views).toEqual([view])
  expect((await info()).support).toMatchObject({ by: 'Nora Feld', lookedAt: view.lookedAt })
  // The view works neither for another person nor in another session of the same person.
  const again = await deskOf()
  await again.signedInAs(desk.staff, at)
  for (const other of [await deskOf('owner', 'Ida Moos'), again])
    expect(await other.look(account.id)).toMatchObject({ status: 403 })
  expect(await desk.look((await aReader()).account.id)).toMatchObject({ status: 403 })
  expect(await eventsOf(account.id)).toEqual(['support.allowed', 'support.opened'])
  await end()
  expect(await desk.look(account.id)).toMatchObject({ status: 403, code: 'view_not_allowed' })
  // The past view is still listed.
  expect((await access()).views).toEqual([view])
})

test('it ends by itself, and with the session of the desk', async () => {
  const { account, allow, access } = await aReader()
  const desk = await deskOf()
  await allow()
  await desk.open(account.id)
  at = new Date(at.getTime() + 30 * MINUTE_MS - 1)
  expect((await desk.look(account.id)).status).toBe(200)
  at = new Date(at.getTime() + 1)
  expect(await desk.look(account.id)).toMatchObject({ status: 403, code: 'view_not_allowed' })
  expect((await access()).running).toBeNull()

  const second = await aReader()
  await second.allow()
  const leaving = await deskOf()
  await leaving.open(second.account.id)
  const cookie = leaving.cookie()
  await leaving.call(routes.deskSignOut)
  expect(await leaving.call(routes.lookAsReader, { params: { id: second.account.id }, headers: { cookie } })).toMatchObject({
    status: 401,
  })
  expect((await second.access()).views).toHaveLength(1)
})

test.each([
  [
    'a new password',
    (headers: { cookie: string }) =>
      api.ask('user/changePassword', {
        method: 'PUT',
        headers,
        form: { oldPassword: PASSWORD_OF_TESTS, newPassword: 'Neu-am-Morgen' },
      }),
  ],
  ['ending all other sign-ins', (headers: { cookie: string }) => api.ask('user/sessions', { method: 'DELETE', headers })],
  [
    'a closed account',
    (headers: { cookie: string }) =>
      api.ask('user/deleteAccount', { method: 'PUT', headers, form: { password: PASSWORD_OF_TESTS } }),
  ],
])('%s ends it', async (_, change) => {
  const { account, headers, allow } = await aReader()
  const desk = await deskOf()
  await allow()
  await desk.open(account.id)
  expect((await change(headers)).status).toBeLessThan(300)
  expect(await desk.look(account.id)).toMatchObject({ status: 403, code: 'view_not_allowed' })
})

test('care and owners may, nobody else', async () => {
  const { account, allow } = await aReader()
  await allow()
  for (const role of ['finance', 'auditor', 'editor'] as const) {
    const desk = await deskOf(role)
    for (const call of [desk.request, desk.open, desk.look])
      expect(await call(account.id)).toMatchObject({ status: 403, code: 'not_permitted' })
  }
  for (const role of ['owner', 'care'] as const) expect((await (await deskOf(role)).open(account.id)).status).toBe(200)
})

test('requests, permissions and views are deleted after a year', async () => {
  const { account, allow } = await aReader()
  const desk = await deskOf()
  await desk.request(account.id)
  await allow()
  await desk.open(account.id)
  const rows = async () => [
    (await db.selectFrom('support_requests').select('id').where('account_id', '=', account.id).execute()).length,
    (await db.selectFrom('support_grants').select('id').where('account_id', '=', account.id).execute()).length,
  ]
  const makeOlder = async (days: number) => {
    const by = sql`${days} * interval '1 day'`
    await sql`update support_requests set asked_at = asked_at - ${by} where account_id = ${account.id}`.execute(db)
    await sql`update support_grants set granted_at = granted_at - ${by}, ends_at = ends_at - ${by}
      where account_id = ${account.id}`.execute(db)
  }
  await makeOlder(364)
  await housekeeping({}, ctx)
  expect(await rows()).toEqual([1, 1])
  await makeOlder(2)
  await housekeeping({}, ctx)
  expect(await rows()).toEqual([0, 0])
})
