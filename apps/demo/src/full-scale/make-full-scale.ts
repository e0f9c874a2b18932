import { type Files, issueFolder } from '@kiosk/backend/adapters/storage/port'
import type { Actor } from '@kiosk/backend/audit/actor'
import { recordAudit } from '@kiosk/backend/audit/record-audit'
import type { Connection } from '@kiosk/backend/db/connect'
import { createClient } from '@kiosk/backend/db/connections'
import { COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import type pg from 'pg'
import sharp from 'sharp'
import { DEMONSTRATION } from '../fill.ts'
import { palettes } from '../pictures/palettes.ts'
import { renderPicture, type SceneName, scenes } from '../pictures/render.ts'
import { random } from '../seeded-random.ts'
import { titleNames } from './title-names.ts'
import { paragraphs, vocabulary } from './vocabulary.ts'

const TITLES = 800
const PAGES_PER_ISSUE = 8
const COVERS = 60
const WORDS = 30_000
const PARAGRAPHS = 6_000
const WORDS_PER_PARAGRAPH = 30
const COVER = { width: 420, height: 560 }

/**
 * Creates a full-scale catalogue for benchmarks: titles, issues and pages with text, but no PDFs.
 * @param titlesFile table of real titles; ignored if it does not exist
 */
export async function makeFullScale(options: {
  connection: Connection
  files: Files
  issues: number
  titlesFile?: string | undefined
  report: (line: string) => void
  /** For the audit log: one entry for the whole run. */
  actor?: Actor | undefined
}): Promise<void> {
  const { connection, files, issues, report } = options
  const client = createClient({ url: connection.ownerUrl, name: 'full scale' })
  await client.connect()
  try {
    const chance = random('full scale')
    report(`Making ${issues} issues of ${TITLES} titles …`)
    await client.query('set synchronous_commit = off')
    await insertTitles(client, titleNames(TITLES, chance, options.titlesFile))
    await insertIssues(client, issues)
    report('Drawing covers …')
    await drawCovers(client, files)
    await insertParagraphs(client, chance)
    report(`Setting ${issues * PAGES_PER_ISSUE} pages …`)
    await insertPages(connection.ownerUrl, client)
    await client.query('vacuum analyze')
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

/** Inserts the issues, spread evenly over the titles: one a week, backwards from a last day that differs by title. */
async function insertIssues(client: pg.Client, issues: number): Promise<void> {
  await client.query(
    `insert into issues (uid, title_id, name, number, issue_date, language, headline, description, page_count, cover_width, cover_height, cover_colour, demonstration)
     select 'f' || lpad(t.n::text, 4, '0') || lpad(i::text, 5, '0'), t.id, 'Nr. ' || (10000 - i), (10000 - i)::text,
       date '2026-11-20' - (i * 7 + t.n % 7)::int, t.language, 'Nr. ' || (10000 - i) || ': ' || t.name, t.name, $2, $3, $4,
       '#' || lpad(to_hex((t.n * 7919 % 128 + 96) * 65536 + (t.n * 104729 % 128 + 96) * 256 + t.n * 1299709 % 128 + 64), 6, '0'), true
     from (select id, language, name, row_number() over (order by id) as n, count(*) over () as many from titles where key like 'full-%') t,
       lateral generate_series(0, ($1 / t.many)::int - 1 + (t.n <= $1 % t.many)::int) i
     on conflict (uid) do nothing`,
    [issues, PAGES_PER_ISSUE, COVER.width, COVER.height],
  )
}

/** Draws a few dozen covers and stores one with the newest issue of every title. Older issues have none. */
async function drawCovers(client: pg.Client, files: Files): Promise<void> {
  const { rows } = await client.query<{ uid: string }>(
    `select distinct on (title_id) uid from issues where uid like 'f%' order by title_id, issue_date desc`,
  )
  const [names, lights] = [Object.keys(scenes) as SceneName[], Object.values(palettes)]
  const covers: { height: number; cover: Buffer }[][] = []
  for (let at = 0; at < COVERS; at++) {
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
}

async function insertParagraphs(client: pg.Client, chance: ReturnType<typeof random>): Promise<void> {
  await client.query(
    'create unlogged table if not exists full_scale_paragraphs (language text, n integer, text text, primary key (language, n))',
  )
  await client.query('truncate full_scale_paragraphs')
  for (const language of ['de', 'en', 'fr']) {
    const texts = paragraphs(vocabulary(language, WORDS, chance), PARAGRAPHS, WORDS_PER_PARAGRAPH, chance)
    await client.query(
      'insert into full_scale_paragraphs select $1, n - 1, t from unnest($2::text[]) with ordinality as u(t, n)',
      [language, texts],
    )
  }
}

/**
 * Inserts pages of four paragraphs and a word that no other issue has. Two connections insert half the issues each; the search
 * indexes are created afterwards, which is faster.
 */
async function insertPages(url: string, client: pg.Client): Promise<void> {
  await client.query('drop index if exists pages_search, pages_terms')
  await client.query('alter table pages disable trigger pages_noted')
  const half = (part: 0 | 1) =>
    `insert into pages (issue_id, number, width, height, text, search)
     select issue_id, number, 595, 842, text, to_tsvector(search_language(language), text) from (
       select i.id as issue_id, g.page as number, i.language, concat_ws(' ', a.text, b.text, c.text, d.text, 'zeichen' || i.id) as text
       from issues i cross join generate_series(1, ${PAGES_PER_ISSUE}) g(page)
       cross join lateral (select case when i.language in ('en', 'fr') then i.language else 'de' end as l, hashint8(i.id * 64 + g.page) & 2147483647 as h) k
       join full_scale_paragraphs a on a.language = k.l and a.n = k.h % ${PARAGRAPHS}
       join full_scale_paragraphs b on b.language = k.l and b.n = k.h / 7 % ${PARAGRAPHS}
       join full_scale_paragraphs c on c.language = k.l and c.n = k.h / 131 % ${PARAGRAPHS}
       join full_scale_paragraphs d on d.language = k.l and d.n = k.h / 2617 % ${PARAGRAPHS}
       where i.uid like 'f%' and i.id % 2 = ${part} and not exists (select 1 from pages p where p.issue_id = i.id)
     ) made`
  await client.query('analyze all_issues, full_scale_paragraphs')
  const second = createClient({ url, name: 'full scale' })
  await second.connect()
  try {
    await second.query('set synchronous_commit = off')
    await Promise.all([client.query(half(0)), second.query(half(1))])
  } finally {
    await second.end()
  }
  await client.query("set maintenance_work_mem = '1GB'")
  await client.query('create index pages_search on pages using gin (search) with (fastupdate = off)')
  await client.query('create index pages_terms on pages using gin (page_terms(text, search)) with (fastupdate = off)')
  await client.query('alter table pages enable trigger pages_noted')
  await client.query(
    `insert into search_stems select word from ts_stat('select search from pages') where word ~ '^[[:alpha:]]{3,30}$'
     on conflict do nothing`,
  )
  await client.query('drop table full_scale_paragraphs')
}
