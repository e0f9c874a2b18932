import { addDays, dayInUtc } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { shelf as declared, switchRecommendations as switchDeclared } from '@kiosk/domain/reading/shelf-endpoints'
import type { CatalogueView, Title } from '../catalogue/catalogue-view.ts'
import { catalogueOf } from '../catalogue/viewer-catalogue.ts'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { presentShelfIssue } from './present-shelf-issue.ts'
import { presentPlace } from './progress.ts'
import { shelfOf } from './shelf-queries.ts'

type OwnShelf = NonNullable<Awaited<ReturnType<typeof shelfOf>>>

const CONTINUED = 12
const RECOMMENDED = 12
const NEWEST = 12
/** Age up to which the newest issue of a newspaper is shown. */
const NEWSPAPER_DAYS = 7

export const myShelf = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session } = call
  const [shelf, own] = await Promise.all([catalogueOf(call), shelfOf(ctx.db, session.account!.id)])
  // The account was erased meanwhile.
  if (!own) throw new ApiError('not_signed_in')
  const { recommends: on, favourites } = own
  const present = (titles: readonly Title[]) =>
    titles.slice(0, NEWEST).map((title) => presentShelfIssue(title.current, title, call))
  const unfinished = own.places.flatMap((row) => {
    const title = shelf.title(row.title_id)
    if (!title || row.furthest_page >= row.page_count) return []
    return [{ issue: presentShelfIssue(row, title, call), place: presentPlace({ ...row, at: new Date(row.at) }) }]
  })
  return {
    continueReading: unfinished.slice(0, CONTINUED),
    favourites: favourites.flatMap(({ title_id, opened_at }) => {
      const title = shelf.title(title_id)
      if (!title) return []
      const fresh = opened_at === null || dayInUtc(new Date(opened_at)) < title.current.issue_date
      return [{ issue: presentShelfIssue(title.current, title, call), name: title.name, fresh }]
    }),
    recommendations: { on, issues: on ? recommended(shelf, own, call) : [] },
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

/**
 * Returns the newest issues of titles that are read together with the reader's own or, without reading data, of similar titles.
 */
function recommended(shelf: CatalogueView, { own, along }: Pick<OwnShelf, 'own' | 'along'>, call: RequestContext) {
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
