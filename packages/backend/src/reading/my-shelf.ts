import { addDays, dayInUtc } from '@kiosk/domain/day'
import { shelf as declared, switchRecommendations as switchDeclared } from '@kiosk/domain/reading/shelf-endpoints'
import type { CatalogueView, Title } from '../catalogue/catalogue-view.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { presentPlaces } from './history.ts'
import { presentShelfIssue } from './present-shelf-issue.ts'
import { latestPlaces } from './progress-queries.ts'
import { favouriteTitles, titlesReadAlong, wantsRecommendations } from './shelf-queries.ts'

const CONTINUED = 12
const RECOMMENDED = 12
const NEWEST = 12
/** Age up to which the newest issue of a newspaper is shown. */
const NEWSPAPER_DAYS = 7

export const myShelf = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session } = call
  const accountId = session.account!.id
  const [shelf, places, favourites, on] = await Promise.all([
    catalogueOf(call),
    latestPlaces(ctx.db, accountId, { limit: CONTINUED * 2 }),
    favouriteTitles(ctx.db, accountId),
    wantsRecommendations(ctx.db, accountId),
  ])
  const present = (titles: readonly Title[]) =>
    titles.slice(0, NEWEST).map((title) => presentShelfIssue(title.current, title, call))
  const unfinished = (await presentPlaces(places, call)).filter(({ issue, place }) => place.furthestPage < issue.pageCount)
  return {
    continueReading: unfinished.slice(0, CONTINUED),
    favourites: favourites.flatMap(({ title_id, opened_at }) => {
      const title = shelf.title(title_id)
      if (!title) return []
      const fresh = opened_at === null || dayInUtc(opened_at) < title.current.issue_date
      return [{ issue: presentShelfIssue(title.current, title, call), name: title.name, fresh }]
    }),
    recommendations: { on, issues: on ? await recommended(shelf, accountId, call) : [] },
    newspapers: present(newspapers(shelf, call)),
    magazines: present(magazines(shelf, new Set(favourites.map(({ title_id }) => title_id)), call)),
  }
})

export const switchRecommendations = defineHandler(switchDeclared, 'personal', async ({ input, ctx, session }) => {
  await ctx.db.updateTable('accounts').set({ recommends: input.on }).where('id', '=', session.account!.id).execute()
  return undefined
})

/** Returns newspapers with an issue of the last days: those featured in the market, then the newest. */
function newspapers(shelf: CatalogueView, call: RequestContext): Title[] {
  const since = addDays(dayInUtc(call.ctx.now()), -NEWSPAPER_DAYS)
  const featured = shelf.contentSet(call.region.contentSet) ?? []
  const current = [...new Set([...featured, ...shelf.titles])].filter(
    ({ kind, current }) => kind === 'newspaper' && current.issue_date >= since,
  )
  return ownLanguageFirst(current, featured, call)
}

/** Returns magazines without the reader's favourites, newest issue first. */
function magazines(shelf: CatalogueView, followed: ReadonlySet<number>, call: RequestContext): Title[] {
  const others = shelf.titles.filter(({ id, kind }) => kind === 'magazine' && !followed.has(id))
  return ownLanguageFirst(others, shelf.contentSet(call.region.contentSet) ?? [], call)
}

/** Returns the titles in the caller's language, then those of the market in other languages (ADR-0232). */
function ownLanguageFirst(titles: readonly Title[], featured: readonly Title[], { language, region }: RequestContext): Title[] {
  const [own, foreign] = [true, false].map((wanted) => titles.filter((title) => (title.language === language) === wanted))
  return [...own!, ...foreign!.filter((title) => title.country === region.country || featured.includes(title))]
}

/** Returns the newest issues of titles that are read together with the reader's own; without reading data, of similar titles. */
async function recommended(shelf: CatalogueView, accountId: number, call: RequestContext) {
  const { own, along } = await titlesReadAlong(call.ctx.db, accountId)
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
