import * as declared from '@kiosk/domain/accounts/endpoints'
import { ApiError } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import type { Title } from '../catalogue/catalogue-view.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { prepared } from '../db/prepared.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { changeAccount } from './change-account.ts'

const favouritesOf = prepared('favourites of account', (db, accountId: number) =>
  db.selectFrom('favourites').select('title_id').where('account_id', '=', accountId),
)

/** Lists visible favourites, sorted by name. */
export const favourites = defineHandler(declared.favourites, 'personal', async (call) => {
  const { ctx, session, language } = call
  const kept = await favouritesOf(ctx.db, session.account!.id)
  const catalogue = await catalogueOf(call)
  return kept
    .flatMap(({ title_id }) => catalogue.title(title_id) ?? [])
    .sort((one, other) => one.name.localeCompare(other.name, language))
    .map(({ id, key, name, current }) => ({ key, name, magazineId: id, currentIssueUid: current.uid }))
})

export const addFavourite = defineHandler(declared.addFavourite, 'personal', async (call) => {
  const title = await titleOnShelf(call.input.magazinekey, call)
  await changeAccount(call, (trx, account) =>
    // A title removed concurrently is no longer a favourite.
    sql`insert into favourites (account_id, title_id) select ${account.id}, id from titles where id = ${title.id} for key share
      on conflict do nothing`.execute(trx),
  )
  return undefined
})

export const removeFavourite = defineHandler(declared.removeFavourite, 'personal', async (call) => {
  const title = await titleOnShelf(call.input.magazinekey, call)
  await changeAccount(call, (trx, account) =>
    trx.deleteFrom('favourites').where('account_id', '=', account.id).where('title_id', '=', title.id).execute(),
  )
  return undefined
})

async function titleOnShelf(key: string, req: RequestContext): Promise<Title> {
  const title = (await catalogueOf(req)).titleByKey(key)
  if (!title) throw new ApiError('not_found', 'magazinekey')
  return title
}
