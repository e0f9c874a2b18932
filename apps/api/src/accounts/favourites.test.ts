import { favourites } from '@kiosk/domain/accounts/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildIssue, buildTitle } from '../catalogue/build-catalogue.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { buildAccount, signedIn } from './build-account.ts'

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
  for (const title of titles) await buildIssue(db, { uid: `heft-${title.key}`, title: await buildTitle(db, title) })
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('favourites are kept once, listed by name, and taken off again', async () => {
  const account = await buildAccount(connection.db)
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

test.each(['ab-18', 'nur-dort', 'gibt-es-nicht'])('a title that may not be seen is none: %s', async (key) => {
  const account = await buildAccount(connection.db)
  const headers = await signedIn(connection.db, account)
  for (const method of ['PUT', 'DELETE'])
    expect(await api.refusal(`user/favourites/${key}`, { method, headers })).toEqual({
      status: 404,
      code: 'not_found',
      field: 'magazinekey',
    })
})

test('a favourite that may not be seen any more is kept, but not shown', async () => {
  const account = await buildAccount(connection.db, { allow_age_restricted: true })
  const headers = await signedIn(connection.db, account)
  await api.ask('user/favourites/ab-18', { method: 'PUT', headers })
  expect(await api.answer(favourites, 'user/favourites', { headers })).toHaveLength(1)
  await api.ask('user/edit/agerestriction', { method: 'PUT', headers, form: { agerestriction: 'false' } })
  expect(await api.answer(favourites, 'user/favourites', { headers })).toEqual([])
})
