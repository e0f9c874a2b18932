import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pagesHolding } from '@kiosk/backend/catalogue/search/full-text'
import { testDatabase } from '@kiosk/backend/db/testing/database'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

const KIOSK = fileURLToPath(new URL('./kiosk.ts', import.meta.url))
const ISSUES = 6
/** Sends the whole vocabulary through the search configurations twice. */
const TIMEOUT_MS = 300_000

test(
  'a full-scale newsstand that was interrupted is continued, and is as if its issues had been imported',
  async () => {
    const { db, ownerUrl, close } = await testDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'full-scale-'))
    onTestFinished(async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    })
    const demo = () => {
      const child = spawn(process.execPath, [KIOSK, 'demo', '--issues', String(ISSUES)], {
        env: { ...process.env, DATA_DIR: folder, DATABASE_URL: ownerUrl },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      child.stdout.on('data', (text) => (output += text))
      child.stderr.on('data', (text) => (output += text))
      return { child, ended: new Promise<string>((resolve) => child.on('exit', (code) => resolve(`${output}exit ${code}`))) }
    }
    const issues = () => db.selectFrom('all_issues').select(['id', 'uid', 'page_count']).orderBy('id').execute()

    const { child, ended } = demo()
    while (child.exitCode === null && (await issues()).length === 0) await pause(10)
    child.kill('SIGKILL')
    await ended
    const before = await issues()
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThan(ISSUES)

    const continued = await demo().ended
    expect(continued).toMatch(/6 issues with .* on the disk .* KB per issue\nexit 0$/)
    const all = await issues()
    expect(all).toEqual(expect.arrayContaining(before))
    expect(all.length).toBe(ISSUES)
    const counts = all.map(({ page_count }) => page_count)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(32)
    expect(Math.max(...counts)).toBeLessThanOrEqual(96)

    const { rows } = await sql<Record<string, number>>`select
    (select count(*) from pages) as pages,
    (select count(*) from pages p join issues i on i.id = issue_id where search <> to_tsvector(search_language(i.language), text)) as otherwise_indexed,
    (select count(*) from pages where octet_length(text) not between 2000 and 6100) as of_other_size,
    (select count(*) from articles where last_page < first_page or html not like '<p>%</p>' or jsonb_array_length(regions) <> 2 * (last_page - first_page + 1)) as broken_articles,
    (select count(distinct issue_id) from articles) as with_articles,
    (select count(*) from pg_index where indrelid = 'pages'::regclass and indisvalid) as indexes,
    (select count(*) from pg_trigger where tgrelid = 'pages'::regclass and tgenabled = 'D') as triggers_off,
    (select count(*) from accounts) as readers,
    (select count(*) from subscriptions where state = 'active') as subscriptions,
    (select count(*) from readings where at > now() - interval '91 days') as events,
    (select count(*) from (select from pages, unnest(search) where number = 1 and lexeme ~ '^[[:alpha:]]{3,30}$'
      and not exists (select from search_stems where stem = lexeme))) as unknown_stems`.execute(db)
    const sizes = rows[0]!
    expect(sizes.pages).toBe(counts.reduce((sum, each) => sum + each, 0))
    const none = { otherwise_indexed: 0, of_other_size: 0, broken_articles: 0, triggers_off: 0, unknown_stems: 0 }
    expect(sizes).toMatchObject({ ...none, with_articles: ISSUES, indexes: 3, readers: 16 })
    expect(sizes.subscriptions).toBeGreaterThan(4)
    expect(sizes.events).toBeGreaterThan(100)

    // A search finds the headline of an article.
    const article = await db.selectFrom('articles').selectAll().orderBy('id').limit(1).executeTakeFirstOrThrow()
    const { hits } = await pagesHolding(db, `"${article.headline}"`, [])
    expect(hits).toMatchObject([{ id: article.issue_id, number: article.first_page }])

    // Nothing is missing any more.
    expect((await demo().ended).split('\n')).toEqual([expect.stringMatching(/^6 issues with/), 'exit 0'])
  },
  TIMEOUT_MS,
)
