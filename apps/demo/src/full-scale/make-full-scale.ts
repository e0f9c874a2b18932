import { Worker } from 'node:worker_threads'
import { type Files, issueFolder } from '@kiosk/backend/adapters/storage/port'
import type { Actor } from '@kiosk/backend/audit/actor'
import { recordAudit } from '@kiosk/backend/audit/record-audit'
import type { Connection } from '@kiosk/backend/db/connect'
import { createClient } from '@kiosk/backend/db/connections'
import { COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import { MINUTE_MS } from '@kiosk/domain/time'
import type pg from 'pg'
import sharp from 'sharp'
import { DEMONSTRATION } from '../fill.ts'
import { palettes } from '../pictures/palettes.ts'
import { renderPicture, type SceneName, scenes } from '../pictures/render.ts'
import { random } from '../seeded-random.ts'
import type { BatchDone, MissingIssue, WorkerInput } from './issue-worker.ts'
import { insertReaders, readersFor } from './readers.ts'
import { sizeLine } from './size.ts'
import { titleNames } from './title-names.ts'
import { LANGUAGES, type Language, vocabulary } from './vocabulary.ts'

const TITLES = 800
/** Pages of an issue. */
const PAGES = { least: 32, most: 96, step: 4 }
const COVERS = 60
const THREADS = 2
const ISSUES_PER_BATCH = 5
const REPORT_MS = 10_000
const COVER = { width: 420, height: 560 }

/**
 * Creates a full-scale newsstand for benchmarks: titles, issues, pages and articles with text, readers and what they have read, but no
 * PDFs. After an interruption, the same call continues.
 * @param titlesFile table of real titles; none = all are invented
 */
export async function makeFullScale(options: {
  connection: Connection
  files: Files
  issues: number
  titlesFile?: string | undefined
  /** False: the indexes of the search in pages, which take most of the time, are not created. */
  searchIndexes?: boolean
  report: (line: string) => void
  /** For the audit log: one entry for the whole run. */
  actor?: Actor | undefined
}): Promise<void> {
  const { connection, files, issues, searchIndexes = true, report } = options
  const client = createClient({ url: connection.ownerUrl, name: 'full scale' })
  await client.connect()
  try {
    const chance = random('full scale')
    await client.query('set synchronous_commit = off')
    await insertTitles(client, titleNames(TITLES, chance, options.titlesFile))
    const steps = [
      await insertIssues(connection.ownerUrl, client, issues, report),
      searchIndexes && (await createIndexes(connection.ownerUrl, client, report)),
      await drawCovers(client, files),
      await insertReaders(client, readersFor(issues), (all) => progress(all, 'readers', report)),
    ]
    const isChanged = steps.some(Boolean)
    if (isChanged) await client.query('vacuum analyze')
    report(await sizeLine(client))
    if (!isChanged) return
    await connection.db.transaction().execute((trx) =>
      recordAudit(trx, options.actor, new Date(), {
        action: 'demonstration.filled',
        subject: DEMONSTRATION,
        after: { issues },
      }),
    )
  } finally {
    await client.end()
  }
}

async function insertTitles(client: pg.Client, titles: ReturnType<typeof titleNames>): Promise<void> {
  await client.query(
    `insert into publishers (name, demonstration)
     select distinct on (lower(e.title ->> 'publisher')) e.title ->> 'publisher', true from jsonb_array_elements($1::jsonb) as e(title)
     on conflict do nothing`,
    [JSON.stringify(titles)],
  )
  await client.query(
    `insert into titles (key, name, kind, language, publisher_id, frequency, country, description, demonstration)
     select 'full-' || n, t.name, t.kind, t.language, (select id from publishers where lower(name) = lower(t.publisher)),
       case when t.kind = 'newspaper' then 'daily' else 'monthly' end, t.country, t.name, true
     from jsonb_array_elements($1::jsonb) with ordinality as e(title, n),
       jsonb_to_record(e.title) as t(name text, kind text, language text, publisher text, country text)
     on conflict (key) do nothing`,
    [JSON.stringify(titles)],
  )
  await client.query(
    `insert into title_categories (title_id, category_id)
     select t.id, c.id from titles t join (select id, row_number() over (order by position) - 1 as n, count(*) over () as many from categories) c
       on c.n = t.id % c.many where t.key like 'full-%' on conflict do nothing`,
  )
  await client.query("insert into content_sets (key) values ('web_at'), ('web_de'), ('web_ch') on conflict do nothing")
  await client.query(
    `insert into content_set_entries (set_key, position, title_id)
     select s.key, t.n, t.id from content_sets s, (select id, row_number() over (order by id) as n from titles where key like 'full-%') t
     where t.n <= 20 on conflict do nothing`,
  )
}

/** The issues that are not there yet, spread evenly over the titles: one a week, backwards from a last day that differs by title. */
async function missingIssues(client: pg.Client, issues: number): Promise<MissingIssue[]> {
  const { rows } = await client.query<MissingIssue>(
    `select * from (
       select 'f' || lpad(t.n::text, 4, '0') || lpad(i::text, 5, '0') as uid, t.id as title_id, 'Nr. ' || (10000 - i) as name,
         (10000 - i)::text as number, to_char(current_date - (i * 7 + t.n % 7)::integer, 'YYYY-MM-DD') as issue_date, t.language,
         $2::integer + (hashint8(t.n * 10000 + i) & 2147483647) % ($4::integer - $2::integer + $3::integer) / $3::integer * $3::integer as page_count, hashint8(t.n * 10000 + i) as seed,
         $5::integer as cover_width, $6::integer as cover_height,
         '#' || lpad(to_hex((t.n * 7919 % 128 + 96) * 65536 + (t.n * 104729 % 128 + 96) * 256 + t.n * 1299709 % 128 + 64), 6, '0') as cover_colour
       from (select id, language, row_number() over (order by id) as n, count(*) over () as many from titles where key like 'full-%') t,
         lateral generate_series(0, ($1::integer / t.many)::integer - 1 + (t.n <= $1::integer % t.many)::integer) i
     ) planned
     where not exists (select from all_issues known where known.uid = planned.uid) order by issue_date, uid`,
    [issues, PAGES.least, PAGES.step, PAGES.most, COVER.width, COVER.height],
  )
  return rows
}

/** Draws a few dozen covers and stores one with the newest issue of every title. Older issues have none. */
async function drawCovers(client: pg.Client, files: Files): Promise<boolean> {
  const { rows } = await client.query<{ uid: string }>(
    `select distinct on (title_id) uid from issues where uid like 'f%' order by title_id, issue_date desc`,
  )
  // It is written last.
  const last = rows.at(-1)
  if (!last || (await files.size(`${issueFolder(last.uid, 1)}cover.webp`)) !== null) return false
  const [names, lights] = [Object.keys(scenes) as SceneName[], Object.values(palettes)]
  const covers: { height: number; cover: Buffer }[][] = []
  for (let at = 0; at < Math.min(COVERS, rows.length); at++) {
    const { jpeg } = await renderPicture(
      names[at % names.length]!,
      `full scale ${at}`,
      at,
      lights[(at * 5) % lights.length]!,
      COVER.width,
      COVER.height,
    )
    const sizes = COVER_HEIGHTS_PIXELS.map(async (height) => ({
      height,
      cover: await sharp(jpeg).resize({ height }).webp({ effort: 0 }).toBuffer(),
    }))
    covers.push(await Promise.all(sizes))
  }
  for (const [at, { uid }] of rows.entries()) {
    const folder = issueFolder(uid, 1)
    const sizes = covers[at % covers.length]!
    for (const { height, cover } of sizes) await files.write(`${folder}cover-${height}.webp`, cover)
    await files.write(`${folder}cover.webp`, sizes.at(-1)!.cover)
  }
  return true
}

/** Words of a language as the search index has them; '' = a stop word. */
async function lexemesOf(client: pg.Client, language: Language): Promise<string[]> {
  const { rows } = await client.query<{ lexeme: string }>(
    `select coalesce((tsvector_to_array(to_tsvector(search_language($1), word)))[1], '') as lexeme
     from unnest($2::text[]) with ordinality as words (word, place) order by place`,
    [language, vocabulary(language).words],
  )
  return rows.map(({ lexeme }) => lexeme)
}

/**
 * Inserts the missing issues, in threads. The indexes for search are created afterwards, which is faster; the stems of the whole vocabulary
 * are known at once. Both are restored when the command has ended: after an interruption, it must be run again.
 */
async function insertIssues(url: string, client: pg.Client, issues: number, report: (line: string) => void): Promise<boolean> {
  const missing = await missingIssues(client, issues)
  if (missing.length === 0) return false
  const lexemes = {} as WorkerInput['lexemes']
  for (const language of LANGUAGES) lexemes[language] = await lexemesOf(client, language)
  await client.query('alter table pages disable trigger pages_noted')
  await client.query(
    `insert into search_stems select distinct stem from unnest($1::text[]) word (stem)
     where stem ~ '^[[:alpha:]]{3,30}$' and not exists (select from search_stems known where known.stem = word.stem) on conflict do nothing`,
    [Object.values(lexemes).flat()],
  )
  // For a few pages, adding to an index is cheaper than building it again.
  if (missing.length > issues / 20) await client.query('drop index if exists pages_search, pages_terms')
  const rest = progress(
    missing.reduce((sum, { page_count }) => sum + page_count, 0),
    'pages',
    report,
  )
  await Promise.all(Array.from({ length: THREADS }, () => insertInThread({ url, lexemes }, missing, rest)))
  return true
}

/** Takes batches from `missing` until there are none, from its end: the newest issues first. */
function insertInThread(workerData: WorkerInput, missing: MissingIssue[], onDone: (pages: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./issue-worker.ts', import.meta.url), { workerData })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
    worker.on('message', ({ pages }: BatchDone) => {
      onDone(pages)
      const batch = missing.splice(-ISSUES_PER_BATCH)
      worker.postMessage(batch.length > 0 ? batch : null)
    })
  })
}

/** Creates the search indexes that are missing, and reports how much of each is done. */
async function createIndexes(url: string, client: pg.Client, report: (line: string) => void): Promise<boolean> {
  let isCreated = false
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const [name, indexed] of [
    ['pages_search', 'search'],
    ['pages_terms', 'page_terms(text, search)'],
  ]) {
    const { rows } = await client.query('select from pg_class where oid = to_regclass($1)', [name])
    if (rows.length > 0) continue
    isCreated = true
    report(`Creating the index ${name} …`)
    const watching = await watchIndex(url, report)
    try {
      await client.query(`create index ${name} on pages using gin (${indexed}) with (fastupdate = off)`)
    } finally {
      await watching.end()
    }
  }
  await client.query('alter table pages enable trigger pages_noted')
  return isCreated
}

async function watchIndex(url: string, report: (line: string) => void): Promise<{ end(): Promise<void> }> {
  const client = createClient({ url, name: 'full scale' })
  await client.connect()
  let onDone: ((blocks: number) => void) | undefined
  let counted = 0
  let asking = Promise.resolve()
  const ask = async () => {
    const { rows } = await client.query<{ done: number; all: number }>(
      'select blocks_done as done, blocks_total as all from pg_stat_progress_create_index where blocks_total > 0',
    )
    if (!rows[0]) return
    onDone ??= progress(rows[0].all, 'blocks of the table', report)
    onDone(rows[0].done - counted)
    counted = rows[0].done
  }
  const timer = setInterval(() => {
    asking = asking.then(ask)
  }, REPORT_MS)
  return {
    async end() {
      clearInterval(timer)
      await asking
      await client.end()
    },
  }
}

/** Returns a function that counts what is done, and reports now and then when all of it should be. */
function progress(all: number, what: string, report: (line: string) => void): (done: number) => void {
  const began = Date.now()
  let [count, reportedAt] = [0, began]
  const number = new Intl.NumberFormat('en')
  return (done) => {
    count += done
    const now = Date.now()
    if (now - reportedAt < REPORT_MS || count === 0) return
    reportedAt = now
    const restMs = ((now - began) / count) * (all - count)
    report(`  ${number.format(count)} of ${number.format(all)} ${what}, about ${Math.ceil(restMs / MINUTE_MS)} min for the rest`)
  }
}
