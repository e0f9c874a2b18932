import { sql } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { correctable, plain, queryWords, replaceWords, spellingsOf } from './query-words.ts'
import { HIT_ENDS, HIT_STARTS } from './snippet.ts'

/** Maximum number of unknown words to correct: each takes some milliseconds, and a query with more of them is not a real text. */
const MOST_CORRECTED_WORDS = 3
/** Candidate stems per unknown word. */
const CANDIDATES_PER_WORD = 24
/** Maximum number of letters that a stem lacks at the end of the word. */
const LONGEST_ENDING_LETTERS = 3
const LONGEST_SHORT_WORD_LETTERS = 8
/** Suffixes of the supported languages. */
const ENDINGS = ['', 'e', 'en', 'er', 'es', 'em', 'ern', 'n', 's', 'x', 'ung', 'ungen', 'ing', 'ed']
const SWAPPED_LETTERS_SIMILARITY = 0.8

export type Correction = {
  /** The query to search for: unknown words are replaced by their nearest stem. */
  words: string
  /** For each word as typed: the stem, and the stem with a suffix. */
  by: Map<string, Near>
}
type Near = { stem: string; written: string }

/** Replaces words that no page contains with the nearest known ones; null = nothing is near. */
export async function nearestStems(db: Database, typed: string): Promise<Correction | null> {
  const words = correctable(queryWords(typed))
  if (words.length === 0) return null
  const { rows: unknown } = await sql<{ word: string }>`
    select word from words_unknown(${words}::text[]) as word
  `.execute(db)
  if (unknown.length > MOST_CORRECTED_WORDS) return null
  const by = new Map<string, Near>()
  for (const { word } of unknown) {
    const { rows } = await sql<{ stem: string }>`
      select stem from stems_alike(${word}, ${CANDIDATES_PER_WORD}) as stem
      union select stem from search_stems where stem = any (${slipsOf(plain(word))}::text[])
    `.execute(db)
    const near = nearest(
      plain(word),
      rows.map(({ stem }) => stem),
    )
    if (near) by.set(word, near)
  }
  const stems = new Map([...by].map(([word, { stem }]) => [word, stem]))
  return by.size > 0 ? { words: replaceWords(typed, stems), by } : null
}

/** Spells the words as pages do: the marked word that begins with the stem, otherwise the stem with its suffix. */
export function asPagesWriteThem(typed: string, { by }: Correction, snippets: readonly string[]): string {
  const marked = snippets.flatMap((snippet) =>
    [...snippet.matchAll(new RegExp(`${HIT_STARTS}([^${HIT_ENDS}]+)${HIT_ENDS}`, 'g'))].map(([, word]) => word as string),
  )
  const written = new Map<string, string>()
  for (const [word, near] of by) {
    const ways = marked.filter((each) => plain(each).startsWith(near.stem))
    const [best] = ways.sort((a, b) => distance(plain(word), plain(a)) - distance(plain(word), plain(b)) || a.localeCompare(b))
    const known = best === best?.toUpperCase() ? best?.toLowerCase() : best
    written.set(word, known ?? inCaseOf(word, near.written))
  }
  return replaceWords(typed, written)
}

function inCaseOf(typed: string, word: string): string {
  return /^\p{Lu}/u.test(typed) ? `${word.slice(0, 1).toUpperCase()}${word.slice(1)}` : word
}

/**
 * Returns all edits of distance one of a short word, with and without its suffix, that do not replace its first letter: trigram
 * similarity is unreliable for short words.
 */
function slipsOf(word: string): string[] {
  if (word.length > LONGEST_SHORT_WORD_LETTERS) return []
  const slips = new Set<string>()
  for (let ending = 0; ending <= LONGEST_ENDING_LETTERS && word.length - ending >= 3; ending++) {
    const stem = word.slice(0, word.length - ending)
    for (let at = 0; at <= stem.length; at++) {
      const [before, after] = [stem.slice(0, at), stem.slice(at)]
      slips.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
      if (at === 0) continue
      slips.add(before + after.slice(1))
      for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
        slips.add(before + letter + after)
        slips.add(before + letter + after.slice(1))
      }
    }
  }
  return [...slips]
}

/**
 * Returns the stem nearest to a word without its suffix, or a stem with a suffix that is one typo away from the whole word. The first
 * letter stays, or is swapped with the second one, because people rarely mistype it and another one makes another word: "jardin" is
 * not "tard".
 */
function nearest(word: string, stems: readonly string[]): Near | null {
  let best: (Near & { far: number }) | null = null
  const consider = (stem: string, ending: string, far: number) => {
    if (!best || far < best.far || (far === best.far && stem.length > best.stem.length))
      best = { stem, written: stem + ending, far }
  }
  for (const ending of ENDINGS.filter((each) => word.endsWith(each))) {
    const typed = word.slice(0, word.length - ending.length)
    const most = typed.length < 6 ? 1 : 2
    for (const stem of stems.filter((each) => beginsAlike(typed, each))) {
      const far = distance(typed, stem)
      if (far <= most) consider(stem, ending, far)
    }
  }
  for (const stem of stems.filter((each) => beginsAlike(word, each)))
    for (const ending of ENDINGS) {
      const far = distance(word, stem + ending)
      if (far <= 1) consider(stem, ending, far)
    }
  return best
}

/** Whether two words have the same first letter, or their first two letters swapped. */
const beginsAlike = (a: string, b: string) => a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])

/**
 * Whether a title contains the query, or differs only by typos; the shorter the word, the fewer typos are allowed. Shared letters
 * are not enough: "Monat" does not match "Mondblick".
 */
export function namesAlike(typed: string, name: string): boolean {
  const [requested, words] = [plain(typed).trim(), plain(name)]
  if (words.includes(requested)) return true
  const parts = words.split(/\s+/)
  const many = requested.split(/\s+/).length
  const most = requested.length < 6 ? 1 : requested.length <= LONGEST_SHORT_WORD_LETTERS ? 2 : 3
  return parts.some((_, at) => {
    const run = parts.slice(at, at + many).join(' ')
    return distance(requested, run) <= most || distance(requested, run.slice(0, requested.length)) <= most
  })
}

/**
 * Whether a word of a title is the typed one with two letters swapped or an umlaut spelled out. Other typos turn a short word
 * into another one.
 */
export function hasWordWithTypo(typed: string, name: string): boolean {
  const requested = plain(typed).trim()
  const spellings = spellingsOf(typed.trim()).map(plain)
  return plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => spellings.includes(word) || (word.length === requested.length && distance(requested, word) < 1))
}

/** Returns the edit distance (insert, delete, replace); a transposition costs slightly less, since it is the most common typo. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + SWAPPED_LETTERS_SIMILARITY : changed
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, changed, swapped))
    }
    before = last
    last = row
  }
  return last[b.length]!
}
