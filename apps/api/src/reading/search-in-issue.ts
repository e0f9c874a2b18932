import { searchInIssue as declared } from '@kiosk/domain/reading/endpoints'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { markHits } from '../catalogue/snippet.ts'
import { serve } from '../endpoint.ts'
import { pagesOfIssueHolding, wordsHit } from './queries.ts'
import { rightTo } from './right-to-read.ts'
import { type Word, wordsOfPage } from './words-of-page.ts'

/** Pages listed, and hits marked on one page. */
const MOST_PAGES = 100
const MOST_BOXES = 200

type Box = [x: number, y: number, width: number, height: number]

export const searchInIssue = serve(declared, 'personal', async (call) => {
  const { db, files } = call.house
  const { uid, q: words } = call.input
  const { row, title } = await findIssue(uid, call)
  const { pages } = rightTo(row, title, call)
  const found = await pagesOfIssueHolding(db, { issueId: row.id, language: row.language, words, most: MOST_PAGES })
  const open = found.filter(({ number }) => number <= pages)
  const wordsByPage = new Map<number, Word[]>()
  for (const { number } of open) wordsByPage.set(number, (await wordsOfPage(files, row, number)).lines.flat())
  const candidates = [...new Set([...wordsByPage.values()].flat().map(([word]) => word))]
  const wanted = words.replace(/(^|\s)-\S+/g, ' ')
  const hits = candidates.length > 0 ? await wordsHit(db, { language: row.language, words: wanted, candidates }) : new Set()
  const boxesOn = (page: number): Box[] =>
    (wordsByPage.get(page) ?? [])
      .filter(([word]) => hits.has(word))
      .slice(0, MOST_BOXES)
      .map(([, ...box]) => box)
  return { hits: found.map(({ number, snippet }) => ({ page: number, snippet: markHits(snippet), boxes: boxesOn(number) })) }
})
