/**
 * A block of an article's HTML: its text, whether it is set as a caption, and for a list the number of its items (otherwise 1).
 */
export type TextBlock = { text: string; isCaption: boolean; items: number }
/** What decides where a picture is placed. `after`: number of blocks before it, without captions. */
type Placed = { caption: string; credit: string; after: number }
type PlacedPictures<P> = {
  /** The picture below the headline. */
  lead: P | null
  /** The others, by the index of the block that they precede; the number of blocks = at the end. */
  before: Map<number, P[]>
  /** Indexes of captions that are shown with their pictures. */
  captions: Set<number>
  /** Index of the block that introduces the article; null = none. */
  deck: number | null
}

/** Places the pictures of an article among its blocks: where their caption is, or where the import has found them. */
export function placePictures<P extends Placed>(
  blocks: readonly TextBlock[],
  { pictures = [], deck = '' }: { pictures?: readonly P[] | undefined; deck?: string | undefined },
): PlacedPictures<P> {
  const captions = new Set<number>()
  const before = new Map<number, P[]>()
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

/** Returns the place after this many blocks, not counting captions. */
function placeAfter(blocks: readonly TextBlock[], after: number): number {
  let passed = 0
  for (const [at, { isCaption, items }] of blocks.entries()) {
    if (passed >= after) return at
    if (!isCaption) passed += items
  }
  return blocks.length
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
