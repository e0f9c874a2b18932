import { searchInIssue as declared } from '@kiosk/domain/reading/endpoints'
import { askedWords, exactForms, isAllExact, wordsIn } from '../catalogue/asked-words.ts'
import { queryOf } from '../catalogue/full-text.ts'
import { asPagesWriteThem, nearestStems } from '../catalogue/nearest-words.ts'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { markHits } from '../catalogue/snippet.ts'
import { serve } from '../endpoint.ts'
import { shownOfPages } from './found-pages.ts'
import { pagesOpenHere } from './page-right.ts'
import { wordsOfPage } from './page-text.ts'
import { pagesOfIssueHolding, wordsHit } from './queries.ts'
import { admitSearchOfClosedPages } from './search-budget.ts'
import { type Box, type WholeWord, wholeWords } from './whole-words.ts'

/** Pages listed, hits marked on one page, and words of a snippet. */
const MOST_PAGES = 100
const MOST_BOXES = 200
const SNIPPET_WORDS = 20

export const searchInIssue = serve(declared, 'personal', async (call) => {
  const { db, files } = call.house
  const { uid, q } = call.input
  const { row, title } = await findIssue(uid, call)
  const open = await pagesOpenHere(row, title, call)
  if (open.pages < row.page_count) await admitSearchOfClosedPages({ q }, call)
  const find = async (words: string) => {
    const asked = askedWords(words)
    const query = await queryOf(db, asked)
    const { required } = exactForms(asked)
    const numbers = await pagesOfIssueHolding(db, { issueId: row.id, query, required, most: MOST_PAGES })
    const pages = numbers.map((number) => ({ issue: row, number, open: open.page(number) }))
    return { query, pages, shown: await shownOfPages(db, pages, { query, longest: SNIPPET_WORDS }) }
  }
  let found = await find(q)
  let corrected: string | undefined
  if (found.pages.length === 0) {
    const near = await nearestStems(db, q)
    const again = near && (await find(near.words))
    if (near && again?.pages.length) {
      // Of closed pages it is only guessed how they write it: what is suggested has to find something.
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
  const hits = await wordsAskedFor(candidates)
  const boxesOn = (page: number): Box[] =>
    (wordsByPage.get(page) ?? [])
      .filter(({ text }) => hits.has(text))
      .flatMap(({ boxes }) => boxes)
      .slice(0, MOST_BOXES)

  /** What stands in quotes is marked where it is written so, everything else in all its forms. */
  async function wordsAskedFor(candidates: string[]): Promise<Set<string>> {
    if (candidates.length === 0) return new Set()
    const asked = askedWords(q)
    const quoted = isAllExact(asked) ? new Set(wordsIn(asked)) : null
    const likely = quoted ? candidates.filter((word) => wordsIn([[{ text: word }]]).some((each) => quoted.has(each))) : candidates
    return likely.length > 0 ? wordsHit(db, { language: row.language, query, candidates: likely }) : new Set()
  }
  return {
    hits: pages.map(({ number }, index) => ({ page: number, snippet: markHits(shown[index] ?? ''), boxes: boxesOn(number) })),
    ...(corrected !== undefined && { corrected }),
  }
})
