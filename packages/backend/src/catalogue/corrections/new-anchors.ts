import { followArticles } from '../following/follow-articles.ts'
import type { PublishedArticle } from '../published-article.ts'
import { anchorOf, applyCorrections, type Correction, positionsOf, textHashes } from './apply-corrections.ts'

/** Two articles are the same if each has at least this share of its phrases in common with the other. */
const LEAST_COMMON = 0.7

/**
 * Returns corrections for another import. Articles that are read a little differently there get new anchors. A dropped article
 * without words there was left out by the importer, which has learned from other issues of the title (ADR-0340): its correction
 * is fulfilled. Others are returned unchanged.
 */
export function withNewAnchors(
  { imported, corrections }: { imported: readonly PublishedArticle[]; corrections: readonly Correction[] },
  next: readonly PublishedArticle[],
): Correction[] {
  const { unfitting, fulfilled } = applyCorrections(next, corrections, { order: null, pageCount: Number.POSITIVE_INFINITY })
  const lost = new Set([...unfitting, ...fulfilled])
  if (lost.size === 0) return [...corrections]
  const [forth, back] = [followArticles(imported, next), followArticles(next, imported)]
  const texts = textHashes(imported)
  const taken = new Map<number, Correction>()
  return corrections.map((correction) => {
    const from = positionsOf(correction, imported, texts, taken)
    for (const position of from ?? []) taken.set(position, correction)
    if (!lost.has(correction.id) || !from) return correction
    const isDrop = correction.results.length === 0
    if (isDrop && from.every((position) => forth.parts(position).length === 0)) return { ...correction, isFulfilled: true }
    const to = [...new Set(from.map((position) => forth.successor(position)))]
    // A kept text belongs to one article.
    const { isFulfilled: _, ...unfulfilled } = correction
    if (to.includes(null) || (correction.results.some(({ html }) => html === null) && to.length > 1)) return unfulfilled
    const found = to as number[]
    // The pages of a correction count from the first of its articles.
    const isSame =
      next[found[0]!]!.firstPage === correction.anchors[0]!.firstPage &&
      from.every((position) => forth.covered(position, found) >= LEAST_COMMON) &&
      found.every((position) => back.covered(position, from) >= LEAST_COMMON)
    return isSame ? { ...unfulfilled, anchors: found.map((position) => anchorOf(next[position]!)) } : unfulfilled
  })
}
