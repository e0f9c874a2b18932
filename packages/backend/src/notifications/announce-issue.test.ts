import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { dayInUtc } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { awaitedIssue } from '../accounts/awaited-issue.ts'
import { createAccount } from '../accounts/testing/accounts.ts'
import { type PublishedIssue, publishIssue } from '../catalogue/publish-issue.ts'
import { issueToPublish } from '../catalogue/testing/issue-to-publish.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import { asOwner } from '../db/testing/database.ts'
import { countJobs } from '../jobs/queries.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { startWorker } from '../jobs/worker.ts'
import { within } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { announceIssue } from './announce-issue.ts'

const { connection, api } = await openTestApi()
beforeEach(async () => {
  api.mails.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
})

const recipients = () => api.mails.map(({ to }) => to).sort()
const run = () => runWaitingJobs(connection.url, api.ctx)

async function favour(title: { id: number }, account: object = {}) {
  const made = await createAccount(connection.db, { send_release_newsletter: true, ...account })
  await connection.db.insertInto('favourites').values({ account_id: made.id, title_id: title.id }).execute()
  return made
}

test('notifies every subscriber of a title once, however often the job runs', async () => {
  const title = await createTitle(connection.db)
  const issue = await createIssue(connection.db, { title })
  const readers = [await favour(title), await favour(title)]
  await favour(await createTitle(connection.db))
  await announceIssue({ issueId: issue.id }, api.ctx)
  await run()
  const late = await favour(title)
  await Promise.all([announceIssue({ issueId: issue.id }, api.ctx), announceIssue({ issueId: issue.id }, api.ctx)])
  await run()
  expect(recipients()).toEqual([...readers, late].map(({ email }) => email).sort())
})

test('notifies only readers who want and may see the issue', async () => {
  const title = await createTitle(connection.db, { age_rating: 18, shown_in: ['AT', 'CH'] })
  const issue = await createIssue(connection.db, { title })
  const adult = { allow_age_restricted: true }
  const austrian = await favour(title, adult)
  const swiss = await favour(title, { ...adult, region_id: 3 })
  await favour(title, { ...adult, region_id: 2 })
  await favour(title)
  await favour(title, { ...adult, send_release_newsletter: false })
  await favour(title, { ...adult, verified_at: null })
  await favour(title, { ...adult, mail_bounced_at: new Date() })
  await announceIssue({ issueId: issue.id }, api.ctx)
  const { rows } = await sql<{ count: number }>`select count(*) as count from graphile_worker.jobs`.execute(connection.db)
  expect(rows[0]?.count).toBe(2)
  await run()
  expect(recipients()).toEqual([austrian.email, swiss.email].sort())
})

test('notifies nobody of an issue whose title has left, from midnight in Vienna', async () => {
  const title = await createTitle(connection.db, { available_until: '2026-11-20' })
  const issue = await createIssue(connection.db, { title })
  const { id } = await favour(title)
  const jobs = async () => (await sql`select from graphile_worker.jobs`.execute(connection.db)).rows.length
  const announceAt = (at: string) => announceIssue({ issueId: issue.id }, { db: connection.db, now: () => new Date(at) })
  const awaitedAt = (at: string) =>
    awaitedIssue({ accountId: id, issueId: issue.id }, { db: connection.db, now: () => new Date(at) })
  const [before, after] = ['2026-11-20T22:59:00Z', '2026-11-20T23:00:00Z']
  await announceAt(after)
  expect([await jobs(), await awaitedAt(after)]).toEqual([0, null])
  await announceAt(before)
  expect([await jobs(), await awaitedAt(before)]).toMatchObject([1, { account: { id } }])
})

test('continues an interrupted run where it stopped, over many batches', async () => {
  const title = await createTitle(connection.db)
  const issue = await createIssue(connection.db, { title })
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
  await connection.db.insertInto('release_emails').values(rows).execute()
  await announceIssue({ issueId: issue.id }, api.ctx)
  const jobs = await sql<{ priority: number; count: number }>`select priority, count(*) as count from graphile_worker.jobs
    group by priority`.execute(connection.db)
  expect(jobs.rows).toEqual([{ priority: 10, count: 1198 }])
})

test('several workers share the followers; when one is killed in the middle, each reader still gets one e-mail', async () => {
  const [followers, partSize] = [3_000, 1_100]
  const title = await createTitle(connection.db, { shown_in: ['AT', 'CH'] })
  const issue = await createIssue(connection.db, { title })
  const { rows } = await sql<{ id: number; expected: boolean }>`with made as (
      insert into accounts (email, region_id, language, send_release_newsletter, verified_at, mail_bounced_at)
      select 'geteilt-' || n || '@example.org', 1 + n % 4, 'de', n % 5 > 0, case when n % 7 > 0 then now() end, case when n % 11 = 0 then now() end
      from generate_series(1, ${followers}::int) n returning id, region_id, send_release_newsletter, verified_at, mail_bounced_at
    ), followed as (insert into favourites (account_id, title_id) select id, ${title.id} from made)
    select id, region_id in (1, 3) and send_release_newsletter and verified_at is not null and mail_bounced_at is null as expected
    from made order by id`.execute(connection.db)
  await announceIssue({ issueId: issue.id }, api.ctx, { partSize })
  expect(await countJobs(connection.db)).toEqual([{ name: 'releases', state: 'waiting', count: 3 }])

  const program = fileURLToPath(new URL('./testing/announce-process.ts', import.meta.url))
  const mortal = fork(program, [connection.url, '2'], { execArgv: [] })
  expect(await once(mortal, 'exit')).toEqual([null, 'SIGKILL'])
  const [{ noted }] = (
    await sql<{ noted: number }>`select count(*) as noted from release_emails where issue_id = ${issue.id}`.execute(connection.db)
  ).rows as [{ noted: number }]
  expect(noted).toBeGreaterThan(0)
  expect(noted).toBeLessThan(partSize)

  // Each server waits for the other, which may take longer to start than one part of the followers takes.
  const busy = new Set<number>()
  const both = Promise.withResolvers<void>()
  const worker = (which: number) =>
    startWorker({
      databaseUrl: connection.url,
      log: api.ctx.log,
      queues: [
        {
          name: 'releases',
          concurrency: 1,
          handlers: {
            releases: async (part) => {
              if (busy.add(which).size === 2) both.resolve()
              await both.promise
              await announceIssue(part, api.ctx)
            },
          },
        },
      ],
    })
  const workers = [await worker(0), await worker(1)]
  await within(30_000, async () => (await countJobs(connection.db)).every(({ name }) => name !== 'releases'))
  await Promise.all(workers.map((each) => each.close()))
  const jobs = await sql<{
    id: number
  }>`select (payload ->> 'accountId')::bigint as id from graphile_worker._private_jobs order by 1`.execute(connection.db)
  expect(jobs.rows.map(({ id }) => id)).toEqual(rows.filter(({ expected }) => expected).map(({ id }) => id))
  // Announces the whole issue once more, as an older server would for the job of a part.
  await announceIssue({ issueId: issue.id }, api.ctx)
  expect(await countJobs(connection.db)).toEqual([{ name: 'bulk-letter', state: 'waiting', count: jobs.rows.length }])
})

test('takes the followers of a title in order from an index, however many it has', async () => {
  await asOwner(connection.db, 'analyze favourites')
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select account_id from favourites
    where title_id = (select max(title_id) from favourites) and account_id > 0 order by account_id limit 1000`.execute(
    connection.db,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Only Scan using favourites_of_title_and_account on favourites')
  expect(plan).not.toContain('Sort')
})

let uids = 0
async function publish(key: string, more: Partial<PublishedIssue> = {}, demonstration = false) {
  const day = (ago: number) => dayInUtc(new Date(Date.now() - ago * DAY_MS))
  const issue: PublishedIssue = issueToPublish({
    uid: `neu${++uids}`,
    name: `Nr. ${uids}`,
    date: day(0),
    ...more,
  })
  const title = { key, name: key, kind: 'magazine', language: 'de' } as const
  await publishIssue(connection.db, { title, issue, demonstration })
  const { id } = await connection.db.selectFrom('titles').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return { id, day }
}
/** Returns the names of the issues that will be announced. */
async function announced(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select issues.name from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'releases'
    join issues on issues.id = (payload ->> 'issueId')::bigint order by issues.id`.execute(connection.db)
  return rows.map(({ name }) => name)
}

test('announces an issue only when it is new, recent and not demo content', async () => {
  const { day, id } = await publish('frisch', {
    name: 'vor zwei Wochen',
    date: dayInUtc(new Date(Date.now() - 20 * DAY_MS)),
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

test('does not announce an issue again after its number was corrected', async () => {
  const sha256 = 'ab'.repeat(32)
  await publish('korrigiert', { name: 'Nr. 74', sha256 })
  expect(await announced()).toEqual(['Nr. 74'])
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
  await publish('korrigiert', { name: 'Nr. 47', sha256 })
  expect(await announced()).toEqual([])
})
