import type { Article, ArticlePicture } from '@kiosk/domain/reading/endpoints'

/** A block of an article's HTML: its text, whether it is set as a caption, and of a list its items (otherwise 1). */
export type TextBlock = { text: string; isCaption: boolean; items: number }
export type PlacedPictures = {
  /** Stands below the headline. */
  lead: ArticlePicture | null
  /** The others, by the block before which they stand; the number of blocks = at the end. */
  before: Map<number, ArticlePicture[]>
  /** Captions that are shown with their pictures. */
  captions: Set<number>
  /** The block that introduces the article; null = none. */
  deck: number | null
}

/** Decides where the pictures of an article stand among its blocks: where their caption is, or where the import has found them. */
export function placePictures(
  blocks: readonly TextBlock[],
  { pictures = [], deck = '' }: Pick<Article, 'pictures' | 'deck'>,
): PlacedPictures {
  const captions = new Set<number>()
  const before = new Map<number, ArticlePicture[]>()
  for (const [index, picture] of pictures.entries()) {
    const said = plain(picture.caption || picture.credit)
    const own = said
      ? blocks.findIndex(({ text, isCaption }, at) => isCaption && !captions.has(at) && plain(text).startsWith(said))
      : -1
    if (own >= 0) captions.add(own)
    if (index === 0) continue
    const at = own >= 0 ? own : placeAfter(blocks, picture.after)
    before.set(at, [...(before.get(at) ?? []), picture])
  }
  const first = blocks.findIndex(({ isCaption }) => !isCaption)
  const hasDeck = deck !== '' && first >= 0 && plain(blocks[first]!.text) === plain(deck)
  return { lead: pictures[0] ?? null, before, captions, deck: hasDeck ? first : null }
}

/** Returns the place behind so many blocks that are no captions. */
function placeAfter(blocks: readonly TextBlock[], after: number): number {
  let passed = 0
  for (const [at, { isCaption, items }] of blocks.entries()) {
    if (passed >= after) return at
    if (!isCaption) passed += items
  }
  return blocks.length
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
