import { createHash } from 'node:crypto'
import type { PublishedArticle, Region } from '../published-article.ts'

/** An imported article as it was when somebody corrected it; with it, the article is found again in another import. */
export type Anchor = { headline: string; firstPage: number; text: string }

/** An article that a correction makes. `html` and `regions` are null where they stay as imported. */
export type CorrectedArticle = {
  headline: string
  byline: string
  html: string | null
  firstPage: number
  lastPage: number
  regions: Region[] | null
}

/**
 * Replaces some imported articles with others: none (dropped), one (changed, joined) or more (split). `isFulfilled`: an import
 * has no words of the article that this correction drops.
 */
export type Correction = {
  id: string
  anchors: Anchor[]
  results: CorrectedArticle[]
  by: string
  at: string
  isFulfilled?: boolean
}

/** How a shown article was made: positions of imported articles, and the correction; null = as imported. */
export type Origin = { from: number[]; correction: string | null }

export type Corrected = {
  articles: PublishedArticle[]
  origins: Origin[]
  /** Keys of the articles, for `order`. */
  keys: string[]
  /** Ids of the corrections that do not fit this import. */
  unfitting: string[]
  /** Ids of the corrections that drop what is not in this import. */
  fulfilled: string[]
}

type Entry = { article: PublishedArticle; origin: Origin; key: string }

/**
 * Applies corrections to the articles of an import. A correction fits if all its articles are found again: by their text, even on
 * another page; or, if it keeps the text, by headline and page.
 */
export function applyCorrections(
  imported: readonly PublishedArticle[],
  corrections: readonly Correction[],
  { order, pageCount }: { order: readonly string[] | null; pageCount: number },
): Corrected {
  const texts = textHashes(imported)
  const replaced = new Map<number, Correction>()
  const made = new Map<Correction, Entry[]>()
  const unfitting: string[] = []
  const fulfilled: string[] = []
  for (const correction of corrections) {
    const positions = positionsOf(correction, imported, texts, replaced)
    const entries = positions && entriesOf(correction, positions, imported, pageCount)
    if (!positions || !entries) {
      const left = correction.isFulfilled && !positions ? fulfilled : unfitting
      left.push(correction.id)
      continue
    }
    for (const position of positions) replaced.set(position, correction)
    made.set(correction, entries)
  }
  const natural = imported.flatMap((article, position): Entry[] => {
    const correction = replaced.get(position)
    if (!correction) return [{ article, origin: { from: [position], correction: null }, key: keyOf(article, texts[position]!) }]
    // The results take the place of the first of the imported articles.
    const entries = made.get(correction) ?? []
    made.delete(correction)
    return entries
  })
  const entries = order ? ordered(natural, order) : natural
  return {
    articles: entries.map(({ article }) => article),
    origins: entries.map(({ origin }) => origin),
    keys: entries.map(({ key }) => key),
    unfitting,
    fulfilled,
  }
}

export function anchorOf({ headline, firstPage, html }: PublishedArticle): Anchor {
  return { headline, firstPage, text: textHash(html) }
}

/** Hash of the letters and digits of an article; a changed hyphen or line break does not matter. */
function textHash(html: string): string {
  const letters = html
    .replace(/<[^>]*>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return createHash('sha256').update(letters).digest('hex').slice(0, 20)
}

export const textHashes = (imported: readonly PublishedArticle[]) => imported.map(({ html }) => textHash(html))

const keyOf = ({ headline }: PublishedArticle, text: string) => `${text} ${headline}`

/** Returns the positions of the articles of a correction, in the order of its anchors; null = it does not fit. */
export function positionsOf(
  { anchors, results }: Correction,
  imported: readonly PublishedArticle[],
  texts: readonly string[],
  taken: ReadonlyMap<number, unknown>,
): number[] | null {
  const keepsText = results.every(({ html }) => html === null)
  const found: number[] = []
  for (const anchor of anchors) {
    const weight = (position: number) => {
      const article = imported[position]!
      const sameHeadline = article.headline === anchor.headline
      const samePage = article.firstPage === anchor.firstPage
      if (texts[position] === anchor.text) return 4 + Number(sameHeadline) * 2 + Number(samePage)
      return keepsText && sameHeadline && samePage ? 1 : 0
    }
    const best = imported
      .map((_, position) => ({ position, weight: taken.has(position) || found.includes(position) ? 0 : weight(position) }))
      .reduce((best, each) => (each.weight > best.weight ? each : best), { position: -1, weight: 0 })
    if (best.weight === 0) return null
    found.push(best.position)
  }
  return found
}

/** Returns the results of a correction; null if one of them would lie outside the issue. */
function entriesOf(
  { id, anchors, results }: Correction,
  positions: readonly number[],
  imported: readonly PublishedArticle[],
  pageCount: number,
): Entry[] | null {
  const first = imported[positions[0]!]!
  // If a page was added before the article, the whole article moves.
  const moved = first.firstPage - anchors[0]!.firstPage
  const entries = results.map(({ headline, byline, html, firstPage, lastPage, regions }, index): Entry => {
    const article: PublishedArticle = {
      headline,
      byline,
      source: first.source,
      html: html ?? first.html,
      ...(index === 0 && first.kicker && { kicker: first.kicker }),
      ...(first.language && { language: first.language }),
      ...(html === null && first.deck && { deck: first.deck }),
      ...(regions === null
        ? { firstPage: first.firstPage, lastPage: first.lastPage, regions: first.regions }
        : {
            firstPage: firstPage + moved,
            lastPage: lastPage + moved,
            regions: regions.map((region) => ({ ...region, page: region.page + moved })),
          }),
    }
    const shown = index === 0 ? picturesWithin(article, positions, imported) : {}
    return {
      article: { ...article, ...shown },
      origin: { from: [...positions], correction: id },
      key: `${id} ${index}`,
    }
  })
  const isInside = entries.every(({ article }) => article.firstPage >= 1 && article.lastPage <= pageCount)
  return isInside ? entries : null
}

/** The pictures of the imported articles that are on a page of the corrected one. */
function picturesWithin(
  { firstPage, lastPage }: PublishedArticle,
  positions: readonly number[],
  imported: readonly PublishedArticle[],
): Pick<PublishedArticle, 'picture' | 'pictures'> {
  const isWithin = ({ page }: Region) => page >= firstPage && page <= lastPage
  const picture = positions.flatMap((position) => imported[position]!.picture ?? []).find(isWithin)
  const pictures = positions.flatMap((position) => imported[position]!.pictures ?? []).filter(isWithin)
  return { ...(picture && { picture }), ...(pictures.length > 0 && { pictures }) }
}

/** Sorts by a given order. Articles missing from it stay after the one that they follow on the pages. */
function ordered(natural: readonly Entry[], order: readonly string[]): Entry[] {
  const place = new Map(order.map((key, index) => [key, index]))
  const known = natural.filter(({ key }) => place.has(key)).sort((a, b) => place.get(a.key)! - place.get(b.key)!)
  for (const [index, entry] of natural.entries()) {
    if (place.has(entry.key)) continue
    const before = natural[index - 1]
    known.splice(before ? known.indexOf(before) + 1 : 0, 0, entry)
  }
  return known
}
