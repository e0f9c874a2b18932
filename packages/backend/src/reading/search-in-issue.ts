import { searchInIssue as declared } from '@kiosk/domain/reading/endpoints'
import { MARKS_OF_PAGE, PAGES_OF_SEARCH_IN_ISSUE } from '@kiosk/domain/reading/limits'
import { queryOf } from '../catalogue/search/full-text.ts'
import { exactForms, isAllExact, queryWords, wordsIn } from '../catalogue/search/query-words.ts'
import { markHits } from '../catalogue/search/snippet.ts'
import { asPagesWriteThem, nearestStems } from '../catalogue/search/spelling-correction.ts'
import { findIssue } from '../catalogue/viewer-catalogue.ts'
import { defineHandler } from '../http/handler.ts'
import { shownOfPages } from './page-hits.ts'
import { pagesOpenHere } from './page-right.ts'
import { wordsOfPage } from './page-text.ts'
import { pagesOfIssueHolding, wordsHit } from './queries.ts'
import { limitSearchesOfClosedPages } from './search-budget.ts'
import { type Box, type WholeWord, wholeWords } from './word-boxes.ts'

/** Maximum words of a snippet. */
const SNIPPET_WORDS = 20

export const searchInIssue = defineHandler(declared, 'personal', async (call) => {
  const { db, files } = call.ctx
  const { uid, q } = call.input
  const { row, title } = await findIssue(uid, call)
  const open = await pagesOpenHere(row, title, call)
  if (open.pages < row.page_count) await limitSearchesOfClosedPages({ q }, call)
  const find = async (words: string) => {
    const requested = queryWords(words)
    const query = await queryOf(db, requested)
    const required = exactForms(requested)
    const numbers = await pagesOfIssueHolding(db, { issueId: row.id, query, required, most: PAGES_OF_SEARCH_IN_ISSUE })
    const pages = numbers.map((number) => ({ issue: row, number, open: open.page(number) }))
    return { query, pages, shown: await shownOfPages(db, pages, { query, longest: SNIPPET_WORDS }) }
  }
  let found = await find(q)
  let corrected: string | undefined
  if (found.pages.length === 0) {
    const near = await nearestStems(db, q)
    const again = near && (await find(near.words))
    if (near && again?.pages.length) {
      // On closed pages the spelling is a guess: a suggestion must find something.
      const guess = asPagesWriteThem(q, near, again.shown)
      const guessed = await find(guess)
      if (guessed.pages.length > 0) {
        found = guessed
        corrected = guess
      }
    }
  }
  const { query, pages, shown } = found
  const wordsByPage = new Map<number, WholeWord[]>()
  for (const { number, open } of pages) if (open) wordsByPage.set(number, wholeWords((await wordsOfPage(files, open)).lines))
  const candidates = [...new Set([...wordsByPage.values()].flat().map(({ text }) => text))]
  const hits = await wordsSearchedFor(candidates)
  const boxesOn = (page: number): Box[] =>
    (wordsByPage.get(page) ?? [])
      .filter(({ text }) => hits.has(text))
      .flatMap(({ boxes }) => boxes)
      .slice(0, MARKS_OF_PAGE)

  /** Quoted terms are marked where they match literally, all others in every form. */
  async function wordsSearchedFor(candidates: string[]): Promise<Set<string>> {
    if (candidates.length === 0) return new Set()
    const requested = queryWords(q)
    const quoted = isAllExact(requested) ? new Set(wordsIn(requested)) : null
    const likely = quoted ? candidates.filter((word) => wordsIn([[{ text: word }]]).some((each) => quoted.has(each))) : candidates
    return likely.length > 0 ? wordsHit(db, { language: row.language, query, candidates: likely }) : new Set()
  }
  return {
    hits: pages.map(({ number }, index) => ({ page: number, snippet: markHits(shown[index] ?? ''), boxes: boxesOn(number) })),
    ...(corrected !== undefined && { corrected }),
  }
})
