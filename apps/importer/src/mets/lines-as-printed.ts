import { firstIndex } from '../first-index.ts'
import type { Line, Word } from '../text/line.ts'

const middle = ([, , y, , height]: Word) => y + height / 2

/**
 * Returns the lines from top to bottom. Some programs put all words of a block into one line, the last first; such lines are
 * rebuilt from the positions of their words. Takes O(n log n) time for n words in any position.
 */
export function linesAsPrinted(lines: Line[]): Line[] {
  const tangled = lines.some(({ words }) => words.some((word) => Math.abs(middle(word) - middle(words[0]!)) > 1.2 * word[4]))
  if (!tangled) return lines.toSorted((a, b) => a.words[0]![2] - b.words[0]![2])
  const set = setAnew(lines.flatMap((line) => line.words))
  for (const line of set) line.words.sort((a, b) => a[1] - b[1])
  return set.sort((a, b) => middle(a.words[0]!) - middle(b.words[0]!))
}

/**
 * Groups words into lines. A word joins the oldest line whose first word is vertically closer than 0.6 of the height of the
 * taller of the two; otherwise it begins a new line.
 */
function setAnew(words: Word[]): Line[] {
  const middles = [...new Set(words.map(middle))].sort((a, b) => a - b)
  const count = middles.length
  const set: Line[] = []
  // Indexes of lines. `reaching`: the oldest whose first word reaches this middle; `beginning`: a segment tree of the oldest
  // that begins in a range of middles.
  const reaching = new Array<number>(count).fill(Number.POSITIVE_INFINITY)
  const beginning = new Array<number>(2 * count).fill(Number.POSITIVE_INFINITY)

  for (const word of words) {
    const at = middle(word)
    const place = firstIndex(middles, (each) => each >= at)
    const reach = 0.6 * word[4]
    const from = firstIndex(middles, (each) => at - each < reach)
    const to = firstIndex(middles, (each) => each - at >= reach)
    const home = Math.min(reaching[place]!, oldest(beginning, from, to))
    if (home < set.length) {
      set[home]!.words.push(word)
      continue
    }
    // At most two lines reach one middle, because no line begins within the reach of another, so these steps are linear in total.
    for (let index = from; index < to; index++) reaching[index] = Math.min(reaching[index]!, set.length)
    for (let node = place + count; node > 0; node >>= 1) beginning[node] = Math.min(beginning[node]!, set.length)
    set.push({ words: [word], joins: false })
  }
  return set
}

/** Returns the smallest value of a segment tree from `from` to before `to`; its second half holds the leaf nodes. */
function oldest(tree: number[], from: number, to: number): number {
  let least = Number.POSITIVE_INFINITY
  const count = tree.length / 2
  for (let low = from + count, high = to + count; low < high; low >>= 1, high >>= 1) {
    if (low & 1) least = Math.min(least, tree[low++]!)
    if (high & 1) least = Math.min(least, tree[--high]!)
  }
  return least
}
