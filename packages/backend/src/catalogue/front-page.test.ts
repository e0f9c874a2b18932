import * as routes from '@kiosk/contract/desk-routes'
import { HOUR_MS } from '@kiosk/domain/time'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastEntry } from '../audit/testing/last-entry.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { replaceRow } from './featured-titles.ts'
import { applyPlannedFrontPage } from './front-page.ts'
import { createIssue, createTitle } from './testing/titles-and-issues.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const { ctx } = api

const keys: string[] = []
for (const name of ['Alpenblick', 'Bergruf', 'Courrier', 'Donau']) {
  const title = await createTitle(db, { name })
  await createIssue(db, { title })
  keys.push(title.key)
}
const [a, b, c, d] = keys as [string, string, string, string]
const params = { set: 'web_at' }
const desk = fakeDesk(ctx)
await desk.signedInAs(await createStaff(ctx, { role: 'editor', name: 'Ida Moos' }))

const setRow = (row: string[]) => db.transaction().execute((trx) => replaceRow(trx, 'web_at', row))
async function shown(): Promise<string[]> {
  const { titles } = (await desk.call(routes.frontPage, { params })) as unknown as { titles: { key: string }[] }
  return titles.map(({ key }) => key)
}
async function plans(): Promise<{ id: number; startsAt: string; by: string }[]> {
  return ((await desk.call(routes.frontPage, { params })) as unknown as { plans: { id: number; startsAt: string; by: string }[] })
    .plans
}
const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const plan = (row: string[], startsAt: string) => desk.call(routes.planFrontPage, { params, body: { keys: row, startsAt } })

beforeEach(async () => {
  await db.deleteFrom('planned_front_pages').execute()
  await setRow([a, b])
})

describe('the row of covers', () => {
  test('is replaced in the order of the editor, for all markets of its set, and recorded', async () => {
    expect((await desk.call(routes.setFrontPage, { params, body: { keys: [c, a], before: [a, b] } })).status).toBe(204)
    expect(await shown()).toEqual([c, a])
    const { entries } = (await (await api.ask('contentset/web_at/detail')).json()) as { entries: { magazineKey: string }[] }
    expect(entries.map(({ magazineKey }) => magazineKey)).toEqual([c, a])
    expect(await lastEntry(db)).toMatchObject({
      action: 'front.changed',
      actor: 'Ida Moos',
      subject_id: 'web_at',
      before: { titles: [a, b] },
      after: { titles: [c, a] },
    })
  })

  test('is not replaced by who has seen another one, nor with an unknown or repeated title', async () => {
    const replace = (row: string[], before: string[]) => desk.call(routes.setFrontPage, { params, body: { keys: row, before } })
    expect(await replace([c], [a])).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(await replace([c, 'unknown'], [a, b])).toMatchObject({ status: 404, field: 'keys' })
    expect(await replace([c, c], [a, b])).toMatchObject({ status: 400, field: 'keys' })
    expect(await shown()).toEqual([a, b])
  })

  test('of two editors at once only one wins', async () => {
    const both = await Promise.all(
      [[c], [d]].map((row) => desk.call(routes.setFrontPage, { params, body: { keys: row, before: [a, b] } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  })
})

describe('a planned row', () => {
  test('is shown from its time on, once, without titles that are gone', async () => {
    const gone = await createTitle(db, { name: 'Vergangen' })
    expect((await plan([d, gone.key, c], later(2))).status).toBe(204)
    const [planned] = await plans()
    expect(planned).toMatchObject({ by: 'Ida Moos' })
    await runWaitingJobs(connection.url, ctx)
    expect(await shown()).toEqual([a, b])
    await db.deleteFrom('titles').where('id', '=', gone.id).execute()
    await Promise.all([1, 2].map(() => applyPlannedFrontPage({ planId: planned!.id }, ctx)))
    expect(await shown()).toEqual([d, c])
    expect(await plans()).toEqual([])
    await setRow([a])
    await applyPlannedFrontPage({ planId: planned!.id }, ctx)
    expect(await shown()).toEqual([a])
  })

  test('runs as a job at its time', async () => {
    await plan([d], later(1))
    await db.updateTable('planned_front_pages').set({ starts_at: new Date() }).execute()
    const { rowCount } = await ctxPool(`update graphile_worker._private_jobs set run_at = now() where key like 'front-page %'`)
    expect(rowCount).toBeGreaterThan(0)
    await runWaitingJobs(connection.url, ctx)
    expect(await shown()).toEqual([d])
  })

  test('is withdrawn, and then nothing happens', async () => {
    await plan([d], later(1))
    const [planned] = await plans()
    expect((await desk.call(routes.withdrawFrontPage, { params: { id: planned!.id } })).status).toBe(204)
    expect((await desk.call(routes.withdrawFrontPage, { params: { id: planned!.id } })).status).toBe(404)
    await applyPlannedFrontPage({ planId: planned!.id }, ctx)
    expect(await shown()).toEqual([a, b])
    expect((await lastEntry(db)).action).toBe('front.plan-withdrawn')
  })

  test('must be in the future', async () => {
    expect(await plan([d], later(-1))).toMatchObject({ status: 409, code: 'time_is_past', field: 'startsAt' })
  })
})

test('titles are found by words of their name, also by accents and capitals, those that begin with them first', async () => {
  const find = async (search: string) =>
    ((await desk.call(routes.findTitles, { query: { search } })) as unknown as { titles: { key: string }[] }).titles.map(
      ({ key }) => key,
    )
  expect(await find('BÉRG')).toEqual([b])
  expect(await find('al')).toEqual([a])
  expect((await find('')).length).toBeGreaterThanOrEqual(4)
  expect(await find('nothing like it')).toEqual([])
})

test.each([
  ['FUER  SIE', 'Für Sie'],
  ['fur sie', 'Für Sie'],
  ['Die Für Sie', 'Für Sie'],
  ['Fuer Sie!', 'Für Sie'],
  ['Standard', 'Der Standard'],
  ['Berg und Tal', 'Berg & Tal'],
  ['Express', 'L’Express'],
  ["l'express", 'L’Express'],
  ['Le Figaro', 'Figaro'],
  ['The Week', 'Week'],
])('a name that is nearly that of a title, %s, finds it first', async (search, name) => {
  const one =
    (await db.selectFrom('titles').select('key').where('name', '=', name).executeTakeFirst()) ?? (await createTitle(db, { name }))
  await createTitle(db, { name: `Der große ${search} Extra` })
  const found = (await desk.call(routes.findTitles, { query: { search } })) as unknown as {
    titles: { key: string }[]
    like: string | null
  }
  expect([found.like, found.titles[0]?.key]).toEqual([one.key, one.key])
})

test.each(['Für', 'Die', '&', '', 'Der Stand'])('%j is not the name of a title', async (search) => {
  const found = (await desk.call(routes.findTitles, { query: { search } })) as unknown as { like: string | null }
  expect(found.like).toBeNull()
})

async function ctxPool(statement: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client(connection.url)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
