import { ApiError } from '@kiosk/domain/errors'
import { TITLE_FIELDS_WITH_REASON, type TitleFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { isNested } from '@kiosk/domain/subscriptions/dearer-plans'
import { sql, type Updateable } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import type { ChangeContext } from '../../context.ts'
import type { Database } from '../../db/connect.ts'
import type { Titles } from '../../db/schema.ts'
import { changedFields, type FieldChange, type SomeOf } from './changed-fields.ts'
import { plansOfTitle, TITLE_COLUMNS, titleByKey, titleSubject } from './title-fields.ts'

type NewTitle = Pick<TitleFields, 'name' | 'kind' | 'language' | 'categories'> & { key: string }

/** Creates a title without issues, which readers do not see yet. @throws ApiError title_key_taken, not_found */
export async function createTitle({ db, now, actor }: ChangeContext, { categories, ...title }: NewTitle): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const desk_fields = ['name', 'kind', 'language', 'categories']
    const made = await trx
      .insertInto('titles')
      .values({ ...title, desk_fields, created_at: now() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new ApiError('title_key_taken', 'key')
    await setCategories(trx, made.id, categories, 'categories')
    await recordAudit(trx, actor, now(), {
      action: 'title.created',
      subject: titleSubject(title.key, title.name),
      after: { ...title, categories },
    })
  })
}

/**
 * Changes fields of a title; imports no longer change them. Returns what changed, so that it can be undone.
 * @throws ApiError not_found, changed_meanwhile, wrong_input
 */
export function changeTitle(
  { db, now, actor }: ChangeContext,
  key: string,
  { changes, before: seen, reason }: FieldChange<TitleFields> & { reason?: string | undefined },
): Promise<{ before: Partial<TitleFields>; after: Partial<TitleFields> }> {
  return db.transaction().execute(async (trx) => {
    const title = await titleByKey(trx, key, true)
    const { before, after } = changedFields(title.fields, { changes: inOrder(changes), before: seen })
    const names = Object.keys(after) as (keyof TitleFields)[]
    if (names.length === 0) return { before, after }
    if (reason === undefined && TITLE_FIELDS_WITH_REASON.some((name) => names.includes(name)))
      throw new ApiError('wrong_input', 'reason', 'VALIDATION.reasonNeeded')
    const columns = names.map((name) => TITLE_COLUMNS[name])
    await trx
      .updateTable('titles')
      .set({ ...(await valuesOf(trx, title.id, after)), desk_fields: withAll(title.deskFields, columns) })
      .where('id', '=', title.id)
      .execute()
    if (after.categories) await setCategories(trx, title.id, after.categories, 'changes.categories')
    await recordAudit(trx, actor, now(), {
      action: 'title.changed',
      subject: titleSubject(key, after.name ?? title.fields.name),
      before,
      after,
      reason,
    })
    return { before, after }
  })
}

/** Lets imports change fields again. `fields`: names of the API. @throws ApiError not_found, wrong_input */
export async function importTitleFields(
  { db, now, actor }: ChangeContext,
  key: string,
  fields: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const title = await titleByKey(trx, key, true)
    const columns = fields.map((name) => TITLE_COLUMNS[name as keyof TitleFields])
    if (columns.some((column) => column === undefined)) throw new ApiError('wrong_input', 'fields')
    const kept = title.deskFields.filter((column) => !columns.includes(column as never))
    await trx.updateTable('titles').set({ desk_fields: kept }).where('id', '=', title.id).execute()
    await recordAudit(trx, actor, now(), {
      action: 'title.changed',
      subject: titleSubject(key, title.fields.name),
      before: { setAtDesk: title.deskFields },
      after: { setAtDesk: kept },
    })
  })
}

/**
 * Sets the plans that open a title; null = those of its kind. Readers' rights follow at once.
 * @throws ApiError not_found, changed_meanwhile, plans_not_nested
 */
export async function setTitlePlans(
  { db, now, actor }: ChangeContext,
  key: string,
  {
    plans,
    before: seen,
    reason,
  }: { plans: readonly number[] | null; before?: readonly number[] | null | undefined; reason: string },
): Promise<void> {
  if (plans && !isNested(plans)) throw new ApiError('plans_not_nested', 'plans')
  await db.transaction().execute(async (trx) => {
    const title = await titleByKey(trx, key, true)
    const before = await plansOfTitle(trx, title.id)
    const after = plans && [...new Set(plans)].sort((a, b) => a - b)
    const same = (a: readonly number[] | null, b: readonly number[] | null) => JSON.stringify(a) === JSON.stringify(b)
    if (seen !== undefined && !same(seen && [...seen].sort((a, b) => a - b), before))
      throw new ApiError('changed_meanwhile', 'plans')
    if (same(before, after)) return
    await trx.deleteFrom('title_plans').where('title_id', '=', title.id).execute()
    if (after)
      await trx
        .insertInto('title_plans')
        .values(after.map((plan_id) => ({ title_id: title.id, plan_id })))
        .execute()
    await recordAudit(trx, actor, now(), {
      action: 'title.plans-set',
      subject: titleSubject(key, title.fields.name),
      before: { plans: before },
      after: { plans: after },
      reason,
    })
  })
}

/** Countries and categories are sets, so another order is not a change. */
function inOrder(changes: SomeOf<TitleFields>): SomeOf<TitleFields> {
  return changes.shownIn ? { ...changes, shownIn: [...new Set(changes.shownIn)].sort() } : changes
}

export const withAll = (known: readonly string[], added: readonly string[]) => [...new Set([...known, ...added])].sort()

/** Returns the columns of fields. @throws ApiError not_found for an unknown publisher or title */
async function valuesOf(trx: Database, titleId: number, after: Partial<TitleFields>): Promise<Updateable<Titles>> {
  const { categories, editionOf, supplementOf, ...simple } = after
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(simple)) values[TITLE_COLUMNS[name as keyof TitleFields]] = value
  if (simple.publisherId) {
    const known = await trx.selectFrom('publishers').select('id').where('id', '=', simple.publisherId).executeTakeFirst()
    if (!known) throw new ApiError('not_found', 'changes.publisherId')
  }
  for (const [name, key] of Object.entries({ editionOf, supplementOf })) {
    if (key === undefined) continue
    const other = key === null ? null : await trx.selectFrom('titles').select('id').where('key', '=', key).executeTakeFirst()
    if (other === undefined || other?.id === titleId) throw new ApiError('not_found', `changes.${name}`)
    values[TITLE_COLUMNS[name as keyof TitleFields]] = other?.id ?? null
  }
  return values as Updateable<Titles>
}

/** Replaces the categories of a title. @throws ApiError not_found */
async function setCategories(trx: Database, titleId: number, uids: readonly string[], field: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from categories where uid = any(${[...new Set(uids)]}::text[])
    order by id for key share`.execute(trx)
  if (rows.length < new Set(uids).size) throw new ApiError('not_found', field)
  await trx.deleteFrom('title_categories').where('title_id', '=', titleId).execute()
  await trx
    .insertInto('title_categories')
    .values(rows.map(({ id }) => ({ title_id: titleId, category_id: id })))
    .execute()
}
