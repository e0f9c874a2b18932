import type { ArticlePicture } from '@kiosk/backend/catalogue/published-article'
import type { Box } from '../text/set-line.ts'
import type { Draft } from './article-draft.ts'
import { type Block, blockOf, isSmallPrint } from './blocks.ts'
import { CAPTION_GAP } from './captions.ts'
import {
  areaOf,
  centreOf,
  type Edges,
  edgesOf,
  heightOf,
  holds,
  type PageSize,
  sharedAcross,
  sharedArea,
  sharedDown,
  widthOf,
} from './geometry.ts'
import { isCredit, isLabelledCaption } from './phrases.ts'
import {
  distance,
  logosAmong,
  MOST_WORDS_ON_PICTURE,
  namingWords,
  ownerOf,
  shareNamed,
  type TextOnPage,
} from './picture-owner.ts'
import { withRoomBelow } from './picture-rows.ts'
import type { OrderedPage, PlacedLine } from './placed-line.ts'

/** Distance between captions beside each other, which is more than a space. In sizes of the text. */
const BETWEEN_CAPTIONS = 1.2
/** Longer texts beside a picture are not its captions. */
const LONGEST_CAPTION_CHARACTERS = 500
/** A mark of an advertisement this close above a picture belongs to it. In heights of the mark. */
const MARK_GAP = 3
/** A word in more articles of the issue names none of them. */
const RARE_WORD_ARTICLES = 2
/** Share of a picture that another one shows as well: the picture is drawn twice, or in layers. */
const SAME_AREA = 0.7

/** A picture of an article: where it is printed and what its caption says. */
export type PlacedPicture = Omit<ArticlePicture, 'after'>

/**
 * Gives pictures with their captions to the articles that they belong to: in each draft, a block stands for each of its pictures.
 * @returns the drafts, and the pictures by these blocks
 */
export function withPictures(
  drafts: readonly Draft[],
  blocks: readonly Block[][],
  pages: readonly OrderedPage[],
  body: number,
): { drafts: Draft[]; pictures: Map<Block, PlacedPicture> } {
  const pictures = new Map<Block, PlacedPicture>()
  const owners = new Map<Block, Draft>()
  const words = new Map<Draft, Set<string>>()
  const pagesOf = new Map<Draft, Set<number>>()
  for (const draft of drafts) {
    const all = [...draft.headline, ...(draft.kicker ? [draft.kicker] : []), ...draft.blocks]
    for (const block of all) owners.set(block, draft)
    words.set(draft, wordsOf(all.filter(({ role }) => role !== 'caption')))
    pagesOf.set(draft, new Set(all.map(({ page }) => page)))
  }
  const times = new Map<string, number>()
  for (const word of [...words.values()].flatMap((each) => [...each])) times.set(word, (times.get(word) ?? 0) + 1)
  const given = new Map<Draft, Block[]>()
  const moved = new Set<Block>()
  const isLogo = logosAmong(pages.flatMap((page) => page.pictures))
  for (const [index, page] of pages.entries()) {
    const ofPage = blocks[index]!
    const shown = picturesOf(page, isLogo)
    const { captions, wholes } = captionsOf(shown, ofPage, page, body)
    const wholeOf = (block: Block) => wholes.get(block) ?? block
    const printed = new Set([...captions.values()].flat())
    const texts = ofPage
      .filter((block) => block.role !== 'caption' && block.role !== 'credit' && !printed.has(block))
      .map((block): TextOnPage<Draft> => {
        const heading = block.role === 'headline' || block.role === 'deck' || block.role === 'byline'
        return { owner: owners.get(block) ?? null, edges: block.edges, heading }
      })
    const onPage = [...new Set(texts.flatMap(({ owner }) => owner ?? []))]
    for (const picture of shown) {
      const ofPicture = captions.get(picture) ?? []
      if (isAdvertised(picture, ofPage)) continue
      const said = new Set([...wordsOf(ofPicture)].filter((word) => (times.get(word) ?? 0) <= RARE_WORD_ARTICLES))
      const named = (draft: Draft) => shareNamed(said, draft, { onPage, words })
      const goesOn = (draft: Draft) => draft.goesOn !== null || Math.max(...pagesOf.get(draft)!) > index + 1
      const captionOf = ofPicture.flatMap((block) => owners.get(wholeOf(block)) ?? [])[0] ?? null
      const captioned = { edges: picture, captions: ofPicture.map(({ edges }) => edges), captionOf }
      const owner = ownerOf(captioned, texts, page, { named, goesOn })
      if (!owner) continue
      const block = blockFor(picture, ofPicture, index + 1)
      pictures.set(block, { page: index + 1, ...placeOf(picture, page), ...saidBy(ofPicture) })
      for (const caption of ofPicture) moved.add(wholeOf(caption))
      given.set(owner, [...(given.get(owner) ?? []), block])
    }
  }
  const result = drafts.map((draft): Draft => {
    const own = given.get(draft) ?? []
    const rest = draft.blocks.filter((block) => !moved.has(block))
    const kicker = draft.kicker && moved.has(draft.kicker) ? null : draft.kicker
    return { ...draft, kicker, blocks: inTheirOrder(own.reduce(inserted, rest), new Set(own)) }
  })
  return { drafts: result, pictures }
}

/** Returns what is printed on a page as a picture: no backgrounds, no logos, each once, largest first. */
function picturesOf(page: OrderedPage, isLogo: (picture: Box) => boolean): Edges[] {
  const shown: Edges[] = []
  for (const box of page.pictures) {
    const edges = edgesOf(box, page)
    const isBackground =
      page.lines.reduce((sum, line) => sum + (holds(edges, line.edges) ? line.line.words.length : 0), 0) > MOST_WORDS_ON_PICTURE
    if (isBackground || isLogo(box)) continue
    const isShown = shown.some((other) => sharedArea(other, edges) > SAME_AREA * areaOf(edges))
    if (!isShown) shown.push(edges)
  }
  return shown
}

/**
 * Returns the captions and credits of each picture, from top to bottom. A caption that is only part of a block, because captions
 * are beside each other, has this block with it.
 */
function captionsOf(
  pictures: readonly Edges[],
  blocks: readonly Block[],
  page: PageSize,
  body: number,
): { captions: Map<Edges, Block[]>; wholes: Map<Block, Block> } {
  const captions = new Map<Edges, Block[]>()
  const wholes = new Map<Block, Block>()
  const rooms = withRoomBelow(
    pictures,
    blocks.map(({ edges }) => edges),
  )
  const possible = blocks.filter(
    (block) =>
      block.text.length <= LONGEST_CAPTION_CHARACTERS &&
      (block.role === 'caption' || block.role === 'credit' || (block.role === 'kicker' && isSmall(block, body))),
  )
  for (const block of blocks) {
    for (const [picture, part] of dividedBetween(rooms, block, page, body)) {
      captions.set(picture, [...(captions.get(picture) ?? []), part])
      wholes.set(part, block)
    }
  }
  const divided = new Set(wholes.values())
  for (const block of possible) {
    if (divided.has(block)) continue
    const costs = pictures.map((picture) => costOfCaption(rooms.get(picture)!, block, body))
    const least = Math.min(...costs)
    if (least > CAPTION_GAP * body) continue
    const picture = pictures[costs.indexOf(least)]!
    if (block.role === 'kicker' && !isNearer(picture, block, blocks)) continue
    captions.set(picture, [...(captions.get(picture) ?? []), block])
  }
  for (const ofPicture of captions.values()) {
    ofPicture.sort((a, b) => a.edges.top - b.edges.top || a.edges.left - b.edges.left)
    const goesOn = blocks.find((block) => !possible.includes(block) && continues(ofPicture.at(-1)!, block, body))
    if (goesOn) ofPicture.push(goesOn)
  }
  return { captions, wholes }
}

/**
 * If a block holds the captions of pictures beside each other, returns its parts: the words below each picture. Empty for any
 * other block. `rooms`: the pictures with the room below them.
 */
function dividedBetween(rooms: ReadonlyMap<Edges, Edges>, block: Block, page: PageSize, body: number): Map<Edges, Block> {
  const gapTo = (picture: Edges) => block.edges.top - rooms.get(picture)!.bottom
  const canBe = block.role === 'caption' || (block.role === 'body' && isSmall(block, body))
  const above =
    canBe && block.text.length <= LONGEST_CAPTION_CHARACTERS
      ? [...rooms.keys()].filter((each) => Math.abs(gapTo(each)) <= CAPTION_GAP * body)
      : []
  if (above.length < 2) return new Map()
  const parts = new Map<Edges, PlacedLine[]>()
  for (const placed of block.lines) {
    const ofLine = Map.groupBy(placed.line.words, ([, x, , width]) => {
      const centre = (x + width / 2) * page.width
      return above.find(({ left, right }) => left <= centre && centre <= right)
    })
    for (const [picture, words] of ofLine) {
      if (!picture) return new Map()
      parts.set(picture, [...(parts.get(picture) ?? []), withWords(placed, words, page)])
    }
  }
  const divided = new Map(
    [...parts].map(([picture, lines]) => [picture, { ...blockOf(lines, false), role: 'caption' as const }] as const),
  )
  const inOrder = [...divided].sort(([one], [other]) => one.left - other.left)
  const isApart = inOrder.every(([picture, { edges }], index) => {
    const next = inOrder[index + 1]
    const isBelow = edges.left >= picture.left && edges.right <= picture.right
    return (
      isBelow && (!next || (next[0].left >= picture.right && next[1].edges.left - edges.right >= BETWEEN_CAPTIONS * block.size))
    )
  })
  // A caption centred below several pictures belongs to all of them.
  return divided.size > 1 && isApart ? divided : new Map()
}

/** Returns a line with some of its words. */
function withWords(placed: PlacedLine, words: PlacedLine['line']['words'], page: PageSize): PlacedLine {
  const [left, right] = [Math.min(...words.map(([, x]) => x)), Math.max(...words.map(([, x, , width]) => x + width))]
  const box = { ...placed.box, x: left, width: right - left }
  return { ...placed, line: { ...placed.line, words }, box, edges: edgesOf(box, page) }
}

/**
 * Whether a line in the same size right below a caption is its last line, which by itself looked like a name or like text. In the
 * size of the text, it must end the sentence of the caption.
 */
function continues(caption: Block, block: Block, body: number): boolean {
  const { edges, size, lines, role, text } = block
  const isRest = caption.role === 'caption' && /[\p{L}\p{N},]$/u.test(caption.text) && /^\p{Ll}/u.test(text)
  if (!isRest && !isSmall(block, body)) return false
  const gap = edges.top - caption.edges.bottom
  // The second line of "Figure 1: …" may be indented.
  const isSame =
    Math.abs(edges.left - caption.edges.left) < (isRest ? 2 : 1) * size && Math.abs(size - caption.size) < 0.03 * size
  return lines.length === 1 && role !== 'headline' && role !== 'advertisement' && isSame && Math.abs(gap) < 0.5 * size
}

const isSmall = (block: Block, body: number) => (block.italic || isSmallPrint(block, body)) && /\p{Ll}/u.test(block.text)

/** Whether a line above a headline is much nearer to the picture above it: it is a caption then, and no kicker. */
function isNearer(picture: Edges, { edges }: Block, blocks: readonly Block[]): boolean {
  const headings = blocks.filter((block) => block.role === 'headline' && sharedAcross(block.edges, edges) > 0)
  const below = headings.map((block) => block.edges.top - edges.bottom).filter((gap) => gap > -1)
  return edges.top >= picture.bottom - 1 && edges.top - picture.bottom < 0.6 * Math.min(...below)
}

/** Returns how far a caption is from a picture: below it, or a little less likely beside or above; Infinity if it is elsewhere. */
function costOfCaption(picture: Edges, { edges, lines, text }: Block, body: number): number {
  const far = distance(picture, edges)
  // "Figure 1: …" can be wider than its picture.
  const width = isLabelledCaption(text) ? Math.min(widthOf(edges), widthOf(picture)) : widthOf(edges)
  const isUnder = sharedAcross(picture, edges) > 0.5 * width
  const isBeside = sharedDown(picture, edges) > 0.5 * Math.min(heightOf(edges), heightOf(picture))
  if (isUnder && centreOf(edges) > centreOf(picture)) return Math.max(0, far - (lines.length > 1 ? 0 : 0.2 * body))
  return isUnder || isBeside ? far + 0.5 * body : Infinity
}

/** Whether the mark of an advertisement is right above a picture. */
function isAdvertised(picture: Edges, blocks: readonly Block[]): boolean {
  return blocks.some(
    ({ role, edges }) =>
      role === 'label' &&
      Math.abs(picture.top - edges.bottom) < MARK_GAP * heightOf(edges) &&
      sharedAcross(picture, edges) > 0.5 * widthOf(edges),
  )
}

/** Returns a block that stands for a picture: that of its caption, or one without lines. */
function blockFor(picture: Edges, captions: readonly Block[], page: number): Block {
  const lines = captions.flatMap((block) => block.lines)
  if (lines.length > 0) return { ...blockOf(lines, false), role: 'caption', edges: picture }
  return {
    lines,
    page,
    column: -1,
    frame: null,
    edges: picture,
    size: 0,
    bold: false,
    italic: false,
    colour: 0,
    style: '',
    text: '',
    opens: false,
    role: 'caption',
  }
}

/** Puts the block of a picture behind what is printed above it, or before what is below. */
function inserted(blocks: readonly Block[], picture: Block): Block[] {
  const { page, edges } = picture
  const onPage = blocks.filter((block) => block.page === page && block.lines.length > 0 && !isPicture(block))
  const inColumn = onPage.filter(
    (block) => sharedAcross(block.edges, edges) > 0.3 * Math.min(widthOf(block.edges), widthOf(edges)),
  )
  const above = inColumn.filter((block) => block.edges.bottom <= centreOf(edges))
  const nearest = above.toSorted((a, b) => b.edges.bottom - a.edges.bottom)[0]
  if (nearest) return blocks.toSpliced(blocks.indexOf(nearest) + 1, 0, picture)
  const below = inColumn.toSorted((a, b) => a.edges.top - b.edges.top)[0]
  const beside = onPage.filter((block) => sharedDown(block.edges, edges) > 0)
  const next = below ?? beside[0]
  if (next) return blocks.toSpliced(blocks.indexOf(next), 0, picture)
  const later = blocks.findIndex((block) => block.page > page)
  return later < 0 ? [...blocks, picture] : blocks.toSpliced(later, 0, picture)
}

const isPicture = ({ role }: Block) => role === 'caption'

/** Orders pictures that follow one another by their place: those below each other from top to bottom, others from left to right. */
function inTheirOrder(blocks: readonly Block[], pictures: ReadonlySet<Block>): Block[] {
  const ordered: Block[] = []
  for (const block of blocks) {
    let at = ordered.length
    while (pictures.has(block) && at > 0 && pictures.has(ordered[at - 1]!) && isBefore(block, ordered[at - 1]!)) at--
    ordered.splice(at, 0, block)
  }
  return ordered
}

function isBefore(one: Block, other: Block): boolean {
  const [a, b] = [one.edges, other.edges]
  const isBelow = sharedAcross(a, b) > 0.3 * Math.min(widthOf(a), widthOf(b))
  return one.page === other.page && (isBelow ? a.top < b.top : a.left < b.left)
}

function placeOf({ left, top, right, bottom }: Edges, page: OrderedPage): Box {
  const round = (share: number) => Math.round(share * 10_000) / 10_000
  const [x, y] = [round(left / page.width), round(top / page.height)]
  return { x, y, width: round(right / page.width - x), height: round(bottom / page.height - y) }
}

/** "A sentence. Photo: Name": returns the text of a caption and its credit. */
function saidBy(blocks: readonly Block[]): { caption: string; credit: string } {
  const captions = blocks.filter(({ role }) => role !== 'credit').map(({ text }) => text)
  const credits = blocks.filter(({ role }) => role === 'credit').map(({ text }) => text)
  const whole = captions.join(' ')
  const at = [...whole.matchAll(/(?<=[.!?…”“"»)])\s+|\s+[|/•·–—]\s+|\s+(?=[(©])/gu)].find(({ index, 0: gap }) =>
    isCredit(whole.slice(index + gap.length)),
  )
  if (!at) return { caption: whole, credit: credits.join(', ') }
  return {
    caption: whole.slice(0, at.index).trim(),
    credit: [whole.slice(at.index + at[0].length).trim(), ...credits].join(', '),
  }
}

const wordsOf = (blocks: readonly Block[]) => namingWords(blocks.map(({ text }) => text).join(' '))
