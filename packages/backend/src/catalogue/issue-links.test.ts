import { issueLinks } from '@kiosk/domain/catalogue/endpoints'
import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '../audit/record-audit.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { createTitle } from './testing/titles-and-issues.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  const title = await createTitle(connection.db, { name: 'Tagblatt' })
  await sql`
    insert into issues (uid, title_id, name, issue_date, language, page_count, cover_width, cover_height)
    select 'issue' || n, ${title.id}, 'Nr. ' || n, date '2020-01-01' + n, 'de', 1, 3, 4 from generate_series(1, 2100) n
  `.execute(connection.db)
  api = await testApi(connection)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

test('a crawler finds every issue once', async () => {
  const met: string[] = []
  let pages = 0
  for (let next: string | undefined = 'issuelinks'; next; pages++) {
    const answer: Awaited<ReturnType<typeof load>> = await load(next)
    met.push(...answer.links.map(({ uid }) => uid))
    next = answer.nextUrl
  }
  expect(pages).toBe(3)
  expect(met).toHaveLength(2100)
  expect(new Set(met).size).toBe(2100)
})
const load = (path: string) => api.answer(issueLinks, path)

test('a link has a name, a date, and the time of the last change', async () => {
  const first = async () => (await load('issuelinks')).links[0]
  const { changedAt, ...link } = (await first())!
  expect(link).toEqual({ uid: 'issue1', name: 'Tagblatt Nr. 1', releaseDate: '2020-01-02' })
  expect(Math.abs(Date.now() - Date.parse(changedAt))).toBeLessThan(HOUR_MS)
  const corrected = new Date(Date.now() + DAY_MS)
  const actor = { kind: 'command', name: 'nora', source: 'test' } as const
  const change = { action: 'issue.replaced', subject: { kind: 'issue', id: 'issue1', name: link.name } } as const
  await connection.db.transaction().execute(async (trx) => {
    await sql`update all_issues set removals = removals + 1 where uid = 'issue1'`.execute(trx)
    await recordAudit(trx, actor, corrected, change)
  })
  await expect.poll(first).toEqual({ ...link, changedAt: corrected.toISOString() })
})

test('rejects an invalid cursor', async () => {
  expect(await api.errorOf('issuelinks?after=x')).toEqual({ status: 400, code: 'wrong_input', field: 'after' })
})
