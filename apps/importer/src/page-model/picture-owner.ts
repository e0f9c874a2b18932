import { plain } from '../articles/headline.ts'
import type { Box } from '../text/set-line.ts'
import { areaOf, around, type Edges, heightOf, holds, sharedAcross, sharedArea, sharedDown, widthOf } from './geometry.ts'

/** A text on the page of a picture; `owner`: the article that has it, or null if it is in none. `heading`: its headline or deck. */
export type TextOnPage<Owner> = { owner: Owner | null; edges: Edges; heading: boolean }
/** A page in any unit of length; `frames` smallest first. */
type PageOfPicture = { width: number; height: number; rules: readonly Edges[]; frames: readonly Edges[] }
/** A picture with the places of its caption, and the article that owns the caption by reading order. */
type CaptionedPicture<Owner> = { edges: Edges; captions: readonly Edges[]; captionOf: Owner | null }

/** A picture with more words on it is the background of a text. */
export const MOST_WORDS_ON_PICTURE = 12
/** A picture at the head or foot of the page, in the same place on this many pages, is a logo. `edge`: fraction of the page. */
const LOGO = { pages: 3, edge: 0.12 }
/** Shorter words occur in every text. */
const SHORTEST_WORD_CHARACTERS = 5

/** Returns a function that says whether a picture is a logo. @param pictures of all pages of the issue */
export function logosAmong(pictures: readonly Box[]): (picture: Box) => boolean {
  const keyOf = (box: Box) => [box.x, box.y, box.width, box.height].map((side) => Math.round(side * 100)).join()
  const places = Map.groupBy(pictures, keyOf)
  return (picture) => {
    const isAtEdge = picture.y + picture.height < LOGO.edge || picture.y > 1 - LOGO.edge
    return isAtEdge && places.get(keyOf(picture))!.length >= LOGO.pages
  }
}

/** Returns the words of a text by which a caption can name its article. */
export function namingWords(text: string): Set<string> {
  return new Set(
    text
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= SHORTEST_WORD_CHARACTERS)
      .map(plain),
  )
}

/** Returns the share of a caption's words that only this one of the page's articles has. */
export function shareNamed<Owner>(
  caption: ReadonlySet<string>,
  owner: Owner,
  { onPage, words }: { onPage: Iterable<Owner>; words: ReadonlyMap<Owner, ReadonlySet<string>> },
): number {
  const others = [...onPage].filter((each) => each !== owner)
  const only = [...caption].filter((word) => words.get(owner)!.has(word) && !others.some((other) => words.get(other)!.has(word)))
  return only.length / Math.max(1, caption.size)
}

/** Distance between a picture and its article: a caption's height. Share of the page's height. */
const FURTHEST_SHARE = 0.08
/** A frame that is hardly larger than the picture is its border. */
const BORDER = 1.1
/** What counts for or against an article besides its distance from the picture. Shares of the page's height. */
const COST = {
  /** The box around the picture and the article contains as much text of others as the picture is large. */
  othersBetween: 0.08,
  /** The picture comes after the last line: pictures are printed above headlines more often than below ends. */
  afterEnd: 0.02,
  /** The picture has neither the width of a column of the article nor that of all its columns. */
  notAligned: 0.02,
  /** Only the caption is near, whose article follows from the reading order. */
  captionOnly: 0.04,
  /** All words of the caption are in this article and in no other one. */
  namedInCaption: -0.12,
  /** Headline or deck of the article is right above the picture. */
  belowHeadline: -0.05,
}
/** Edges that differ less are aligned. Share of the page's height. */
const ALIGNED = 0.012

/**
 * Returns the article that a picture belongs to: the one with the lowest cost (ADR-0231, ADR-0323); null if none is near, or if the
 * picture is in a frame with texts of no article.
 * @param named share of the words of its caption that only this article has
 * @param goesOn whether an article continues elsewhere
 */
export function ownerOf<Owner>(
  picture: CaptionedPicture<Owner>,
  texts: readonly TextOnPage<Owner>[],
  page: PageOfPicture,
  { named, goesOn }: { named: (owner: Owner) => number; goesOn: (owner: Owner) => boolean },
): Owner | null {
  const { edges, captions, captionOf } = picture
  const unit = captions.reduce(around, edges)
  const frame = page.frames.find(
    (each) => holds(each, edges) && areaOf(each) > BORDER * areaOf(edges) && texts.some((text) => holds(each, text.edges)),
  )
  const apart = (text: Edges) => page.frames.some((each) => holds(each, text) && !holds(each, edges))
  const open = texts.filter((text) => !apart(text.edges))
  const inside = frame ? texts.filter((text) => holds(frame, text.edges)) : open
  const near = inside.some(({ owner }) => owner !== null) || frame ? inside : texts
  const owners = [...new Set(near.flatMap(({ owner }) => owner ?? []))]
  const candidates = owners.flatMap((owner) => {
    const own = near.filter((text) => text.owner === owner)
    const best = own.reduce((nearest, text) => (distance(unit, text.edges) < distance(unit, nearest.edges) ? text : nearest))
    const far = distance(unit, best.edges) / page.height
    const isNear = frame !== undefined || far <= FURTHEST_SHARE
    if (!isNear && owner !== captionOf) return []
    return [{ owner, own, best, cost: isNear ? far : FURTHEST_SHARE + COST.captionOnly }]
  })
  const together = candidates.filter(({ best }) => !page.rules.some((rule) => separates(rule, edges, best.edges)))
  const possible = together.length > 0 ? together : candidates
  let lowest: { owner: Owner; cost: number } | null = null
  for (const { owner, own, best, cost: far } of possible) {
    const others = near.filter((text) => text.owner !== owner).map((text) => text.edges)
    const area = own.map((text) => text.edges).reduce(around)
    const more = coveredBy(others, around(area, unit)) - coveredBy(others, area)
    const cost =
      far +
      COST.othersBetween * Math.min(1, more / areaOf(edges)) +
      (isAfterEnd(edges, own) && !goesOn(owner) ? COST.afterEnd : 0) +
      (isAligned(edges, own, area, ALIGNED * page.height) ? 0 : COST.notAligned) +
      (isBelowHeading(unit, best) ? COST.belowHeadline : 0) +
      COST.namedInCaption * named(owner)
    if (!lowest || cost < lowest.cost) lowest = { owner, cost }
  }
  return lowest?.owner ?? null
}

/** Whether all texts of an article end above the middle of a picture. */
const isAfterEnd = (picture: Edges, own: readonly TextOnPage<unknown>[]) =>
  own.every(({ edges }) => edges.bottom <= (picture.top + picture.bottom) / 2)

/** Whether a picture begins and ends with a column of an article, or with all of them. */
function isAligned(picture: Edges, own: readonly TextOnPage<unknown>[], area: Edges, slack: number): boolean {
  const begins = own.some(({ edges }) => Math.abs(edges.left - picture.left) <= slack)
  const ends =
    Math.abs(area.right - picture.right) <= slack || own.some(({ edges }) => Math.abs(edges.right - picture.right) <= slack)
  return begins && ends
}

const isBelowHeading = (unit: Edges, { edges, heading }: TextOnPage<unknown>) =>
  heading && edges.bottom <= unit.top + 0.5 * heightOf(edges) && sharedAcross(edges, unit) > 0

/** Returns the distance between two boxes, across and down together; 0 if they touch. */
export const distance = (one: Edges, other: Edges) =>
  Math.max(0, -sharedAcross(one, other)) + Math.max(0, -sharedDown(one, other))

/** Returns the area of a box that others cover. */
const coveredBy = (others: readonly Edges[], box: Edges) => others.reduce((sum, other) => sum + sharedArea(box, other), 0)

/** Returns whether a rule runs between a picture and a text, along most of the side on which they face each other. */
function separates(rule: Edges, picture: Edges, text: Edges): boolean {
  const [isApartDown, isApartAcross] = [sharedDown(picture, text) < 0, sharedAcross(picture, text) < 0]
  if (isApartDown === isApartAcross) return false
  const turned = ({ left, top, right, bottom }: Edges): Edges => ({ left: top, top: left, right: bottom, bottom: right })
  const [line, one, other] = isApartDown ? [rule, picture, text] : [turned(rule), turned(picture), turned(text)]
  if (heightOf(line) > widthOf(line)) return false
  const [upper, lower] = one.top < other.top ? [one, other] : [other, one]
  const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)]
  const along = Math.min(right, line.right) - Math.max(left, line.left)
  const middle = (line.top + line.bottom) / 2
  return middle > upper.bottom && middle < lower.top && along > (right - left) / 2
}
