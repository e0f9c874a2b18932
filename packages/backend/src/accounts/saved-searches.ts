import * as declared from '@kiosk/domain/accounts/saved-search-endpoints'
import { MOST_SAVED_SEARCHES } from '@kiosk/domain/catalogue/limits'
import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { queryWords, wanted, wordsIn } from '../catalogue/search/query-words.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'
import { limitConsents } from './limit-consents.ts'
import { switchSavedSearches } from './preferences.ts'

/** Lists the reader's saved searches, the latest first. A title that is not visible now is missing, its search is not. */
export const savedSearches = defineHandler(declared.savedSearches, 'personal', async (call) => {
  const { ctx, session } = call
  const catalogue = await catalogueOf(call)
  const rows = await ctx.db
    .selectFrom('saved_searches')
    .select(['id', 'query', 'title_id', 'language', 'created_at'])
    .where('account_id', '=', session.account!.id)
    .orderBy('id', 'desc')
    .execute()
  return {
    searches: rows.map(({ id, query, title_id, language, created_at }) => {
      const title = title_id === null ? undefined : catalogue.title(title_id)
      return { id, q: query, title: title && { key: title.key, name: title.name }, language, at: created_at.toISOString() }
    }),
  }
})

/** Saves a search; one that is already saved does not change. */
export const saveSearch = defineHandler(declared.saveSearch, 'personal', async (call) => {
  const { q, title: key, language } = call.input
  if (wordsIn(wanted(queryWords(q))).length === 0) throw new ApiError('wrong_input', 'q')
  const title = key === undefined ? undefined : (await catalogueOf(call)).titleByKey(key)
  if (key !== undefined && !title) throw new ApiError('not_found', 'title')
  await changeAccount(call, async (trx, { id: account_id }) => {
    const values = { account_id, query: q, title_id: title?.id ?? null, language: language ?? null, created_at: call.ctx.now() }
    // The account is locked: two requests at once cannot exceed the limit.
    const inserted = await trx
      .insertInto('saved_searches')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from saved_searches where account_id = ${account_id}`.execute(trx)
    if (rows[0]!.count > MOST_SAVED_SEARCHES) throw new ApiError('too_many_searches')
  })
  return undefined
})

export const removeSavedSearch = defineHandler(declared.removeSavedSearch, 'personal', async ({ input, ctx, session }) => {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('saved_searches')
    .where('id', '=', input.id)
    .where('account_id', '=', session.account!.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new ApiError('not_found', 'id')
  return undefined
})

export const editSavedSearches = defineHandler(declared.editSavedSearches, 'personal', async (call) => {
  const { newsletter } = call.input
  await limitConsents(call, newsletter)
  await changeAccount(call, (trx, account) => switchSavedSearches(trx, account, newsletter))
  return { newsletter }
})
