import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { savedSearches } from '@kiosk/domain/accounts/saved-search-endpoints'
import { MOST_SAVED_SEARCHES } from '@kiosk/domain/catalogue/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { createIssue, createTitle } from '../catalogue/testing/titles-and-issues.ts'
import type { Connection } from '../db/connect.ts'
import { asOwner, testDatabase } from '../db/testing/database.ts'
import { runWaitingJobs } from '../jobs/testing/run-jobs.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { noteForSavedSearches, runSavedSearches } from './saved-search-run.ts'

let connection: Connection
let api: TestApi
beforeAll(async () => {
  connection = await testDatabase({ isDirect: true })
  api = await testApi(connection)
})
beforeEach(async () => {
  api.mails.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(connection.db)
  await asOwner(
    connection.db,
    'truncate saved_searches, saved_search_runs, searched_issues, saved_search_hits, saved_search_emails',
  )
})
afterAll(async () => {
  await api.close()
  await connection.close()
})

const send = () => runWaitingJobs(connection.url, api.ctx)
const recipients = () => api.mails.map(({ to }) => to).sort()
const later = (days: number) => ({ ...api.ctx, now: () => new Date(Date.now() + days * DAY_MS) })
const dayBefore = () => new Date(Date.now() - DAY_MS)

/** A reader with saved searches. */
async function reader(queries: string[], account: object = {}, search: object = {}) {
  const made = await createAccount(connection.db, account)
  const values = queries.map((query) => ({ account_id: made.id, query, created_at: dayBefore(), ...search }))
  await connection.db.insertInto('saved_searches').values(values).execute()
  return made
}

async function newIssue(values: Parameters<typeof createIssue>[1]) {
  const issue = await createIssue(connection.db, values)
  await noteForSavedSearches(connection.db, issue.id)
  return issue
}

describe('the e-mail of a day', () => {
  test('lists the hits of all searches of a reader in new issues, and is sent once', async () => {
    const title = await createTitle(connection.db, { name: 'Bergblick' })
    await createIssue(connection.db, { title, pages: ['Murmeltiere im Sommer'] })
    const [one, other] = [await reader(['Murmeltier', '"Rote Liste"', 'Zebra']), await reader(['murmeltier'])]
    await reader(['Zebra'])
    const issue = await newIssue({ title, name: 'Nr. 2', pages: ['Vorwort', 'Ein Murmeltier auf der Roten Liste', 'rote liste'] })
    await Promise.all([runSavedSearches(api.ctx), runSavedSearches(api.ctx)])
    await runSavedSearches(api.ctx)
    await send()
    expect(recipients()).toEqual([one.email, other.email].sort())
    const { text, subject } = api.mails.find(({ to }) => to === one.email)!
    expect(subject).toBe('Neue Treffer zu 2 Ihrer Suchen')
    expect(text).toContain(`/reader/issues/${issue.uid}?p=2`)
    expect(text).toContain(`/reader/issues/${issue.uid}?p=3`)
    expect(text).not.toContain('Zebra')
    await runSavedSearches(later(1))
    await send()
    expect(api.mails).toHaveLength(2)
  })

  test('has the hits on pages whose words are not there yet after a restore', async () => {
    const { email } = await reader(['Murmeltier'])
    const issue = await newIssue({ pages: ['Zwei Murmeltiere'] })
    await sql`update pages set search = '' where issue_id = ${issue.id}`.execute(connection.db)
    await runSavedSearches(api.ctx)
    await send()
    expect(recipients()).toEqual([email])
  })

  test('is not sent about what the reader may not see, or after unsubscribing', async () => {
    const adult = await createTitle(connection.db, { age_rating: 18 })
    const german = await createTitle(connection.db, { shown_in: ['DE'] })
    const old = await createTitle(connection.db)
    await reader(['Wiesel'])
    await reader(['Wiesel'], { send_saved_searches: false })
    await reader(['Wiesel'], { mail_bounced_at: new Date() })
    await reader(['Wiesel'], { deactivated_at: new Date() })
    await reader(['Wiesel'], {}, { title_id: old.id })
    const grown = await reader(['Wiesel'], { allow_age_restricted: true })
    for (const title of [adult, german]) await newIssue({ title, pages: ['Ein Wiesel'] })
    const down = await newIssue({ pages: ['Ein Wiesel'] })
    await connection.db.updateTable('all_issues').set({ taken_down_at: new Date() }).where('id', '=', down.id).execute()
    await runSavedSearches(api.ctx)
    await send()
    expect(recipients()).toEqual([grown.email])
  })

  test('leaves out what is taken down before it is sent', async () => {
    await reader(['Dachs'])
    const issue = await newIssue({ pages: ['Ein Dachs'] })
    await runSavedSearches(api.ctx)
    await connection.db.updateTable('all_issues').set({ taken_down_at: new Date() }).where('id', '=', issue.id).execute()
    await send()
    expect(api.mails).toEqual([])
  })

  test('an issue that is withdrawn waits until it is shown; one that was shown before the search was saved is no news', async () => {
    const mail = await reader(['Luchs'])
    const issue = await newIssue({ pages: ['Ein Luchs'] })
    await reader(['Luchs'], {}, { created_at: new Date(Date.now() + DAY_MS) })
    const shown = (withdrawn_at: Date | null) =>
      connection.db.updateTable('all_issues').set({ withdrawn_at }).where('id', '=', issue.id).execute()
    await shown(new Date())
    await runSavedSearches(api.ctx)
    await shown(null)
    await runSavedSearches(later(1))
    await send()
    expect(recipients()).toEqual([mail.email])
  })

  test('ends by one click of the mail program', async () => {
    const { id } = await reader(['Igel'])
    await newIssue({ pages: ['Ein Igel'] })
    await runSavedSearches(api.ctx)
    await send()
    const address = /<([^>]+)>/.exec(api.mails[0]!.headers!['List-Unsubscribe']!)![1]!
    const { pathname } = new URL(address)
    expect((await api.ask(pathname)).headers.get('location')).toContain('/user/searches/unsubscribe?token=')
    expect((await api.ask(pathname, { form: { 'List-Unsubscribe': 'One-Click' } })).status).toBe(200)
    const kinds = await connection.db.selectFrom('consents').select(['kind', 'given']).where('account_id', '=', id).execute()
    expect(kinds).toEqual([{ kind: 'saved-searches', given: false }])
  })

  test('is sent once, wherever the server is killed', async () => {
    const program = fileURLToPath(new URL('./testing/search-process.ts', import.meta.url))
    const readers = [await reader(['Biber', 'Fluss']), await reader(['Biber'])]
    await newIssue({ pages: ['Der Biber am Fluss'] })
    let killed = 0
    for (let step = 1; ; step += 3) {
      const process = fork(program, [connection.url, String(step)], { execArgv: [] })
      const [, signal] = await once(process, 'exit')
      if (signal !== 'SIGKILL') break
      killed++
    }
    expect(killed).toBeGreaterThan(3)
    await runSavedSearches(api.ctx)
    await send()
    expect(recipients()).toEqual(readers.map(({ email }) => email).sort())
  })

  test('leaves out a search that takes too long, and no other', async () => {
    const [slow, quick] = [await reader(['Marder']), await reader(['Dachs'])]
    await newIssue({ pages: ['Dachs und Marder'] })
    // Storing the hit waits for a lock, which simulates a search that reads every page.
    await connection.db.transaction().execute(async (trx) => {
      await trx.selectFrom('saved_searches').select('id').where('account_id', '=', slow.id).forUpdate().execute()
      await runSavedSearches(api.ctx, { timeoutMs: 500 })
    })
    await send()
    expect(recipients()).toEqual([quick.email])
    const runs = await connection.db.selectFrom('saved_search_runs').select('finished_at').execute()
    expect(runs).toEqual([{ finished_at: expect.any(Date) }])
  })

  test('thousands of equal searches are run once, in batches', async () => {
    const account = await createAccount(connection.db)
    await sql`insert into saved_searches (account_id, query, created_at)
      select ${account.id}, 'wort' || n, ${dayBefore()} from generate_series(1, 1203) n`.execute(connection.db)
    await reader(['WORT1203'])
    await newIssue({ pages: ['wort7 wort600 wort1203'] })
    await runSavedSearches(api.ctx)
    expect(await connection.db.selectFrom('saved_search_hits').select('page').execute()).toHaveLength(4)
  })
})

describe('saved searches', () => {
  const of = async (account: { id: number }) => signedIn(connection.db, account as never)

  test('are saved once, listed and removed', async () => {
    const title = await createTitle(connection.db, { key: 'bergblick', name: 'Bergblick' })
    await createIssue(connection.db, { title })
    const headers = await of(await createAccount(connection.db))
    for (const form of [{ q: 'Wald' }, { q: ' wald ' }, { q: 'Wald', title: 'bergblick', language: 'de' }])
      expect((await api.ask('user/searches', { form, headers })).status).toBe(204)
    const list = async () => (await api.answer(savedSearches, 'user/searches', { headers })).searches
    expect((await list()).map(({ q, title, language }) => [q, title?.key, language])).toEqual([
      ['Wald', 'bergblick', 'de'],
      ['Wald', undefined, null],
    ])
    const { id } = (await list())[0]!
    expect(
      (await api.ask(`user/searches/${id}`, { method: 'DELETE', headers: await of(await createAccount(connection.db)) })).status,
    ).toBe(404)
    expect((await api.ask(`user/searches/${id}`, { method: 'DELETE', headers })).status).toBe(204)
    expect(await list()).toHaveLength(1)
  })

  test.each([
    [{ q: '-Wald' }, 'wrong_input', 'q'],
    [{ q: '…' }, 'wrong_input', 'q'],
    [{ q: 'Wald', title: 'gibt-es-nicht' }, 'not_found', 'title'],
  ])('%o is rejected', async (form, code, field) => {
    const headers = await of(await createAccount(connection.db))
    expect(await api.errorOf('user/searches', { form: form as Record<string, string>, headers })).toMatchObject({ code, field })
  })

  test('are limited for each account, also for requests at once; nothing changes at the limit', async () => {
    const account = await createAccount(connection.db)
    const headers = await of(account)
    for (let n = 1; n < MOST_SAVED_SEARCHES; n++)
      await connection.db
        .insertInto('saved_searches')
        .values({ account_id: account.id, query: `w${n}`, created_at: new Date() })
        .execute()
    const statuses = await Promise.all(
      ['a', 'b', 'c'].map(async (q) => (await api.ask('user/searches', { form: { q }, headers })).status),
    )
    expect(statuses.sort()).toEqual([204, 409, 409])
    expect((await api.answer(savedSearches, 'user/searches', { headers })).searches).toHaveLength(MOST_SAVED_SEARCHES)
  })
})
