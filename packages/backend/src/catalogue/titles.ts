import { apiAddress } from '@kiosk/contract/route'
import { titles as declared } from '@kiosk/domain/catalogue/endpoints'
import { addDays, endOfDayInVienna } from '@kiosk/domain/day'
import { ApiError } from '@kiosk/domain/errors'
import { defineHandler, type RequestContext } from '../http/handler.ts'
import { type CatalogueView, COMPARED_CHARACTERS, letterOf, nameFirst, type Title } from './catalogue-view.ts'
import { markOfMixed, mixed } from './mixed-titles.ts'
import { comparePlaces, markOfPlace, nearFirst, placeOf, readPlace } from './near-first.ts'
import { cutPage, PAGE_SIZE } from './paging.ts'
import { presentIssue } from './present-issue.ts'
import { catalogueOf } from './viewer-catalogue.ts'

/** Properties by which titles can be chosen, besides the category. */
const properties = {
  language: (title: Title) => title.language,
  country: (title: Title) => title.country,
  letter: (title: Title) => letterOf(title.name),
} satisfies Record<string, (title: Title) => string | null>
type Property = keyof typeof properties

/** Titles are in memory with their current issue, so that this needs no query. */
export const titles = defineHandler(declared, 'catalogue', async (call) => {
  const { limit = PAGE_SIZE, category, order = 'newest', language, country, letter, since, after } = call.input
  const catalogue = await catalogueOf(call)
  const chosen = { language, country, letter }
  const inThis = inCategory(order === 'name' ? catalogue.byName : nearFirst(catalogue.titles, call), catalogue, category)
  const among = since === undefined ? inThis : inThis.filter(publishedSince(since))
  const matching = among.filter((title) => matches(title, chosen))
  const rest =
    order === 'mixed'
      ? mixed(matching, call, after)
      : after === undefined
        ? matching
        : matching.filter(behind(after, order, call))
  const { page, last } = cutPage(rest, limit)
  const mark = last && (order === 'mixed' ? markOfMixed(page, call, after) : markOf(last, order, call))
  const query = { ...chosen, category, since, order: call.input.order, limit: call.input.limit }
  return {
    issues: page.map((title) => presentIssue(title.current, title, call)),
    ...(mark && { nextUrl: apiAddress(declared, {}, { ...query, after: mark }) }),
    count: matching.length,
    ...(after === undefined && {
      choices: {
        languages: counted(among, chosen, 'language').map(([language, titles]) => ({ language, titles })),
        countries: counted(among, chosen, 'country').map(([country, titles]) => ({ country, titles })),
        letters: counted(among, chosen, 'letter').map(([letter, titles]) => ({ letter, titles })),
      },
    }),
  }
})

function inCategory(titles: readonly Title[], catalogue: CatalogueView, uid: string | undefined): readonly Title[] {
  if (uid === undefined) return titles
  const category = catalogue.categories.find((each) => each.uid === uid)
  if (!category) throw new ApiError('not_found', 'category')
  return titles.filter(({ categories }) => categories.includes(category.id))
}

function publishedSince(day: string): (title: Title) => boolean {
  const before = endOfDayInVienna(addDays(day, -1))
  return ({ current }) => current.published_at > before
}

function matches(title: Title, chosen: { [Name in Property]?: string | undefined }, except?: Property): boolean {
  return (Object.keys(properties) as Property[]).every(
    (name) => name === except || chosen[name] === undefined || properties[name](title) === chosen[name],
  )
}

/** Returns the values of a property, sorted, with the number of titles that have it and match the other choices. */
function counted(
  titles: readonly Title[],
  chosen: { [Name in Property]?: string | undefined },
  name: Property,
): [string, number][] {
  const counts = new Map<string, number>()
  for (const title of titles) {
    const value = properties[name](title)
    if (value !== null && matches(title, chosen, name)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

type Order = 'newest' | 'name'
type Caller = Pick<RequestContext, 'language' | 'region'>

/** Returns the cursor of a title: "2026-11-23.0.417", or by name "12.Bergblick". */
function markOf(title: Title, order: Order, caller: Caller): string {
  if (order === 'name') return `${title.id}.${title.name.slice(0, COMPARED_CHARACTERS)}`
  return markOfPlace(placeOf(title, caller))
}

/** Returns whether a title comes after a cursor, even if the title of the cursor has disappeared. */
function behind(mark: string, order: Order, caller: Caller): (title: Title) => boolean {
  if (order === 'newest') {
    const last = readPlace(mark)
    return (title) => comparePlaces(last, placeOf(title, caller)) < 0
  }
  const [, id, name] = /^(\d{1,15})\.(.*)$/s.exec(mark) ?? []
  if (!id || name === undefined) throw new ApiError('wrong_input', 'after')
  const last = { id: Number(id), name }
  return (title) => nameFirst(last, title) < 0
}
