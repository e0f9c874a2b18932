import { randomUUID } from 'node:crypto'
import type { PublishedArticle } from '../published-article.ts'
import { anchorOf, applyCorrections, type CorrectedArticle, type Correction } from './apply-corrections.ts'

/** An article as a person wants it, with the positions of the imported articles that it is made from. */
export type WantedArticle = Omit<PublishedArticle, 'source'> & { from: readonly number[] }

/**
 * Returns the corrections that turn the imported articles into the wanted ones: one for every group of imported articles that are
 * changed together. Earlier corrections keep author and time.
 */
export function correctionsOf(
  imported: readonly PublishedArticle[],
  wanted: readonly WantedArticle[],
  before: readonly Correction[],
  made: { by: string; at: string },
): Correction[] {
  return groupsOf(imported.length, wanted).flatMap((positions): Correction[] => {
    const results = wanted.filter(({ from }) => positions.includes(from[0]!))
    const [only] = results
    const original = imported[positions[0]!]!
    const isSingle = positions.length === 1 && results.length === 1 && only !== undefined
    const content = isSingle ? [changesOf(original, only)] : results.map(whole)
    if (isSingle && isUnchanged(original, only)) return []
    const anchors = positions.map((position) => anchorOf(imported[position]!))
    const same = before.find((each) => JSON.stringify([each.anchors, each.results]) === JSON.stringify([anchors, content]))
    return [same ?? { id: randomUUID().slice(0, 8), anchors, results: content, ...made }]
  })
}

/** Returns the order of the articles to store; null = it follows from the pages. */
export function orderOf(
  imported: readonly PublishedArticle[],
  wanted: readonly WantedArticle[],
  corrections: readonly Correction[],
  pageCount: number,
): string[] | null {
  const { keys, origins } = applyCorrections(imported, corrections, { order: null, pageCount })
  const left = keys.map((key, index) => ({ key, from: origins[index]!.from }))
  const order = wanted.map(({ from }) => {
    // Results of one correction are in the wanted order already.
    const at = left.findIndex((each) => each.from.includes(from[0]!))
    return left.splice(at, 1)[0]!.key
  })
  return order.join('\n') === keys.join('\n') ? null : order
}

/** Returns the positions of imported articles in groups that share an article. A dropped article is a separate group. */
function groupsOf(count: number, wanted: readonly WantedArticle[]): number[][] {
  const groupOf = Array.from({ length: count }, (_, position) => position)
  for (const { from } of wanted) {
    const target = groupOf[from[0]!]!
    const merged = new Set(from.map((position) => groupOf[position]!))
    for (const [position, group] of groupOf.entries()) if (merged.has(group)) groupOf[position] = target
  }
  return [...Map.groupBy(groupOf.keys(), (position) => groupOf[position]!).values()]
}

function isUnchanged(original: PublishedArticle, wanted: WantedArticle): boolean {
  return original.headline === wanted.headline && original.byline === wanted.byline && isSameBody(original, wanted)
}

function isSameBody(original: PublishedArticle, wanted: WantedArticle): boolean {
  return original.html === wanted.html && isSamePlace(original, wanted)
}

function isSamePlace(original: PublishedArticle, { firstPage, lastPage, regions }: WantedArticle): boolean {
  const place = JSON.stringify([firstPage, lastPage, regions.map(rounded)])
  return place === JSON.stringify([original.firstPage, original.lastPage, original.regions.map(rounded)])
}

/** The order of the fields does not matter. */
const rounded = ({ page, x, y, width, height }: PublishedArticle['regions'][number]) => [page, x, y, width, height]

const whole = ({ headline, byline, html, firstPage, lastPage, regions }: WantedArticle): CorrectedArticle => ({
  headline,
  byline,
  html,
  firstPage,
  lastPage,
  regions,
})

/** Unchanged parts are not stored, so that they follow the next import. */
function changesOf(original: PublishedArticle, wanted: WantedArticle): CorrectedArticle {
  const result = whole(wanted)
  return {
    ...result,
    html: original.html === wanted.html ? null : result.html,
    regions: isSamePlace(original, wanted) ? null : result.regions,
  }
}
