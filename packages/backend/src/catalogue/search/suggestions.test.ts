import { API_BASE } from '@kiosk/contract/route'
import { suggestions } from '@kiosk/domain/catalogue/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../db/connect.ts'
import { testDatabase } from '../../db/testing/database.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createIssue, createTitle } from '../testing/titles-and-issues.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const { db } = connection
  for (const [key, name] of [
    ['donauwarte', 'Donauwarte'],
    ['alte-donau', 'Die alte Donau'],
    ['madonna', 'Madonnas Welt'],
    ['kueche', 'Küche & Garten'],
  ] as const)
    await createIssue(db, { title: await createTitle(db, { key, name }) })
  for (let n = 1; n <= 7; n++) await createIssue(db, { title: await createTitle(db, { key: `alpen-${n}`, name: `Alpen ${n}` }) })
  const issue = await createIssue(db, { title: await createTitle(db, { key: 'nur-dort', name: 'Nur dort', shown_in: ['DE'] }) })
  const shown = await createIssue(db, { title: await createTitle(db, { key: 'hier', name: 'Hier' }) })
  const row = { text: 'Mehr Schatten.', release_date: '2026-11-20', issue_id: shown.id }
  await db
    .insertInto('topics')
    .values([
      { ...row, uid: 'donauauen', language: 'de', headline: 'Leben in den Donauauen' },
      { ...row, uid: 'danube', language: 'en', headline: 'Life on the Donau' },
      { ...row, uid: 'verborgen', language: 'de', headline: 'Donau verborgen', issue_id: issue.id },
    ])
    .execute()
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const suggested = async (q: string, from: { language?: string; country?: string } = {}) => {
  const { titles, topics } = await api.answer(suggestions, `search/suggestions?q=${encodeURIComponent(q)}`, from)
  return [titles.map(({ magazineKey }) => magazineKey), topics.map(({ uid }) => uid)]
}

test('suggests titles by their beginning, then by a later word, then topics', async () => {
  expect(await suggested('donau')).toEqual([['donauwarte', 'alte-donau'], ['donauauen']])
  expect(await suggested('KÜCHE')).toEqual([['kueche'], []])
  expect(await suggested('kuche')).toEqual([['kueche'], []])
})

test.each(['Donauwrte', 'Donuawarte', 'Donauwra'])('tolerates a typo: %s', async (q) => {
  expect((await suggested(q))[0]).toEqual(['donauwarte'])
})

test('one to three letters are the beginning of a word, not a typo', async () => {
  expect(await suggested('do')).toEqual([['donauwarte', 'alte-donau'], ['donauauen']])
  expect(await suggested('dx')).toEqual([[], []])
})

test('suggests five titles at most, each with a cover', async () => {
  const { titles } = await api.answer(suggestions, 'search/suggestions?q=alpen')
  expect(titles).toHaveLength(5)
  expect(titles[0]).toMatchObject({ name: 'Alpen 1', coverWidth: 840 })
  expect((await api.ask(titles[0]!.coverURL.replace(API_BASE, ''))).status).not.toBe(400)
})

test('suggests only what the caller may see, in the caller’s language', async () => {
  expect(await suggested('nur dort')).toEqual([[], []])
  expect((await suggested('nur dort', { country: 'DE' }))[0]).toEqual(['nur-dort'])
  expect((await suggested('donau', { language: 'en' }))[1]).toEqual(['danube'])
})

test('is public and cached like the other lists of the catalogue', async () => {
  const answer = await api.ask('search/suggestions?q=donau')
  expect(answer.headers.get('cache-control')).toBe('public, no-cache')
  const etag = answer.headers.get('etag') ?? ''
  expect((await api.ask('search/suggestions?q=donau', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect(await api.errorOf('search/suggestions?q=')).toEqual({ status: 400, code: 'wrong_input', field: 'q' })
})
