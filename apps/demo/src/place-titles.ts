import { publisherNamed } from '@kiosk/backend/catalogue/shelf/publishers'
import type { Database } from '@kiosk/backend/db/connect'
import { addDays } from '@kiosk/domain/day'
import { type Title, withCheckDigit } from './titles/title.ts'

/** Adds the titles to the catalogue, before their issues. An edition or supplement must follow its main title in the list. */
export async function placeTitles(db: Database, titles: readonly Title[], today: string): Promise<void> {
  const categories = new Map((await db.selectFrom('categories').select(['id', 'uid']).execute()).map(({ id, uid }) => [uid, id]))
  const idOf = new Map<string, number>()
  for (const title of titles) {
    const { id } = await db
      .insertInto('titles')
      .values({
        key: title.key,
        name: title.name,
        kind: title.kind,
        language: title.language,
        publisher_id: await publisherNamed(db, title.publisher, true),
        issn: title.issn ? withCheckDigit(title.issn) : null,
        frequency: title.frequency,
        country: title.country,
        place: title.place,
        description: title.description,
        age_rating: title.ageRating ?? 0,
        shown_in: title.shownIn ? [...title.shownIn] : null,
        available_until: title.availableDays ? addDays(today, title.availableDays) : null,
        edition_of: title.editionOf ? (idOf.get(title.editionOf) ?? null) : null,
        supplement_of: title.supplementOf ? (idOf.get(title.supplementOf) ?? null) : null,
        demonstration: true,
      })
      // An existing title is not changed; the empty update makes the statement return its row.
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: title.key }))
      .returning('id')
      .executeTakeFirstOrThrow()
    idOf.set(title.key, id)
    const named = [title.subject, ...(title.alsoIn ?? [])].flatMap((subject) => categories.get(subject) ?? [])
    const shelves = named.length > 0 ? named : [...categories.values()].slice(0, 1)
    await db
      .insertInto('title_categories')
      .values(shelves.map((category_id) => ({ title_id: id, category_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
