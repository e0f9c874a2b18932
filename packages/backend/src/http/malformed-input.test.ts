import { expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { createIssue } from '../catalogue/testing/titles-and-issues.ts'
import { openTestApi } from '../testing/open-test-api.ts'

// Input that looks valid but is not: we once accepted each of these, and the database rejected it.

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
const headers = await signedIn(connection.db, await createAccount(connection.db))
const issue = await createIssue(connection.db)
await api.ctx.catalogueCache.reload()

const NO_DAYS = ['0000-01-01', '9999-99-99', '2026-02-30', '-010000-01-01']
const paths = NO_DAYS.flatMap((day) => [
  `search?q=berg&from=${day}`,
  `search?q=berg&to=${day}`,
  `search?q=berg&after=${day}.1`,
  `issues/all?after=${day}.1`,
  `issues/category/1?after=${day}.1`,
  `ig-linklist?after=${day}.1`,
  `magazine/KEY/issues?after=${day}.1`,
  `terms/previous?version=${day}`,
  `reader/history?after=${day}T00:00:00Z`,
  `reader/history?after=${day}T00:00:00.000Z`,
])
test.each(paths)('rejects %s as invalid input', async (path) => {
  const answer = await api.errorOf(path.replace('KEY', issue.key), { headers })
  expect(answer).toMatchObject({ status: 400, code: 'wrong_input' })
})

test.each(NO_DAYS)('rejects %s as the end of a subscription', async (wishedEnd) => {
  const form = { name: 'Mara', email: 'mara@example.org', contract: '', wishedEnd }
  expect(await api.errorOf('contract/cancel', { form })).toEqual({ status: 400, code: 'wrong_input', field: 'wishedEnd' })
  expect(await connection.db.selectFrom('termination_declarations').select('id').execute()).toEqual([])
})

test.each(['1e-320', '4.9e-324', '0.00000001'])('stores an article position %s as its beginning', async (fraction) => {
  const answer = await api.ask(`reader/places/${issue.uid}`, { method: 'PUT', headers, form: { page: '1', fraction } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ place: { fraction: 0 } })
})

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '2026-02-30T07:00:00Z'])(
  'rejects the reading position %s',
  async (at) => {
    const form = { page: '1', at }
    const place = await api.errorOf(`reader/places/${issue.uid}`, { method: 'PUT', headers, form })
    expect(place).toEqual({ status: 400, code: 'wrong_input', field: 'at' })
    const events = JSON.stringify([{ page: 1, seconds: 3, at }])
    const rejection = await api.errorOf('reader/events', { headers, form: { issue: issue.uid, events } })
    expect(rejection).toEqual({ status: 400, code: 'wrong_input', field: 'events' })
  },
)
