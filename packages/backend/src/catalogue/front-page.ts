// The row of covers on the home page, as the desk shows, sets and plans it. Its titles and their order: featured-titles.ts.
import { ApiError } from '@kiosk/domain/errors'
import {
  findTitles as declaredFind,
  frontPage as declaredFrontPage,
  planFrontPage as declaredPlan,
  frontPreview as declaredPreview,
  setFrontPage as declaredSet,
  withdrawFrontPage as declaredWithdraw,
  type FrontTitle,
} from '@kiosk/domain/staff/front-endpoints'
import { FOUND_TITLES } from '@kiosk/domain/staff/limits'
import { type Kysely, sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { AppContext } from '../context.ts'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { featuredTitles, replaceRow, setFeaturedTitles } from './featured-titles.ts'
import { comparedName, titleNamedLike } from './same-title.ts'

declare module '../jobs/job.ts' {
  interface Jobs {
    /** Sets a planned row of covers. */
    'front-page': { planId: number }
  }
}

export const show = defineDeskHandler(declaredFrontPage, async ({ ctx, input }) => {
  const { db } = ctx
  const plans = await db
    .selectFrom('planned_front_pages')
    .select(['id', 'starts_at', 'planned_by', 'title_keys'])
    .where('set_key', '=', input.set)
    .where('applied_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  const row = (await featuredTitles(db, input.set)).map(({ key }) => key)
  const titles = await titlesByKey(db, [...row, ...plans.flatMap(({ title_keys }) => title_keys)])
  const inOrder = (keys: readonly string[]) => keys.flatMap((key) => titles.get(key) ?? [])
  return {
    titles: inOrder(row),
    plans: plans.map(({ id, starts_at, planned_by, title_keys }) => ({
      id,
      startsAt: starts_at.toISOString(),
      by: planned_by,
      titles: inOrder(title_keys),
    })),
  }
})

export const set = defineDeskHandler(declaredSet, async ({ ctx, actor, input }) => {
  requireDistinct(input.keys)
  await ctx.db.transaction().execute(async (trx) => {
    const change = { actor, at: ctx.now(), before: input.before }
    if ((await setFeaturedTitles(trx, input.set, input.keys, change)).length > 0) throw new ApiError('not_found', 'keys')
  })
  return undefined
})

export const plan = defineDeskHandler(declaredPlan, async ({ ctx, actor, session, input }) => {
  requireDistinct(input.keys)
  const startsAt = new Date(input.startsAt)
  if (startsAt <= ctx.now()) throw new ApiError('time_is_past', 'startsAt')
  if ((await titlesByKey(ctx.db, input.keys)).size < input.keys.length) throw new ApiError('not_found', 'keys')
  await ctx.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('planned_front_pages')
      .values({
        set_key: input.set,
        title_keys: input.keys,
        starts_at: startsAt,
        planned_by: session.name,
        created_at: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(trx, 'front-page', { planId: id }, { key: `front-page ${id}`, at: startsAt })
    await recordAudit(trx, actor, ctx.now(), {
      action: 'front.planned',
      subject: { kind: 'front', id: input.set, name: input.set },
      after: { plan: id, startsAt: startsAt.toISOString(), titles: input.keys },
    })
  })
  return undefined
})

export const withdraw = defineDeskHandler(declaredWithdraw, async ({ ctx, actor, input }) => {
  await ctx.db.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .updateTable('planned_front_pages')
      .set({ withdrawn_at: ctx.now() })
      .where('id', '=', input.id)
      .where('applied_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning(['set_key', 'starts_at'])
      .executeTakeFirst()
    if (!withdrawn) throw new ApiError('not_found', 'id')
    await recordAudit(trx, actor, ctx.now(), {
      action: 'front.plan-withdrawn',
      subject: { kind: 'front', id: withdrawn.set_key, name: withdrawn.set_key },
      before: { plan: input.id, startsAt: withdrawn.starts_at.toISOString() },
    })
  })
  return undefined
})

/** The page itself is rendered by the server (apps/server/src/desk/preview.ts). */
export const preview = defineDeskHandler(declaredPreview, async ({ input }) => input)

/** Sets a planned row, unless it was withdrawn; leaves out titles that no longer exist. Runs once, however often it is called. */
export async function applyPlannedFrontPage(
  { planId }: { planId: number },
  { db, now }: Pick<AppContext, 'db' | 'now'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const planned = await trx
      .updateTable('planned_front_pages')
      .set({ applied_at: now() })
      .where('id', '=', planId)
      .where('applied_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning(['set_key', 'title_keys'])
      .executeTakeFirst()
    if (!planned) return
    const known = await titlesByKey(trx, planned.title_keys)
    await replaceRow(
      trx,
      planned.set_key,
      planned.title_keys.filter((key) => known.has(key)),
    )
  })
}

export const find = defineDeskHandler(declaredFind, async ({ ctx, input }) => {
  const words = input.search.split(/\s+/).filter(Boolean)
  const like = await titleNamedLike(ctx.db, input.search)
  const byWords = words.map((word) => sql<boolean>`position(plain(${word}) in t.plain_name) > 0`)
  const compared = sql`nullif(${comparedName(sql`plain(${input.search})`)}, '')`
  const found = await selectTitles(ctx.db)
    .$if(words.length > 0, (query) =>
      query.where((where) =>
        where.or([where.and(byWords), sql<boolean>`position(${compared} in ${comparedName(sql`t.plain_name`)}) > 0`]),
      ),
    )
    .orderBy(sql`(t.key = ${like}) desc nulls last`)
    .orderBy(sql`nullif(position(plain(${words[0] ?? ''}) in t.plain_name), 0) nulls last`)
    .orderBy('t.name')
    .limit(FOUND_TITLES)
    .execute()
  return { titles: found, like }
})

function requireDistinct(keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw new ApiError('wrong_input', 'keys')
}

async function titlesByKey(db: Kysely<DB>, keys: readonly string[]): Promise<Map<string, FrontTitle>> {
  const found = keys.length === 0 ? [] : await selectTitles(db).where('t.key', 'in', keys).execute()
  return new Map(found.map((title) => [title.key, title]))
}

function selectTitles(db: Kysely<DB>) {
  return db
    .selectFrom('titles as t')
    .select(['t.key', 't.name', 't.language', 't.country'])
    .select((title) =>
      title
        .selectFrom('issues as i')
        .select((issue) => issue.fn.max('i.issue_date').as('newest'))
        .whereRef('i.title_id', '=', 't.id')
        .as('newest'),
    )
}
