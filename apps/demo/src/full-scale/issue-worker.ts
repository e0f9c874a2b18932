// Inserts issues with their pages and articles, in a thread: each message is a batch, which is inserted as a whole or not at all.
import { parentPort, workerData } from 'node:worker_threads'
import { createClient } from '@kiosk/backend/db/connections'
import { CopyRows, copyInto } from './copy-rows.ts'
import { ARTICLE_COLUMNS, IssueText, PAGE_COLUMNS } from './issue-text.ts'
import { type Language, vocabulary } from './vocabulary.ts'

export type WorkerInput = { url: string; lexemes: Record<Language, string[]> }
/** A row of `all_issues`; `seed` of its text. */
export type MissingIssue = { uid: string; language: string; page_count: number; seed: number }
export type BatchDone = { pages: number }

const { url, lexemes } = workerData as WorkerInput
const texts = new Map<string, IssueText>()
const client = createClient({ url, name: 'full scale' })
await client.connect()
await client.query('set synchronous_commit = off')

parentPort!.on('message', async (issues: MissingIssue[] | null) => {
  if (issues) parentPort!.postMessage(await insert(issues))
  else {
    parentPort!.close()
    await client.end()
  }
})
parentPort!.postMessage({ pages: 0 } satisfies BatchDone)

async function insert(issues: MissingIssue[]): Promise<BatchDone> {
  const [pages, articles] = [new CopyRows(), new CopyRows()]
  const [pageRows, articleRows]: [Buffer[], Buffer[]] = [[], []]
  const { rows: ids } = await client.query<{ id: number }>(
    "select nextval(pg_get_serial_sequence('all_issues', 'id')) as id from generate_series(1, $1)",
    [issues.length],
  )
  const rows = issues.map((issue, at) => {
    const id = ids[at]!.id
    const outline = textOf(issue.language).write({ id, pageCount: issue.page_count, seed: issue.seed }, { pages, articles })
    pageRows.push(pages.take())
    articleRows.push(articles.take())
    return { ...issue, id, outline, headline: outline.find(({ level }) => level === 2)?.headline ?? '' }
  })
  await client.query('begin')
  await client.query(
    `insert into all_issues (id, uid, title_id, name, number, issue_date, language, headline, description, page_count, outline,
       cover_width, cover_height, cover_colour, demonstration) overriding system value
     select id, uid, title_id, name, number, issue_date, language, headline, name, page_count, outline, cover_width, cover_height,
       cover_colour, true
     from jsonb_to_recordset($1) as issue (id bigint, uid text, title_id bigint, name text, number text, issue_date date, language text,
       headline text, page_count integer, outline jsonb, cover_width integer, cover_height integer, cover_colour text)`,
    [JSON.stringify(rows)],
  )
  await copyInto(client, PAGE_COLUMNS, pageRows)
  await copyInto(client, ARTICLE_COLUMNS, articleRows)
  await client.query('commit')
  return { pages: issues.reduce((sum, { page_count }) => sum + page_count, 0) }
}

function textOf(of: string): IssueText {
  const language = of === 'en' || of === 'fr' ? of : 'de'
  const known = texts.get(language) ?? new IssueText(vocabulary(language), lexemes[language])
  texts.set(language, known)
  return known
}
