import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../accounts/build-account.ts'
import { buildIssue, buildTitle } from '../catalogue/build-catalogue.ts'
import { type PublishedIssue, publishIssue } from '../catalogue/publish-issue.ts'
import type { Connection } from '../database/connect.ts'
import { testDatabase } from '../database/test-database.ts'
import { type TestApi, testApi } from '../test-api.ts'
import { announceIssue } from './announce-issue.ts'
import { runWaitingJobs } from './run-jobs.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase()
  api = await testApi(connection)
})
beforeEach(async () => {
  api.mails.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const told = () => api.mails.map(({ to }) => to).sort()
const run = () => runWaitingJobs(connection.url, api.house)

async function favour(title: { id: number }, account: object = {}) {
  const made = await buildAccount(connection.db, { send_release_newsletter: true, ...account })
  await connection.db.insertInto('favourites').values({ account_id: made.id, title_id: title.id }).execute()
  return made
}

test('everybody who waits for a title hears of its issue once, however often the job runs', async () => {
  const title = await buildTitle(connection.db)
  const issue = await buildIssue(connection.db, { title })
  const readers = [await favour(title), await favour(title)]
  await favour(await buildTitle(connection.db))
  await announceIssue({ issueId: issue.id }, api.house)
  await run()
  const late = await favour(title)
  await Promise.all([announceIssue({ issueId: issue.id }, api.house), announceIssue({ issueId: issue.id }, api.house)])
  await run()
  expect(told()).toEqual([...readers, late].map(({ email }) => email).sort())
})

test('only those who want to hear of it and may see it do', async () => {
  const title = await buildTitle(connection.db, { age_rating: 18, shown_in: ['AT', 'CH'] })
  const issue = await buildIssue(connection.db, { title })
  const adult = { allow_age_restricted: true }
  const austrian = await favour(title, adult)
  const swiss = await favour(title, { ...adult, region_id: 3 })
  await favour(title, { ...adult, region_id: 2 })
  await favour(title)
  await favour(title, { ...adult, send_release_newsletter: false })
  await favour(title, { ...adult, verified_at: null })
  await favour(title, { ...adult, mail_bounced_at: new Date() })
  await announceIssue({ issueId: issue.id }, api.house)
  const { rows } = await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs`.execute(connection.db)
  expect(rows[0]?.count).toBe(2)
  await run()
  expect(told()).toEqual([austrian.email, swiss.email].sort())
})

test('a run that was cut short goes on where it stopped, over many batches', async () => {
  const title = await buildTitle(connection.db)
  const issue = await buildIssue(connection.db, { title })
  await sql`with made as (
      insert into accounts (email, region_id, language, send_release_newsletter, verified_at)
      select 'viele-' || number || '@example.org', 1, 'de', true, now() from generate_series(1, 1201) as number returning id)
    insert into favourites (account_id, title_id) select id, ${title.id} from made`.execute(connection.db)
  const first = await connection.db
    .selectFrom('favourites')
    .select('account_id')
    .where('title_id', '=', title.id)
    .limit(3)
    .execute()
  const rows = first.map(({ account_id }) => ({ issue_id: issue.id, account_id }))
  await connection.db.insertInto('release_letters').values(rows).execute()
  await announceIssue({ issueId: issue.id }, api.house)
  const jobs = await sql<{ priority: number; count: number }>`select priority, count(*) as count from graphile_worker.jobs
    group by priority`.execute(connection.db)
  expect(jobs.rows).toEqual([{ priority: 10, count: 1198 }])
})

let uids = 0
async function publish(key: string, more: Partial<PublishedIssue> = {}, demonstration = false) {
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10)
  const page = { width: 595, height: 842, text: 'Schnee', indexed: 'Schnee' }
  const issue: PublishedIssue = {
    ...{ uid: `neu${++uids}`, name: `Nr. ${uids}`, number: null, volume: null, date: day(0), dateEnd: null, kind: 'regular' },
    ...{ edition: null, supplementTo: null, language: 'de', headline: '', description: '', textLayer: 'full', sha256: null },
    ...{ revision: 1, outline: [], cover: { width: 792, height: 1120, colour: '#aabbcc' }, targetingTags: [] },
    ...{ pages: [page], articles: [] },
    ...more,
  }
  const title = { key, name: key, kind: 'magazine', language: 'de' } as const
  await publishIssue(connection.db, { title, issue, demonstration })
  const { id } = await connection.db.selectFrom('titles').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return { id, day }
}
/** Names of the issues that readers would hear of. */
async function announced(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select issues.name from graphile_worker._private_jobs
    join issues on issues.id = (payload ->> 'issueId')::bigint order by issues.id`.execute(connection.db)
  return rows.map(({ name }) => name)
}

test('an issue that is published is announced when it is new, of these days, and not a demonstration', async () => {
  const { day, id } = await publish('frisch', {
    name: 'vor zwei Wochen',
    date: new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10),
  })
  expect(await announced()).toEqual([])
  const reader = await favour({ id })
  await publish('frisch', { name: 'heute', uid: 'heute' })
  await publish('frisch', { name: 'heute', uid: 'heute', revision: 2 })
  await publish('frisch', { name: 'gestern nachgereicht', date: day(1) })
  await publish('frisch', { name: 'dieselbe, Ausgabe Oberland', edition: 'Oberland' })
  await publish('vorgefuehrt', { name: 'zur Probe' }, true)
  expect(await announced()).toEqual(['heute'])
  await run()
  expect(api.mails).toMatchObject([{ to: reader.email, subject: 'frisch: heute ist da' }])
})

test('a file whose number was corrected is not announced a second time', async () => {
  const sha256 = 'ab'.repeat(32)
  await publish('korrigiert', { name: 'Nr. 74', sha256 })
  expect(await announced()).toEqual(['Nr. 74'])
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
  await publish('korrigiert', { name: 'Nr. 47', sha256 })
  expect(await announced()).toEqual([])
})
