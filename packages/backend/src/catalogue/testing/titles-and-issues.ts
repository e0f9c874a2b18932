import { randomBytes } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Categories, Issues, Titles } from '../../db/schema.ts'
import { publisherNamed } from '../shelf/publishers.ts'

// Fixtures for titles and issues: set the fields that matter, defaults fill the rest.

export type BuiltTitle = Selectable<Titles>
export type BuiltIssue = Selectable<Issues> & { key: string }
type TitleValues = Partial<Insertable<Titles>> & {
  /** Uids of categories; missing ones are created. */
  categories?: string[]
  /** Name of its publisher, which is created. */
  publisher?: string
  /** Plan ids of `domain/subscriptions/plans.ts`; 1 = FREE. */
  subscriptions?: number[]
}
type IssueValues = Partial<Omit<Insertable<Issues>, 'title_id'>> & {
  title?: { id: number; key: string; language: string }
  /** Text of each page; sets the page count unless that is given. */
  pages?: string[]
  articles?: { headline: string; html: string; firstPage: number; lastPage: number; byline?: string; language?: string }[]
}

/** Creates a title with a unique key. */
export async function createTitle(db: Database, values: TitleValues = {}): Promise<BuiltTitle> {
  const { categories = [], subscriptions = [], publisher, ...columns } = values
  const mark = randomBytes(5).toString('hex')
  const publisher_id = publisher === undefined ? null : await publisherNamed(db, publisher, false)
  const title = await db
    .insertInto('titles')
    .values({ key: `titel-${mark}`, name: `Titel ${mark}`, kind: 'magazine', language: 'de', publisher_id, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const uid of categories) {
    const category = await createCategory(db, { uid })
    await db.insertInto('title_categories').values({ title_id: title.id, category_id: category.id }).execute()
  }
  for (const plan_id of subscriptions) {
    await db.insertInto('title_plans').values({ title_id: title.id, plan_id }).execute()
  }
  return title
}

/** Creates a category, or returns the existing one with this uid. */
export async function createCategory(db: Database, values: { uid: string; names?: object; position?: number }) {
  const { uid, names = { de: `${uid} (de)`, en: `${uid} (en)`, fr: `${uid} (fr)` }, position = 1 } = values
  return db
    .insertInto('categories')
    .values({ uid, names: JSON.stringify(names), position } as Insertable<Categories>)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ uid }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Creates an issue with its pages and articles, and a title unless one is given. */
export async function createIssue(db: Database, values: IssueValues = {}): Promise<BuiltIssue> {
  const { title: options, pages = ['Seite eins'], articles = [], ...columns } = values
  const title = options ?? (await createTitle(db))
  const language = columns.language ?? title.language
  const issue = await db
    .insertInto('issues')
    .values({
      uid: randomBytes(6).toString('hex'),
      title_id: title.id,
      name: 'Nr. 1',
      issue_date: '2026-11-01',
      language,
      page_count: pages.length,
      cover_width: 840,
      cover_height: 1120,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (pages.length > 0) {
    const rows = pages.map((text, index) => ({
      issue_id: issue.id,
      number: index + 1,
      width: 595,
      height: 842,
      text,
      search: sql<string>`to_tsvector(search_language(${language}), ${text})`,
    }))
    await db.insertInto('pages').values(rows).execute()
  }
  for (const [position, { firstPage, lastPage, ...article }] of articles.entries()) {
    const place = { issue_id: issue.id, position, first_page: firstPage, last_page: lastPage, source: 'sidecar' }
    await db
      .insertInto('articles')
      .values({ ...article, ...place })
      .execute()
  }
  return { ...issue, key: title.key }
}
