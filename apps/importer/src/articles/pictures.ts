import type { PublishedArticle, Region } from '@kiosk/backend/catalogue/published-article'
import type { Printed } from '../pdf/read-pictures.ts'
import type { Line } from '../pdf/read-words.ts'
import { lineText } from '../text/page-text.ts'
import { type Box, bodySize, type SetLine, setLines } from '../text/paragraphs.ts'
import { plain } from './headline.ts'

/** A page with its lines in reading order; `height` in points. */
type ReadPage = { lines: Line[]; height: number }

/** A picture with more words on it is the background of a text. */
const MOST_WORDS_ON_IT = 12
/** A picture at the head or foot of the page, in the same place on as many pages, is a logo. `edge`: fraction of the page. */
const LOGO = { pages: 3, edge: 0.12 }
/** Distance between a picture and its article: a caption's height. Fraction of the page. */
const FURTHEST_SHARE = 0.08

/** What counts against an article besides its distance from the picture, in the same unit. Negative: counts for it. */
const COST = {
  /** The box around the picture and the article contains as much text of others as the picture is large. */
  othersBetween: 0.08,
  /** The picture comes after the last line: pictures are printed above headlines more often than below ends. */
  afterEnd: 0.02,
  /** Only the caption is near, whose place among the articles follows from the order in the file. */
  captionOnly: 0.04,
  /** All words of the caption are in this article and in no other one. */
  namedInCaption: -0.12,
}
/** A caption is less than a line of it away, has a few lines, and is hardly larger than the text. */
const CAPTION = { gap: 0.025, lines: 4, largest: 1.1 }
/** Shorter words are in every text. */
const SHORTEST_WORD_CHARACTERS = 5

/**
 * Gives each article the picture printed next to it: the first by page, and the largest of a page. Which article a picture
 * belongs to follows from distance, layout, rules and caption (ADR-0227, ADR-0231).
 */
export function withPictures(articles: readonly PublishedArticle[], pages: readonly (ReadPage & Printed)[]): PublishedArticle[] {
  const set = pages.map(({ lines, height }, index) => setLines(lines, index + 1, height))
  const body = bodySize(set.flat())
  const known = articles.map((article) => ({ article, words: wordsOf(textOf(article)) }))
  const places = Map.groupBy(
    pages.flatMap(({ pictures }) => pictures),
    placeOf,
  )
  const pictures = new Map<PublishedArticle, Region>()
  for (const [index, { pictures: printed, rules }] of pages.entries()) {
    const page = index + 1
    const lines = set[index]!
    const candidates = known
      .map((each) => ({ ...each, regions: each.article.regions.filter((region) => region.page === page) }))
      .filter(({ regions }) => regions.length > 0)
    for (const picture of printed) {
      if (wordsOn(picture, lines) > MOST_WORDS_ON_IT || isLogo(picture, places)) continue
      const caption = captionOf(picture, lines, body)
      const article = ownerOf(picture, candidates, rules, caption)
      if (article && !pictures.has(article)) pictures.set(article, { page, ...picture })
    }
  }
  return articles.map((article) => {
    const picture = pictures.get(article)
    return picture ? { ...article, picture } : article
  })
}

type Candidate = { article: PublishedArticle; regions: Region[]; words: Set<string> }

/** Returns the article that a picture belongs to; null if none is near. */
function ownerOf(picture: Box, all: readonly Candidate[], rules: readonly Box[], caption: SetLine[]): PublishedArticle | null {
  const captionBox = caption.length > 0 ? caption.map(({ box }) => box).reduce(around) : null
  const isCaption = (region: Box) => captionBox !== null && isWithin(region, captionBox)
  const near = all.flatMap((candidate) => {
    const texts = candidate.regions.filter((region) => !isCaption(region))
    const region = nearestOf(picture, texts.length > 0 ? texts : candidate.regions)
    const far = distance(picture, region)
    if (far <= FURTHEST_SHARE) return { ...candidate, region, cost: far }
    return candidate.regions.some(isCaption) ? { ...candidate, region, cost: FURTHEST_SHARE + COST.captionOnly } : []
  })
  const together = near.filter(({ region }) => !rules.some((rule) => separates(rule, picture, region)))
  const candidates = together.length > 0 ? together : near
  const said = new Set(caption.flatMap(({ line }) => [...wordsOf(lineText(line))]))
  const costs = candidates.map(({ article, regions, words, cost }) => {
    const others = all.filter((each) => each.article !== article)
    const foreign = others.flatMap((each) => each.regions).filter((region) => !isCaption(region))
    const own = regions.reduce<Box>(around, regions[0]!)
    const more = coveredBy(foreign, around(own, picture)) - coveredBy(foreign, own)
    const named = [...said].filter((word) => words.has(word) && !others.some((other) => other.words.has(word)))
    return (
      cost +
      COST.othersBetween * Math.min(1, more / areaOf(picture)) +
      (isAfterEnd(picture, article, regions) ? COST.afterEnd : 0) +
      COST.namedInCaption * (named.length / Math.max(1, said.size))
    )
  })
  return candidates[costs.indexOf(Math.min(...costs))]?.article ?? null
}

/** Returns the lines directly below a picture, within its width: its caption, or the text that goes on there. */
function captionOf(picture: Box, lines: readonly SetLine[], body: number): SetLine[] {
  let bottom = picture.y + picture.height
  const caption: SetLine[] = []
  const below = lines
    .filter(({ box }) => box.y >= bottom - 0.005 && box.x >= picture.x - 0.01)
    .filter(({ box }) => box.x + box.width <= picture.x + picture.width + 0.01)
    .toSorted((one, other) => one.box.y - other.box.y)
  for (const line of below) {
    if (line.box.y - bottom > CAPTION.gap || line.size > body * CAPTION.largest || caption.length === CAPTION.lines) break
    caption.push(line)
    bottom = line.box.y + line.box.height
  }
  return caption
}

/** Returns the text of an article without its captions. */
const textOf = ({ headline, html }: PublishedArticle) =>
  `${headline} ${html.replace(/<em>[\s\S]*?<\/em>/g, ' ').replace(/<[^>]+>/g, ' ')}`

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length >= SHORTEST_WORD_CHARACTERS)
      .map(plain),
  )
}

function wordsOn(picture: Box, lines: readonly SetLine[]): number {
  const isOn = ([, x, y, width, height]: SetLine['line']['words'][number]) =>
    distance(picture, { x: x + width / 2, y: y + height / 2, width: 0, height: 0 }) === 0
  return lines.reduce((sum, { line }) => sum + line.words.filter(isOn).length, 0)
}

/** Returns whether the article ends on this page, above the picture. */
function isAfterEnd(picture: Box, { lastPage }: PublishedArticle, regions: readonly Region[]): boolean {
  return regions.every(({ page, y, height }) => page === lastPage && y + height <= picture.y + picture.height / 2)
}

/** Returns whether a rule runs between a picture and a text, along most of the side on which they face each other. */
function separates(rule: Box, picture: Box, text: Box): boolean {
  const [across, down] = [gapAcross(picture, text), gapDown(picture, text)]
  if (across > 0 === down > 0) return false
  const swap = ({ x, y, width, height }: Box): Box => ({ x: y, y: x, width: height, height: width })
  const [line, one, other] = down > 0 ? [rule, picture, text] : [swap(rule), swap(picture), swap(text)]
  if (line.height > line.width) return false
  const [upper, lower] = one.y < other.y ? [one, other] : [other, one]
  const [left, right] = [Math.max(one.x, other.x), Math.min(one.x + one.width, other.x + other.width)]
  const along = Math.min(right, line.x + line.width) - Math.max(left, line.x)
  const middle = line.y + line.height / 2
  return middle > upper.y + upper.height && middle < lower.y && along > (right - left) / 2
}

/** Returns a key for the place of a picture on its page, to a hundredth. */
const placeOf = (box: Box) => [box.x, box.y, box.width, box.height].map((side) => Math.round(side * 100)).join()

function isLogo(picture: Box, places: Map<string, Box[]>): boolean {
  const atEdge = picture.y + picture.height < LOGO.edge || picture.y > 1 - LOGO.edge
  return atEdge && places.get(placeOf(picture))!.length >= LOGO.pages
}

const nearestOf = (picture: Box, regions: readonly Region[]) =>
  regions.reduce((best, each) => (distance(picture, each) < distance(picture, best) ? each : best))

/** Returns the distance between two boxes, across and down together; 0 if they touch. */
const distance = (one: Box, other: Box) => Math.max(0, gapAcross(one, other)) + Math.max(0, gapDown(one, other))
const gapAcross = (one: Box, other: Box) => Math.max(one.x - (other.x + other.width), other.x - (one.x + one.width))
const gapDown = (one: Box, other: Box) => Math.max(one.y - (other.y + other.height), other.y - (one.y + one.height))
const areaOf = ({ width, height }: Box) => width * height
const isWithin = (one: Box, other: Box) => areaOf(around(one, other)) <= 1.1 * areaOf(other)
/** Returns the area of a box that others cover. */
const coveredBy = (others: readonly Box[], box: Box) => others.reduce((sum, other) => sum + areaOf(common(box, other)), 0)

function common(one: Box, other: Box): Box {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}

function around(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}
