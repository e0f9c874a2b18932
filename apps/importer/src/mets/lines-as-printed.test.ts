import { expect, test } from 'vitest'
import type { Line, Word } from '../text/line.ts'
import { linesAsPrinted } from './lines-as-printed.ts'

const middle = ([, , y, , height]: Word) => y + height / 2

/** Applies the same rule word by word, in quadratic time. */
function slowly(words: Word[]): Line[] {
  const set: Line[] = []
  for (const word of words) {
    const home = set.find(({ words: [first] }) => Math.abs(middle(word) - middle(first!)) < 0.6 * Math.max(first![4], word[4]))
    if (home) home.words.push(word)
    else set.push({ words: [word], joins: false })
  }
  for (const line of set) line.words.sort((a, b) => a[1] - b[1])
  return set.sort((a, b) => middle(a.words[0]!) - middle(b.words[0]!))
}

/** Returns a generator of pseudo-random numbers from 0 to 1, always the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test.each([0, 0.002, 0.02, 0.2, 1])(
  'groups words up to %f of the page height into the same lines as a word-by-word comparison',
  (tallest) => {
    for (let seed = 1; seed <= 30; seed++) {
      const next = numbers(seed)
      const rounded = (value: number) => Math.round(value * 10_000) / 10_000
      const words = Array.from(
        { length: 200 },
        (_, index): Word => [`w${index}`, rounded(next()), rounded(next()), 0.05, rounded(next() * tallest)],
      )
      const first: Word = ['top', 0, 0, 0.05, 0.001]
      const last: Word = ['bottom', 0, 0.99, 0.05, 0.001]
      const all = [first, last, ...words]
      expect(linesAsPrinted([{ words: all, joins: false }])).toEqual(slowly(all))
    }
  },
)
