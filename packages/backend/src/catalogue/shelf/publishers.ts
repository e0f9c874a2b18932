import { ApiError } from '@kiosk/domain/errors'
import { SHELF_ROWS } from '@kiosk/domain/staff/limits'
import type { Publisher, PublisherFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { sql } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { ChangeContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import { changedFields, type SomeOf } from './changed-fields.ts'

const columns = ['name', 'address', 'contact', 'email', 'phone', 'website'] as const

/** Returns the id of the publisher with this name, in any case; creates it if there is none. */
export async function publisherNamed(db: Database, name: string, demonstration: boolean): Promise<number> {
  const byName = () =>
    db.selectFrom('publishers').select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()
  const known = await byName()
  if (known) return known.id
  const made = await db
    .insertInto('publishers')
    .values({ name, demonstration })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another import has just created it.
  return (made ?? (await byName())!).id
}

/** Finds publishers by words of their name, by name. `after`: id of the last one of the page before. */
export async function findPublishers(
  db: Database,
  { search, after }: { search: string; after?: number | undefined },
): Promise<{ publishers: Publisher[]; more: boolean }> {
  const words = search.split(/\s+/).filter(Boolean)
  const rows = await words
    .reduce(
      (query, word) => query.where(sql<boolean>`position(plain(${word}) in plain(concat_ws(' ', name, contact))) > 0`),
      db.selectFrom('publishers').select(['id', ...columns]),
    )
    .select((publisher) =>
      publisher
        .selectFrom('titles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('publisher_id', '=', 'publishers.id')
        .as('titles'),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(lower(name), id) > (select lower(p.name), p.id from publishers p where p.id = ${after})`),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(SHELF_ROWS + 1)
    .execute()
  return {
    publishers: rows.slice(0, SHELF_ROWS).map((row) => ({ ...row, titles: Number(row.titles) })),
    more: rows.length > SHELF_ROWS,
  }
}

/** Creates a publisher. @throws ApiError publisher_name_taken */
export function createPublisher({ db, now, actor }: ChangeContext, fields: PublisherFields): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('publishers')
      .values({ ...fields, created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new ApiError('publisher_name_taken', 'name')
    await recordAudit(trx, actor, now(), {
      action: 'publisher.created',
      subject: { kind: 'publisher', id: made.id, name: fields.name },
      after: withoutContact(fields),
    })
    return made.id
  })
}

/** Changes a publisher; omitted fields stay. @throws ApiError not_found, publisher_name_taken */
export async function changePublisher(
  { db, now, actor }: ChangeContext,
  id: number,
  changes: SomeOf<PublisherFields>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const current = await trx.selectFrom('publishers').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!current) throw new ApiError('not_found', 'id')
    const { before, after } = changedFields<PublisherFields>(current, { changes })
    if (Object.keys(after).length === 0) return
    if (after.name !== undefined && (await isTaken(trx, after.name, id))) throw new ApiError('publisher_name_taken', 'name')
    await trx.updateTable('publishers').set(after).where('id', '=', id).execute()
    await recordAudit(trx, actor, now(), {
      action: 'publisher.changed',
      subject: { kind: 'publisher', id, name: after.name ?? current.name },
      before: withoutContact(before),
      after: withoutContact(after),
    })
  })
}

/** Removes a publisher without titles. @throws ApiError not_found, publisher_has_titles */
export async function removePublisher({ db, now, actor }: ChangeContext, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('publishers').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!known) throw new ApiError('not_found', 'id')
    const title = await trx.selectFrom('titles').select('id').where('publisher_id', '=', id).limit(1).executeTakeFirst()
    if (title) throw new ApiError('publisher_has_titles')
    await trx.deleteFrom('publishers').where('id', '=', id).execute()
    const subject = { kind: 'publisher', id, name: known.name }
    await recordAudit(trx, actor, now(), { action: 'publisher.removed', subject, before: { name: known.name } })
  })
}

async function isTaken(trx: Database, name: string, except: number): Promise<boolean> {
  const other = await trx
    .selectFrom('publishers')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '!=', except)
    .executeTakeFirst()
  return other !== undefined
}

/** The log keeps no personal data: for the contact, it records only that it has changed. */
function withoutContact(fields: Partial<PublisherFields>): Record<string, unknown> {
  const personal = ['contact', 'email', 'phone']
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (personal.includes(name) ? (value ? [[name, '…']] : []) : [[name, value]])),
  )
}
