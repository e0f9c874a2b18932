import * as declared from '@kiosk/domain/accounts/endpoints'
import { Refusal } from '@kiosk/domain/errors'
import { sql } from 'kysely'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import { type Asking, serve } from '../endpoint.ts'
import { changeAccount } from './change-account.ts'

/** Those that may be shown, by name. */
export const favourites = serve(declared.favourites, 'personal', async (call) => {
  const { house, session, language } = call
  const kept = await house.db.selectFrom('favourites').select('title_id').where('account_id', '=', session.account!.id).execute()
  const shelf = await shelfOf(call)
  return kept
    .flatMap(({ title_id }) => shelf.title(title_id) ?? [])
    .sort((one, other) => one.name.localeCompare(other.name, language))
    .map(({ id, key, name, current }) => ({ key, name, magazineId: id, currentIssueUid: current.uid }))
})

export const addFavourite = serve(declared.addFavourite, 'personal', async (call) => {
  const title = await titleOnShelf(call.input.magazinekey, call)
  await changeAccount(call, (trx, account) =>
    // A title that is taken away at this moment is no favourite any more.
    sql`insert into favourites (account_id, title_id) select ${account.id}, id from titles where id = ${title.id} for key share
      on conflict do nothing`.execute(trx),
  )
  return undefined
})

export const removeFavourite = serve(declared.removeFavourite, 'personal', async (call) => {
  const title = await titleOnShelf(call.input.magazinekey, call)
  await changeAccount(call, (trx, account) =>
    trx.deleteFrom('favourites').where('account_id', '=', account.id).where('title_id', '=', title.id).execute(),
  )
  return undefined
})

async function titleOnShelf(key: string, asking: Asking): Promise<Title> {
  const title = (await shelfOf(asking)).titleByKey(key)
  if (!title) throw new Refusal('not_found', 'magazinekey')
  return title
}
