import { ApiError } from '@kiosk/domain/errors'
import type { TitleFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { sql, type Updateable } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Titles } from '../../db/schema.ts'

/** The column of each field; `categories` have their own table. */
export const TITLE_COLUMNS = {
  name: 'name',
  kind: 'kind',
  language: 'language',
  publisherId: 'publisher_id',
  issn: 'issn',
  frequency: 'frequency',
  country: 'country',
  place: 'place',
  description: 'description',
  ageRating: 'age_rating',
  shownIn: 'shown_in',
  categories: 'categories',
  editionOf: 'edition_of',
  supplementOf: 'supplement_of',
  offersEpub: 'offers_epub',
} as const satisfies Record<keyof TitleFields, keyof Updateable<Titles> | 'categories'>

/** Returns id, fields and publisher of a title by its key. `lock`: waits for other changes, including those of imports. */
export async function titleByKey(db: Database, key: string, lock = false) {
  const row = await db
    .selectFrom('titles')
    .selectAll()
    .where('key', '=', key)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found', 'key')
  const { rows } = await sql<{
    categories: string[]
    editionOf: string | null
    supplementOf: string | null
    publisher: string | null
  }>`
    select array(select c.uid from title_categories join categories c on c.id = category_id
        where title_id = ${row.id} order by c.position, c.id) as categories,
      (select key from titles where id = ${row.edition_of}) as "editionOf",
      (select key from titles where id = ${row.supplement_of}) as "supplementOf",
      (select name from publishers where id = ${row.publisher_id}) as publisher`.execute(db)
  const { categories, editionOf, supplementOf, publisher } = rows[0]!
  const fields: TitleFields = {
    name: row.name,
    kind: row.kind as TitleFields['kind'],
    language: row.language,
    publisherId: row.publisher_id,
    issn: row.issn,
    frequency: row.frequency as TitleFields['frequency'],
    country: row.country,
    place: row.place,
    description: row.description,
    ageRating: row.age_rating as TitleFields['ageRating'],
    shownIn: row.shown_in,
    categories,
    editionOf,
    supplementOf,
    offersEpub: row.offers_epub,
  }
  return { id: row.id, key, fields, publisher, deskFields: row.desk_fields, availableUntil: row.available_until }
}

export const titleSubject = (key: string, name: string) => ({ kind: 'title', id: key, name })

/** Returns the plans chosen for a title, in order; null = those of its kind. */
export async function plansOfTitle(db: Database, titleId: number): Promise<number[] | null> {
  const rows = await db.selectFrom('title_plans').select('plan_id').where('title_id', '=', titleId).orderBy('plan_id').execute()
  return rows.length > 0 ? rows.map(({ plan_id }) => plan_id) : null
}
