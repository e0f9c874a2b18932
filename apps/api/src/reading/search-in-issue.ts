import { searchInIssue as declared } from '@kiosk/domain/reading/endpoints'
import { askedWords } from '../catalogue/asked-words.ts'
import { queryOf } from '../catalogue/full-text.ts'
import { asPagesWriteThem, nearestStems } from '../catalogue/nearest-words.ts'
import { findIssue } from '../catalogue/seen-shelf.ts'
import { markHits } from '../catalogue/snippet.ts'
import { serve } from '../endpoint.ts'
import { pagesOpenHere } from './device-limit.ts'
import { pagesOfIssueHolding, wordsHit } from './queries.ts'
import { type Word, wordsOfPage } from './words-of-page.ts'

/** Pages listed, and hits marked on one page. */
const MOST_PAGES = 100
const MOST_BOXES = 200

type Box = [x: number, y: number, width: number, height: number]

export const searchInIssue = serve(declared, 'personal', async (call) => {
  const { db, files } = call.house
  const { uid, q } = call.input
  const { row, title } = await findIssue(uid, call)
  const pages = await pagesOpenHere(row, title, call)
  const find = async (words: string) => {
    const query = await queryOf(db, askedWords(words))
    return { query, found: await pagesOfIssueHolding(db, { issueId: row.id, language: row.language, query, most: MOST_PAGES }) }
  }
  let { query, found } = await find(q)
  let corrected: string | undefined
  if (found.length === 0) {
    const near = await nearestStems(db, q)
    const again = near && (await find(near.words))
    if (near && again?.found.length) {
      query = again.query
      found = again.found
      corrected = asPagesWriteThem(
        q,
        near.by,
        found.map(({ snippet }) => snippet),
      )
    }
  }
  const open = found.filter(({ number }) => number <= pages)
  const wordsByPage = new Map<number, Word[]>()
  for (const { number } of open) wordsByPage.set(number, (await wordsOfPage(files, row, number)).lines.flat())
  const candidates = [...new Set([...wordsByPage.values()].flat().map(([word]) => word))]
  const hits = candidates.length > 0 ? await wordsHit(db, { language: row.language, query, candidates }) : new Set()
  const boxesOn = (page: number): Box[] =>
    (wordsByPage.get(page) ?? [])
      .filter(([word]) => hits.has(word))
      .slice(0, MOST_BOXES)
      .map(([, ...box]) => box)
  return {
    hits: found.map(({ number, snippet }) => ({ page: number, snippet: markHits(snippet), boxes: boxesOn(number) })),
    ...(corrected !== undefined && { corrected }),
  }
})
