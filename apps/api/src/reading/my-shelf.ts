import { shelf as declared, switchRecommendations as switchDeclared } from '@kiosk/domain/reading/shelf-endpoints'
import { shelfOf } from '../catalogue/seen-shelf.ts'
import type { ShelfView } from '../catalogue/shelf-view.ts'
import { type Asking, serve } from '../endpoint.ts'
import { presentPlaces } from './history.ts'
import { latestPlaces } from './place-queries.ts'
import { presentShelfIssue } from './present-shelf-issue.ts'
import { favouriteTitles, titlesReadAlong, wantsRecommendations } from './shelf-queries.ts'

const CONTINUED = 12
const RECOMMENDED = 12

export const myShelf = serve(declared, 'personal', async (call) => {
  const { house, session } = call
  const accountId = session.account!.id
  const [shelf, places, favourites, on] = await Promise.all([
    shelfOf(call),
    latestPlaces(house.db, accountId, { limit: CONTINUED * 2 }),
    favouriteTitles(house.db, accountId),
    wantsRecommendations(house.db, accountId),
  ])
  const begun = (await presentPlaces(places, call)).filter(({ issue, place }) => place.furthestPage < issue.pageCount)
  return {
    continueReading: begun.slice(0, CONTINUED),
    favourites: favourites.flatMap(({ title_id, opened_at }) => {
      const title = shelf.title(title_id)
      if (!title) return []
      const fresh = opened_at === null || opened_at.toISOString().slice(0, 10) < title.current.issue_date
      return [{ issue: presentShelfIssue(title.current, title, call), name: title.name, fresh }]
    }),
    recommendations: { on, issues: on ? await recommended(shelf, accountId, call) : [] },
  }
})

export const switchRecommendations = serve(switchDeclared, 'personal', async ({ input, house, session }) => {
  await house.db.updateTable('accounts').set({ recommends: input.on }).where('id', '=', session.account!.id).execute()
  return undefined
})

/** The newest issues of titles that are read along with one's own; before anybody has read, of titles like one's own. */
async function recommended(shelf: ShelfView, accountId: number, call: Asking) {
  const { own, along } = await titlesReadAlong(call.house.db, accountId)
  const known = new Set(own)
  const found = new Map<number, string>()
  const add = (titleId: number, because: string) => {
    if (!known.has(titleId) && !found.has(titleId)) found.set(titleId, because)
  }
  for (const { title_id, other_id } of along) {
    const reason = shelf.title(title_id)
    if (reason) add(other_id, reason.name)
  }
  for (const id of own) {
    const title = shelf.title(id)
    if (title) for (const each of shelf.similar(title).slice(0, 4)) add(each.id, title.name)
  }
  return [...found]
    .slice(0, RECOMMENDED * 2)
    .flatMap(([id, because]) => {
      const title = shelf.title(id)
      return title ? [{ issue: presentShelfIssue(title.current, title, call), because }] : []
    })
    .slice(0, RECOMMENDED)
}
