import { favourites } from '@kiosk/domain/accounts/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { createAccount, signedIn } from './testing/accounts.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  const titles = [
    { key: 'zeitlupe', name: 'Zeitlupe' },
    { key: 'aepfel', name: 'Äpfel & Birnen' },
    { key: 'ab-18', name: 'Ab achtzehn', age_rating: 18 },
    { key: 'nur-dort', name: 'Nur dort', shown_in: ['DE'] },
  ]
  for (const title of titles) await createIssue(db, { uid: `heft-${title.key}`, title: await createTitle(db, title) })
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('stores favourites, lists them by name and removes them', async () => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  for (const key of ['zeitlupe', 'aepfel', 'zeitlupe'])
    expect((await api.ask(`user/favourites/${key}`, { method: 'PUT', headers })).status).toBe(204)
  const kept = await api.answer(favourites, 'user/favourites', { headers })
  expect(kept.map(({ key, name, currentIssueUid }) => [key, name, currentIssueUid])).toEqual([
    ['aepfel', 'Äpfel & Birnen', 'heft-aepfel'],
    ['zeitlupe', 'Zeitlupe', 'heft-zeitlupe'],
  ])
  for (const _ of ['once', 'again'])
    expect((await api.ask('user/favourites/aepfel', { method: 'DELETE', headers })).status).toBe(204)
  expect(await api.answer(favourites, 'user/favourites', { headers })).toHaveLength(1)
})

test.each(['ab-18', 'nur-dort', 'gibt-es-nicht'])('rejects a title that is not visible: %s', async (key) => {
  const account = await createAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  for (const method of ['PUT', 'DELETE'])
    expect(await api.errorOf(`user/favourites/${key}`, { method, headers })).toEqual({
      status: 404,
      code: 'not_found',
      field: 'magazinekey',
    })
})

test('keeps a favourite that is no longer visible but does not list it', async () => {
  const account = await createAccount(connection.db, { allow_age_restricted: true })
  const headers = await signedIn(connection.db, account)
  await api.ask('user/favourites/ab-18', { method: 'PUT', headers })
  expect(await api.answer(favourites, 'user/favourites', { headers })).toHaveLength(1)
  await api.ask('user/edit/agerestriction', { method: 'PUT', headers, form: { agerestriction: 'false' } })
  expect(await api.answer(favourites, 'user/favourites', { headers })).toEqual([])
})
