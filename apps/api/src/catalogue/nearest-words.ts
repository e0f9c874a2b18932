import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { askedWords, correctable, plain, replaceWords } from './asked-words.ts'
import { HIT_ENDS, HIT_STARTS } from './snippet.ts'

/** Unknown words that are put right; each costs some milliseconds, and who types more of them types no words. */
const MOST_PUT_RIGHT = 3
/** Stems looked at for each word that no page holds. */
const LOOKED_AT = 24
/** A stem lacks up to so many letters that the word has at its end. */
const ENDING = 3
const LONGEST_SHORT_WORD = 8
/** What languages of the house put behind a stem. */
const ENDINGS = ['', 'e', 'en', 'er', 'es', 'em', 'ern', 'n', 's', 'x', 'ung', 'ungen', 'ing', 'ed']
const SWAPPED = 0.8

export type Correction = {
  /** What was typed, unknown words replaced by their nearest stem: what to search for. */
  words: string
  /** By word as typed: the stem, and that stem with an ending. */
  by: Map<string, Near>
}
type Near = { stem: string; written: string }

/** The typed words with those that no page holds replaced by what is nearest to them; null = nothing is near. */
export async function nearestStems(db: Database, typed: string): Promise<Correction | null> {
  const words = correctable(askedWords(typed))
  if (words.length === 0) return null
  const { rows: unknown } = await sql<{ word: string }>`
    select word from words_unknown(${words}::text[]) as word
  `.execute(db)
  if (unknown.length > MOST_PUT_RIGHT) return null
  const by = new Map<string, Near>()
  for (const { word } of unknown) {
    const { rows } = await sql<{ stem: string }>`
      select stem from stems_alike(${word}, ${LOOKED_AT}) as stem
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

/** The typed words as pages write them: each becomes the marked word that begins with its stem, else the stem with its ending. */
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

/** Everything one slip away from a short word, with and without its ending: there letters tell too little of likeness. */
function slipsOf(word: string): string[] {
  if (word.length > LONGEST_SHORT_WORD) return []
  const slips = new Set<string>()
  for (let ending = 0; ending <= ENDING && word.length - ending >= 3; ending++) {
    const stem = word.slice(0, word.length - ending)
    for (let at = 0; at <= stem.length; at++) {
      const [before, after] = [stem.slice(0, at), stem.slice(at)]
      slips.add(before + after.slice(1))
      slips.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
      for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
        slips.add(before + letter + after)
        slips.add(before + letter + after.slice(1))
      }
    }
  }
  return [...slips]
}

function nearest(word: string, stems: readonly string[]): Near | null {
  const most = word.length < 6 ? 1 : 2
  let best: (Near & { far: number }) | null = null
  for (const stem of stems) {
    for (const ending of ENDINGS) {
      const far = distance(word, stem + ending)
      if (far <= most && (!best || far < best.far || (far === best.far && stem.length > best.stem.length)))
        best = { stem, written: stem + ending, far }
    }
  }
  return best
}

/**
 * Whether a title holds what was typed, or words that only a slip of the pen keeps from it: the shorter the word, the less
 * may differ. Letters in common are not enough: "Monat" is no "Mondblick".
 */
export function namesAlike(typed: string, name: string): boolean {
  const [asked, words] = [plain(typed).trim(), plain(name)]
  if (words.includes(asked)) return true
  const parts = words.split(/\s+/)
  const many = asked.split(/\s+/).length
  const most = asked.length < 6 ? 1 : asked.length <= LONGEST_SHORT_WORD ? 2 : 3
  return parts.some((_, at) => {
    const run = parts.slice(at, at + many).join(' ')
    return distance(asked, run) <= most || distance(asked, run.slice(0, asked.length)) <= most
  })
}

/** Letters to add, drop or change; two swapped ones count a little less, since fingers do that most. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + SWAPPED : changed
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, changed, swapped))
    }
    before = last
    last = row
  }
  return last[b.length]!
}
