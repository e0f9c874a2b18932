import { followArticles } from '../following/follow-articles.ts'
import type { PublishedArticle } from '../published-article.ts'
import { anchorOf, applyCorrections, type Correction, positionsOf, textHashes } from './apply-corrections.ts'

/** A corrected article is the same if nearly all of its phrases are in the new one, and nearly all of the new one's are its own. */
const LEAST_COMMON = 0.7

/**
 * Corrections of articles that are read a little differently in another import: with anchors by which they are found there. Others
 * are returned as they are.
 */
export function withNewAnchors(
  { imported, corrections }: { imported: readonly PublishedArticle[]; corrections: readonly Correction[] },
  next: readonly PublishedArticle[],
): Correction[] {
  const lost = new Set(applyCorrections(next, corrections, { order: null, pageCount: Number.POSITIVE_INFINITY }).unfitting)
  if (lost.size === 0) return [...corrections]
  const [forth, back] = [followArticles(imported, next), followArticles(next, imported)]
  const texts = textHashes(imported)
  const taken = new Map<number, Correction>()
  return corrections.map((correction) => {
    const from = positionsOf(correction, imported, texts, taken)
    for (const position of from ?? []) taken.set(position, correction)
    if (!lost.has(correction.id) || !from) return correction
    const to = [...new Set(from.map((position) => forth.successor(position)))]
    // A text that is kept is that of one article.
    if (to.includes(null) || (correction.results.some(({ html }) => html === null) && to.length > 1)) return correction
    const found = to as number[]
    // The pages of a correction count from the first of its articles.
    const isSame =
      next[found[0]!]!.firstPage === correction.anchors[0]!.firstPage &&
      from.every((position) => forth.covered(position, found) >= LEAST_COMMON) &&
      found.every((position) => back.covered(position, from) >= LEAST_COMMON)
    return isSame ? { ...correction, anchors: found.map((position) => anchorOf(next[position]!)) } : correction
  })
}
