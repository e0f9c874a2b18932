import { apiAddress } from '@kiosk/contract/route'
import { search as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS, type CoverHeight } from '@kiosk/domain/catalogue/limits'
import { type Call, defineHandler } from '../../http/handler.ts'
import { shownOfArticles, shownOfPages } from '../../reading/page-hits.ts'
import { openArticle, pagesOpenToTier } from '../../reading/page-right.ts'
import { articlesWithHeadline } from '../../reading/queries.ts'
import { opensWhole } from '../../reading/reading-rights.ts'
import { exceededSearchesOfClosedPages } from '../../reading/search-budget.ts'
import type { CatalogueView, Title } from '../catalogue-view.ts'
import { presentIssue } from '../present-issue.ts'
import { type IssueRow, newestIssues, newestOfTitles } from '../queries.ts'
import { readOnReplica } from '../read-on-replica.ts'
import { catalogueOf } from '../viewer-catalogue.ts'
import { type PageHit, pagesHolding, type Scope } from './full-text.ts'
import { plain } from './query-words.ts'
import { withoutSameTexts } from './same-text.ts'
import { markHits } from './snippet.ts'
import { asPagesWriteThem, nearestStems } from './spelling-correction.ts'
import { MOST_TITLES, titlesNamed } from './titles-by-name.ts'
import { noteUnsuccessfulSearch } from './unsuccessful-searches.ts'

/** Number of titles with back issues in the results, and of back issues of each. */
const TITLES_WITH_BACK_ISSUES = 5
const BACK_ISSUES = 8
const SNIPPET_WORDS = 28

type Requested = Call<typeof declared>

export const search = defineHandler(declared, 'catalogue', answerSearch, exceededSearchesOfClosedPages)

async function answerSearch(call: Requested) {
  const answer = await readOnReplica(call, findEverything)
  const { q, title, language, from, to, after } = call.input
  const isWhole = !call.limited && [title, language, from, to, after].every((each) => each === undefined)
  if (isWhole && answer.issues.length === 0 && answer.pages.length === 0) noteUnsuccessfulSearch(call, q)
  return answer
}

async function findEverything(call: Requested) {
  const { q, title, language, from, to, order, after } = call.input
  const catalogue = await catalogueOf(call)
  const only = title === undefined ? undefined : catalogue.titleByKey(title)
  if (title !== undefined && !only) return { issues: [], pages: [] }
  const scope: Scope = { titleId: only?.id, language, from, to, order, after }
  let found = await find(q, catalogue, scope, call)
  let corrected: string | undefined
  // Not when limited, because the known words include those of closed pages.
  if (
    !call.limited &&
    found.hits.length === 0 &&
    after === undefined &&
    !found.titles.some(({ name }) => plain(name).includes(plain(q)))
  ) {
    const near = await nearestStems(call.ctx.db, q)
    const again = near && (await find(near.words, catalogue, scope, call))
    if (near && again?.hits.length) {
      // The newest pages determine the spelling, whatever the sort order of the hits.
      const newest = order === 'newest' ? again : await pagesShown(near.words, catalogue, { ...scope, order: 'newest' }, call)
      const guess = asPagesWriteThem(
        q,
        near,
        newest.hits.map(({ shown }) => shown),
      )
      // On closed pages the spelling is only a guess, so a suggestion must find something for this caller.
      const guessed = await find(guess, catalogue, scope, call)
      if (guessed.hits.length > 0) {
        corrected = guess
        // A similar title still counts as a suggestion.
        found = { ...guessed, issues: found.issues.length > 0 ? found.issues : guessed.issues }
      }
    }
  }
  const height = (call.input.coverheight ?? COVER_HEIGHT_PIXELS.search) as CoverHeight
  return {
    issues: found.issues.map(({ row, title }) => presentIssue(row, title, call, height)),
    pages: found.hits.map(({ page, title, shown, open, article }) => ({
      issue: presentIssue(page, title, call, height),
      page: page.number,
      snippet: markHits(article?.shown ?? shown),
      open,
      article: article && { id: article.id, headline: article.headline },
    })),
    ...(corrected !== undefined && { corrected }),
    ...(call.limited && { closedLeftOut: true }),
    ...(found.next !== null && {
      nextUrl: apiAddress(declared, {}, { ...call.input, q: corrected ?? q, after: found.next }),
    }),
  }
}

type FoundIssue = { row: IssueRow; title: Title }
/**
 * `shown` is displayed. If there is an article, it is from the article; the page's snippet then only shows how the page spells
 * the words.
 */
type Hit = {
  page: PageHit
  title: Title
  shown: string
  open: boolean
  article: { id: string; headline: string; shown: string } | null
}
type Found = { titles: Title[]; issues: FoundIssue[]; hits: Hit[]; next: string | null }

async function find(words: string, catalogue: CatalogueView, scope: Scope, call: Requested): Promise<Found> {
  const [byTitle, pages] = await Promise.all([
    scope.after === undefined ? issuesByTitle(words, catalogue, scope, call) : { titles: [], issues: [] },
    pagesShown(words, catalogue, scope, call),
  ])
  return { ...byTitle, ...pages }
}

async function pagesShown(
  words: string,
  catalogue: CatalogueView,
  scope: Scope,
  call: Requested,
): Promise<Pick<Found, 'hits' | 'next'>> {
  const { db } = call.ctx
  // Partly open titles are left out when limited: their matches and the cursor would depend on closed pages.
  const closed = call.limited ? catalogue.titles.filter((title) => !opensWhole(title, call)).map(({ id }) => id) : []
  const { hits, query, next } = await pagesHolding(db, words, [...catalogue.hidden, ...closed], scope)
  const seen = hits.flatMap((page) => {
    const title = catalogue.title(page.title_id)
    return title ? [{ page, title }] : []
  })
  const found = seen.map(({ page, title }) => {
    const { number } = page
    const openPages = pagesOpenToTier(page, title, call)
    return { issue: page, number, openPages, open: openPages.page(number) }
  })
  const options = { query, longest: SNIPPET_WORDS }
  const [shown, articles] = await Promise.all([shownOfPages(db, found, options), articlesWithHeadline(db, found, query)])
  const ofArticles = await shownOfArticles(
    db,
    found.flatMap(({ openPages }, index) => {
      const article = articles[index]
      return article ? [{ id: article.id, open: openArticle(article, openPages) }] : []
    }),
    options,
  )
  const all = seen.map((each, index): Hit => {
    const article = articles[index]
    return {
      ...each,
      shown: shown[index] ?? '',
      open: found[index]?.open !== null,
      article: article ? { ...article, shown: ofArticles.get(article.id) ?? '' } : null,
    }
  })
  return {
    hits: withoutSameTexts(all, ({ title, shown, open, article }) => ({
      titleId: title.id,
      open,
      headline: article?.headline ?? null,
      text: article?.shown ?? shown,
    })),
    next,
  }
}

async function issuesByTitle(words: string, catalogue: CatalogueView, scope: Scope, { ctx: { db } }: Requested) {
  const { titleId, language, from, to } = scope
  const found = await titlesNamed(db, words, catalogue)
  const titles = found
    .filter((title) => titleId === undefined || title.id === titleId)
    .filter((title) => language === undefined || title.language.startsWith(language))
  if (titles.length === 0) return { titles, issues: [] }
  if (from !== undefined || to !== undefined) {
    const only = titles.map(({ id }) => id)
    const rows = await newestIssues(db, { only, hidden: [], after: undefined, limit: MOST_TITLES, from, to })
    return { titles, issues: rows.map((row): FoundIssue => ({ row, title: catalogue.title(row.title_id) as Title })) }
  }
  const best = titles.slice(0, TITLES_WITH_BACK_ISSUES).map(({ id }) => id)
  const backIssues = await newestOfTitles(db, best, BACK_ISSUES + 1)
  return {
    titles,
    issues: [
      ...titles.map((title): FoundIssue => ({ row: title.current, title })),
      ...backIssues.flatMap((row): FoundIssue[] => {
        const title = catalogue.title(row.title_id) as Title
        return title.current.id === row.id ? [] : [{ row, title }]
      }),
    ],
  }
}
