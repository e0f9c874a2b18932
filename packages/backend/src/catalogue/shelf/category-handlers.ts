import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@kiosk/domain/errors'
import { languages } from '@kiosk/domain/locale'
import * as declared from '@kiosk/domain/staff/category-endpoints'
import { sql, type Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Database } from '../../db/connect.ts'
import type { DB } from '../../db/schema.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'

type CategoryRow = declared.CategoryRow & { id: number }

export const list = defineDeskHandler(declared.deskCategories, async ({ ctx }) => ({
  categories: (await readCategories(ctx.db)).map(({ id: _id, ...category }) => category),
}))

export const add = defineDeskHandler(declared.addCategory, async ({ ctx, actor, input: { uid, names } }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const known = await lockCategories(trx)
    if (known.some((each) => each.uid === uid)) throw new ApiError('category_key_taken', 'uid')
    requireFree(names, known)
    await trx
      .insertInto('categories')
      .values({ uid, names: JSON.stringify(names), position: sql`(select coalesce(max(position), 0) + 1 from categories)` })
      .execute()
    await recordAudit(trx, actor, ctx.now(), { action: 'category.added', subject: subjectOf({ uid, names }), after: names })
  })
  return undefined
})

export const rename = defineDeskHandler(declared.renameCategory, async ({ ctx, actor, input: { uid, names, before } }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const known = await lockCategories(trx)
    const category = categoryIn(known, uid)
    if (!isDeepStrictEqual(category.names, before)) throw new ApiError('changed_meanwhile')
    if (isDeepStrictEqual(names, before)) return
    requireFree(
      names,
      known.filter((each) => each !== category),
    )
    await trx
      .updateTable('categories')
      .set({ names: JSON.stringify(names) })
      .where('id', '=', category.id)
      .execute()
    await recordAudit(trx, actor, ctx.now(), {
      action: 'category.renamed',
      subject: subjectOf({ uid, names }),
      before,
      after: names,
    })
  })
  return undefined
})

export const order = defineDeskHandler(declared.orderCategories, async ({ ctx, actor, input: { uids, before } }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const known = (await lockCategories(trx)).map(({ uid }) => uid)
    if (!isDeepStrictEqual(known, before)) throw new ApiError('changed_meanwhile')
    if (!isDeepStrictEqual([...uids].sort(), [...known].sort())) throw new ApiError('wrong_input', 'uids')
    if (isDeepStrictEqual(uids, known)) return
    await sql`update categories set position = o.position
      from unnest(${uids}::text[]) with ordinality as o (uid, position) where o.uid = categories.uid`.execute(trx)
    await recordAudit(trx, actor, ctx.now(), {
      action: 'category.ordered',
      subject: { kind: 'category', id: 'all', name: 'all' },
      before: { order: before },
      after: { order: uids },
    })
  })
  return undefined
})

export const remove = defineDeskHandler(declared.removeCategory, async ({ ctx, actor, input: { uid, moveTo } }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const known = await lockCategories(trx)
    const { id, names, titles, advertisements } = categoryIn(known, uid)
    if (moveTo === uid) throw new ApiError('wrong_input', 'moveTo')
    const target = moveTo === null ? null : categoryIn(known, moveTo, 'moveTo')
    if (known.length === 1) throw new ApiError('category_is_last')
    if (!target && titles + advertisements > 0) throw new ApiError('category_in_use', 'moveTo')
    if (target) {
      await sql`insert into title_categories (title_id, category_id)
        select title_id, ${target.id} from title_categories where category_id = ${id} on conflict do nothing`.execute(trx)
      await sql`update advertisements
        set category_uids = array(select distinct unnest(array_replace(category_uids, ${uid}, ${moveTo})))
        where ${uid} = any(category_uids)`.execute(trx)
    }
    await trx.deleteFrom('categories').where('id', '=', id).execute()
    await recordAudit(trx, actor, ctx.now(), {
      action: 'category.removed',
      subject: subjectOf({ uid, names }),
      before: { ...names, titles, advertisements },
      after: { movedTo: moveTo },
    })
  })
  return undefined
})

/** All categories in their order. */
async function readCategories(db: Database): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow & { names: Partial<CategoryRow['names']> }>`
    select id, uid, names,
      (select count(*)::int from title_categories where category_id = c.id) as titles,
      (select count(*)::int from advertisements where c.uid = any(category_uids)) as advertisements
    from categories c order by position, id`.execute(db)
  return rows.map(({ names: { de = '', en = '', fr = '' }, ...row }) => ({ ...row, names: { de, en, fr } }))
}

/** Locks all categories until the end of the transaction, so that neither changes nor new titles of a category interfere. */
async function lockCategories(trx: Transaction<DB>): Promise<CategoryRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('categories'))`.execute(trx)
  await sql`select from categories order by id for update`.execute(trx)
  return readCategories(trx)
}

/** @throws ApiError not_found */
function categoryIn(known: readonly CategoryRow[], uid: string, field = 'uid'): CategoryRow {
  const category = known.find((each) => each.uid === uid)
  if (!category) throw new ApiError('not_found', field)
  return category
}

/** @throws ApiError category_name_taken */
function requireFree(names: declared.CategoryNames, others: readonly CategoryRow[]): void {
  for (const language of languages) {
    const name = names[language].toLowerCase()
    if (others.some((each) => each.names[language].toLowerCase() === name))
      throw new ApiError('category_name_taken', `names.${language}`)
  }
}

const subjectOf = ({ uid, names }: Pick<CategoryRow, 'uid' | 'names'>) => ({ kind: 'category', id: uid, name: names.de })
