import type { Word } from '../text/line.ts'
import { rounded } from './place-on-page.ts'

/** Minimum number of single letters in a row that are a letter-spaced word, such as the heading of a section. */
const SPACED_FROM_LETTERS = 4
/** A gap this many times as wide as the usual one between letters ends a word. */
const CLEARLY_WIDER = 2

/**
 * Joins letter-spaced words, whose letters PDFium reports as words of their own: "K Ü C H E" is one word, "I m   H e f t" are
 * two. `spaced`: indexes of the words that a printed space precedes.
 */
export function spacedWordsJoined(words: readonly Word[], spaced: ReadonlySet<number>): Word[] {
  const joined: Word[] = []
  for (let from = 0; from < words.length; ) {
    let to = from
    while (to < words.length && isCharacter(words[to]!)) to++
    const run = words.slice(from, Math.max(to, from + 1))
    joined.push(...(isSpacedWord(run) ? joinedRun(run, (index) => spaced.has(from + index)) : run))
    from += run.length
  }
  return joined
}

const isCharacter = ([text]: Word) => [...text].length === 1
const isSpacedWord = (run: readonly Word[]) => run.filter(([text]) => /\p{L}/u.test(text)).length >= SPACED_FROM_LETTERS

/** Splits a run of characters at printed spaces and at wide gaps, and joins the others. */
function joinedRun(run: readonly Word[], isSpaced: (index: number) => boolean): Word[] {
  const gaps = run.map((word, index) => (index === 0 ? 0 : gapBetween(run[index - 1]!, word)))
  const inner = gaps.filter((_, index) => index > 0 && !isSpaced(index)).sort((a, b) => a - b)
  const usual = inner[inner.length >> 1]
  if (usual === undefined) return [...run]
  const joined: Word[] = []
  for (const [index, word] of run.entries()) {
    const last = joined.at(-1)
    if (last && !isSpaced(index) && gaps[index]! <= usual * CLEARLY_WIDER) joined[joined.length - 1] = together(last, word)
    else joined.push(word)
  }
  return joined
}

/** Along the line, which may be turned. */
function gapBetween([, x, y, width, height]: Word, [, nextX, nextY, nextWidth, nextHeight]: Word): number {
  return Math.max(nextX - (x + width), x - (nextX + nextWidth), nextY - (y + height), y - (nextY + nextHeight))
}

function together([text, x, y, width, height]: Word, [more, nextX, nextY, nextWidth, nextHeight]: Word): Word {
  const [left, top] = [Math.min(x, nextX), Math.min(y, nextY)]
  return [
    text + more,
    left,
    top,
    rounded(Math.max(x + width, nextX + nextWidth) - left),
    rounded(Math.max(y + height, nextY + nextHeight) - top),
  ]
}
