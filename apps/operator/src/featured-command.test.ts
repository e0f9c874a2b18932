import { featuredTitles } from '@kiosk/backend/catalogue/featured-titles'
import { createIssue, createTitle } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { testApi, within } from '@kiosk/backend/testing/api'
import { contentSet } from '@kiosk/domain/catalogue/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './run-command.ts'
import { printedLines } from './testing/printed-lines.ts'

let connection: Connection
const printed = printedLines(() => connection.url)
beforeAll(async () => {
  connection = await testDatabase()
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    await createIssue(connection.db, {
      title: await createTitle(connection.db, { name, key: name.toLowerCase() }),
      issue_date: '2026-05-01',
    })
  await createTitle(connection.db, { name: 'Ohne Ausgabe', key: 'ohne' })
})
afterAll(() => connection.close())

const featured = (...args: string[]) => runCommand(['featured', ...args])
const rowOf = async (set: string) => (await featuredTitles(connection.db, set)).map(({ key }) => key)

test('sets the featured titles of an empty newsstand, and servers show them', async () => {
  const api = await testApi(connection)
  expect(await featured('list', 'LU')).toBe(0)
  expect(printed).toEqual(['No titles are chosen: the home page shows the newest.'])
  expect(await featured('set', 'at', 'gamma', 'ohne', 'alpha')).toBe(0)
  expect(printed.slice(1).map((line) => line.replace(/ +/g, ' '))).toEqual([
    ' 1 gamma Gamma, 2026-05-01',
    ' 2 ohne Ohne Ausgabe (no issue, not shown)',
    ' 3 alpha Alpha, 2026-05-01',
  ])
  await within(2_000, async () => (await api.ask('contentset/web_at/detail')).status === 200)
  await within(2_000, async () => (await api.answer(contentSet, 'contentset/web_at/detail')).entries.length === 2)
  const { entries } = await api.answer(contentSet, 'contentset/web_at/detail')
  expect(entries.map(({ title }) => title)).toEqual(['Gamma', 'Alpha'])
  // Austria and Luxembourg share one row.
  expect(await featured('set', 'LU', 'beta')).toBe(0)
  expect(await rowOf('web_at')).toEqual(['beta'])
  await api.close()
})

test('an unknown or repeated title, another market or no title changes nothing', async () => {
  await featured('set', 'DE', 'alpha', 'beta')
  printed.length = 0
  expect(await featured('set', 'DE', 'gamma', 'delta', 'epsilon')).toBe(1)
  expect(printed).toEqual(['There are no titles with the keys delta, epsilon. Nothing has changed.'])
  expect(await featured('set', 'DE', 'gamma', 'alpha', 'gamma')).toBe(1)
  for (const wrong of [['set', 'IT', 'gamma'], ['set', 'DE'], ['list', 'DE', 'gamma'], ['show', 'DE'], []])
    expect(await featured(...wrong)).toBe(64)
  expect(await rowOf('web_de')).toEqual(['alpha', 'beta'])
})

test('concurrent operators each replace all featured titles', async () => {
  await Promise.all(
    [
      ['alpha', 'beta'],
      ['beta', 'gamma'],
      ['gamma', 'alpha'],
    ].map((keys) => featured('set', 'CH', ...keys)),
  )
  expect(await rowOf('web_ch')).toHaveLength(2)
  expect(await featured('clear', 'CH')).toBe(0)
  expect(await rowOf('web_ch')).toEqual([])
})
