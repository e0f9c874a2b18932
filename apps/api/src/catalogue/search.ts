import { search as declared } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT, type CoverHeight } from '@kiosk/domain/catalogue/terms'
import { type Asking, serve } from '../endpoint.ts'
import { pagesHolding } from './full-text.ts'
import { presentIssue } from './present-issue.ts'
import { newestOfTitles, titlesLike } from './queries.ts'
import { shelfOf } from './seen-shelf.ts'
import type { ShelfView, Title } from './shelf-view.ts'
import { markHits } from './snippet.ts'

/** Titles found by name, and of the best of them so many back issues each. */
const MOST_TITLES = 40
const TITLES_WITH_BACK_ISSUES = 5
const BACK_ISSUES = 8

export const search = serve(declared, 'catalogue', async (call) => {
  const height = (call.input.coverheight ?? COVER_HEIGHT.search) as CoverHeight
  const shelf = await shelfOf(call)
  const [issues, pages] = await Promise.all([
    issuesByTitle(call.input.q, shelf, height, call),
    pagesHolding(call.house.db, call.input.q, shelf.hidden),
  ])
  return {
    issues,
    pages: pages.flatMap((page) => {
      const title = shelf.title(page.title_id)
      if (!title) return []
      return [{ issue: presentIssue(page, title, call, height), page: page.number, snippet: markHits(page.snippet) }]
    }),
  }
})

async function issuesByTitle(words: string, shelf: ShelfView, height: CoverHeight, asking: Asking) {
  const ids = await titlesLike(asking.house.db, words, MOST_TITLES)
  const titles = ids.flatMap((id) => shelf.title(id) ?? [])
  const best = titles.slice(0, TITLES_WITH_BACK_ISSUES)
  const newest =
    best.length > 0
      ? await newestOfTitles(
          asking.house.db,
          best.map(({ id }) => id),
          BACK_ISSUES + 1,
        )
      : []
  const backIssues = newest.filter((row) => shelf.title(row.title_id)?.current.id !== row.id)
  return [
    ...titles.map((title) => presentIssue(title.current, title, asking, height)),
    ...backIssues.map((row) => presentIssue(row, shelf.title(row.title_id) as Title, asking, height)),
  ]
}
