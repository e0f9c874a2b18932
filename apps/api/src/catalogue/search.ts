import { search as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT, type CoverHeight } from '@kiosk/domain/catalogue/terms'
import { apiAddress } from '../api-address.ts'
import { type Call, serve } from '../endpoint.ts'
import { shownOfPages } from '../reading/found-pages.ts'
import { pagesOpenToTier } from '../reading/page-right.ts'
import { opensWhole } from '../reading/right-to-read.ts'
import { askedTooMuchOfClosedPages } from '../reading/search-budget.ts'
import { plain } from './asked-words.ts'
import { type PageHit, pagesHolding, type Scope } from './full-text.ts'
import { asPagesWriteThem, namesAlike, nearestStems } from './nearest-words.ts'
import { presentIssue } from './present-issue.ts'
import { type IssueRow, newestIssues, newestOfTitles, titlesLike } from './queries.ts'
import { shelfOf } from './seen-shelf.ts'
import type { ShelfView, Title } from './shelf-view.ts'
import { markHits } from './snippet.ts'

/** Titles found by name, and of the best of them so many back issues each. */
const MOST_TITLES = 40
const TITLES_WITH_BACK_ISSUES = 5
const BACK_ISSUES = 8
const SNIPPET_WORDS = 28

type Asked = Call<typeof declared>

export const search = serve(declared, 'catalogue', answerSearch, askedTooMuchOfClosedPages)

async function answerSearch(call: Asked) {
  const { q, title, language, from, to, order, after } = call.input
  const shelf = await shelfOf(call)
  const only = title === undefined ? undefined : shelf.titleByKey(title)
  if (title !== undefined && !only) return { issues: [], pages: [] }
  const scope: Scope = { titleId: only?.id, language, from, to, order, after }
  let found = await find(q, shelf, scope, call)
  let corrected: string | undefined
  // Which words are known is learned from closed pages, too.
  if (
    !call.limited &&
    found.hits.length === 0 &&
    after === undefined &&
    !found.titles.some(({ name }) => plain(name).includes(plain(q)))
  ) {
    const near = await nearestStems(call.house.db, q)
    const again = near && (await find(near.words, shelf, scope, call))
    if (near && again?.hits.length) {
      // The newest pages say how it is written, in whatever order the hits come.
      const newest = order === 'best' ? await pagesShown(near.words, shelf, { ...scope, order: 'newest' }, call) : again
      const guess = asPagesWriteThem(
        q,
        near,
        newest.hits.map(({ shown }) => shown),
      )
      // Of closed pages it is only guessed how they write it: what is suggested has to find something, here and for this caller.
      const guessed = await find(guess, shelf, scope, call)
      if (guessed.hits.length > 0) {
        corrected = guess
        // A title that looks like what was typed is as good a guess as before.
        found = { ...guessed, issues: found.issues.length > 0 ? found.issues : guessed.issues }
      }
      found.cut ||= again.cut || newest.cut || guessed.cut
    }
    if (again?.cut) found.cut = true
  }
  if (found.cut) call.doNotKeep?.()
  const height = (call.input.coverheight ?? COVER_HEIGHT.search) as CoverHeight
  return {
    issues: found.issues.map(({ row, title }) => presentIssue(row, title, call, height)),
    pages: found.hits.map(({ page, title, shown }) => ({
      issue: presentIssue(page, title, call, height),
      page: page.number,
      snippet: markHits(shown),
    })),
    ...(corrected !== undefined && { corrected }),
    ...(call.limited && { closedLeftOut: true }),
    ...(found.cut && { cut: true }),
    ...(found.next !== null && {
      nextUrl: apiAddress(declared, {}, { ...call.input, q: corrected ?? q, after: found.next }),
    }),
  }
}

type FoundIssue = { row: IssueRow; title: Title }
type Hit = { page: PageHit; title: Title; shown: string }
type Found = { titles: Title[]; issues: FoundIssue[]; hits: Hit[]; next: string | null; cut: boolean }

async function find(words: string, shelf: ShelfView, scope: Scope, call: Asked): Promise<Found> {
  const [byTitle, pages] = await Promise.all([
    scope.after === undefined ? issuesByTitle(words, shelf, scope, call) : { titles: [], issues: [] },
    pagesShown(words, shelf, scope, call),
  ])
  return { ...byTitle, ...pages }
}

async function pagesShown(
  words: string,
  shelf: ShelfView,
  scope: Scope,
  call: Asked,
): Promise<Pick<Found, 'hits' | 'next' | 'cut'>> {
  const { db } = call.house
  // Without titles that are open in part: which of their pages are found, and where the list goes on, depends on all of them.
  const closed = call.limited ? shelf.titles.filter((title) => !opensWhole(title, call)).map(({ id }) => id) : []
  const { hits, query, next, cut } = await pagesHolding(db, words, [...shelf.hidden, ...closed], scope)
  const seen = hits.flatMap((page) => {
    const title = shelf.title(page.title_id)
    return title ? [{ page, title }] : []
  })
  const found = seen.map(({ page, title }) => {
    const { number } = page
    return { issue: page, number, open: pagesOpenToTier(page, title, call).page(number) }
  })
  const shown = await shownOfPages(db, found, { query, longest: SNIPPET_WORDS })
  return { hits: seen.map((each, index) => ({ ...each, shown: shown[index] ?? '' })), next, cut }
}

async function issuesByTitle(words: string, shelf: ShelfView, scope: Scope, { house: { db } }: Asked) {
  const { titleId, language, from, to } = scope
  const ids = await titlesLike(db, words, MOST_TITLES)
  const titles = ids
    .flatMap((id) => shelf.title(id) ?? [])
    .filter(({ name }) => namesAlike(words, name))
    .filter((title) => titleId === undefined || title.id === titleId)
    .filter((title) => language === undefined || title.language.startsWith(language))
  if (titles.length === 0) return { titles, issues: [] }
  if (from !== undefined || to !== undefined) {
    const only = titles.map(({ id }) => id)
    const rows = await newestIssues(db, { only, hidden: [], after: undefined, limit: MOST_TITLES, from, to })
    return { titles, issues: rows.map((row): FoundIssue => ({ row, title: shelf.title(row.title_id) as Title })) }
  }
  const best = titles.slice(0, TITLES_WITH_BACK_ISSUES).map(({ id }) => id)
  const backIssues = await newestOfTitles(db, best, BACK_ISSUES + 1)
  return {
    titles,
    issues: [
      ...titles.map((title): FoundIssue => ({ row: title.current, title })),
      ...backIssues.flatMap((row): FoundIssue[] => {
        const title = shelf.title(row.title_id) as Title
        return title.current.id === row.id ? [] : [{ row, title }]
      }),
    ],
  }
}
