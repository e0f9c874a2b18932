import { MOST_NOTES_OF_ARTICLE, noteLink, writtenAddress } from '@kiosk/domain/reading/article-links'
import { markAtEnd, markAtStart, NOTE_SIGNS, NUMBERED } from './note-marks.ts'
import { lineText } from './page-text.ts'
import type { LinksOfLine } from './paragraph-links.ts'
import type { SetLine } from './set-line.ts'

type Words = SetLine['line']['words']
/**
 * A word that may refer to a note. Of several such words, the one with the lowest rank refers to it; `order`: its position among
 * all of them.
 */
type NotePlace = { line: SetLine; at: number; order: number; rank: number }
/** Words that may refer to notes, by mark and page, in the order of the text. */
type NotePlaces = ReadonlyMap<string, ReadonlyMap<number, NotePlace[]>>

/** What may follow a mark in the text. */
const BEHIND = /^[.,;:!?…)\]"'“”’»›]*$/u
/** A raised number is smaller than the words of its line by this factor, and its foot is higher by this share of their height. */
const RAISED = { size: 0.85, foot: 0.06 }
/** "CO2", "PM10". */
const CAPITALS = /(?:^|\P{L})\p{Lu}{2,}$/u
/** "(chapter 3.2)", but also "f(2)". */
const NUMBER_IN_BRACKETS = /\d[)\]]$/
/** "m²", "km2", "mg2". */
const UNIT = /(?:^|\P{L})(?:[kcdmnhµμ]?m|[kmµμ]?g|[cdmhµμ]?l)$/u
const NO_SIGN_AT_END = new RegExp(String.raw`[^\s${NOTE_SIGNS}]$`, 'u')
const RANK = { raised: 0, behindPunctuation: 1, behindLetters: 2, repeatedWord: 3, doubtful: 4 }

/**
 * Finds where the text refers to its notes: the mark of a note at the end of a word, or raised behind it, on the page of the note, or, if
 * no other note has that mark, on an earlier one. A note without such a place, or a number that may be part of a name, is not a
 * note.
 * @param lines of the text, in order
 * @param notes lines of each note; only the first ones have a number if there are more than links can lead to
 * @returns the numbers of the notes, from 1 on, and the addresses of the words that refer to them
 */
export function noteReferences(
  lines: readonly SetLine[],
  notes: readonly SetLine[][],
): { numbers: Map<SetLine[], number>; linksOf: LinksOfLine } {
  const found = notes.length === 0 ? new Map<SetLine[], NotePlace>() : placesOfNotes(notePlaces(lines), notes)
  const numbers = new Map<SetLine[], number>()
  const links = new Map<SetLine, (string | null)[]>()
  for (const note of notes) {
    const place = found.get(note)
    if (!place || numbers.size === MOST_NOTES_OF_ARTICLE) continue
    numbers.set(note, numbers.size + 1)
    const ofLine = links.get(place.line) ?? place.line.line.words.map(() => null)
    ofLine[place.at] = noteLink(numbers.size)
    links.set(place.line, ofLine)
  }
  return { numbers, linksOf: (line) => links.get(line) ?? line.line.words.map(() => null) }
}

/** Whether a line begins with the mark of a note to which another line refers. */
export function isNoteOf(line: SetLine, places: NotePlaces): boolean {
  const text = lineText(line.line)
  const mark = NUMBERED.test(text) && markAtStart(text)?.normalize('NFKC')
  if (!mark) return false
  return [...(places.get(mark)?.values() ?? [])].some((ofPage) => ofPage.some((place) => place.line !== line && isUsual(place)))
}

function placesOfNotes(places: NotePlaces, notes: readonly SetLine[][]): Map<SetLine[], NotePlace> {
  const marked = notes.map((note) => ({
    note,
    page: note[0]!.page,
    mark: markAtStart(lineText(note[0]!.line))?.normalize('NFKC'),
  }))
  const found = new Map<SetLine[], NotePlace>()
  for (const [mark, same] of Map.groupBy(marked, (each) => each.mark)) {
    const ofMark = places.get(mark ?? '')
    if (!ofMark) continue
    for (const [page, here] of Map.groupBy(same, (each) => each.page)) {
      const onPage = best((ofMark.get(page) ?? []).filter(isUsual), here.length)
      const earlier = () =>
        best(
          [...ofMark].flatMap(([of, each]) => (of < page ? each.filter(isUsual) : [])),
          1,
        )
      const taken = onPage.length === 0 && same.length === 1 ? earlier() : onPage
      for (const [index, place] of taken.entries()) found.set(here[index]!.note, place)
    }
  }
  return withDoubtful(found, places, marked)
}

const isUsual = ({ rank }: NotePlace) => rank !== RANK.doubtful

type Marked = { note: SetLine[]; page: number; mark: string | undefined }

/**
 * Adds the notes whose number follows capitals or a number in brackets, as in "PM10" and "f(2)1", but only between the places of
 * the previous and the next note.
 */
function withDoubtful(found: ReadonlyMap<SetLine[], NotePlace>, places: NotePlaces, marked: readonly Marked[]) {
  const all = new Map(found)
  for (const [index, { note, page, mark }] of marked.entries()) {
    const isNext = (other: Marked | undefined, by: number) => other !== undefined && Number(other.mark) === Number(mark) + by
    const [before, after] = [marked[index - 1], marked[index + 1]]
    const [from, to] = [isNext(before, -1) && all.get(before!.note), isNext(after, 1) && found.get(after!.note)]
    if (all.has(note) || !from || !to) continue
    const ofPage = places.get(mark!)?.get(page) ?? []
    const between = ofPage.filter((place) => !isUsual(place) && place.order > from.order && place.order < to.order)
    if (between.length === 1) all.set(note, between[0]!)
  }
  return all
}

/** Returns the places with the lowest ranks, in the order of the text. */
const best = (places: readonly NotePlace[], count: number) =>
  places
    .toSorted((a, b) => a.rank - b.rank || a.order - b.order)
    .slice(0, count)
    .sort((a, b) => a.order - b.order)

/** Returns where lines may refer to notes. Goes through the words once, however many notes there are. */
export function notePlaces(lines: readonly SetLine[]): NotePlaces {
  const all = lines.flatMap(placesIn).map((place, order) => ({ ...place, order }))
  // Notes are counted, so a word that is printed again with its number is a name: "Covid19".
  const times = timesOf(all.map(({ word }) => word))
  const places = new Map<string, Map<number, NotePlace[]>>()
  for (const { mark, word, rank, ...place } of all) {
    const ofMark = places.get(mark) ?? new Map<number, NotePlace[]>()
    const ofPage = ofMark.get(place.line.page) ?? []
    places.set(mark, ofMark)
    ofMark.set(place.line.page, ofPage)
    ofPage.push({ ...place, rank: rank === RANK.behindLetters && times.get(word)! > 1 ? RANK.repeatedWord : rank })
  }
  return places
}

/** Returns the words of a line that end with a mark, or are a mark. */
function placesIn(line: SetLine) {
  const { words } = line.line
  const marked = words.flatMap(([word], at) => {
    const mark = markAtEnd(word)
    if (!mark || !BEHIND.test(word.slice(mark.at + mark.text.length)) || writtenAddress(word)) return []
    return [{ line, at, word, mark: mark.text, before: word.slice(0, mark.at) }]
  })
  if (marked.length === 0) return []
  const isRaised = raisedIn(words)
  const times = timesOf(words.map(([word]) => word))
  return marked.flatMap(({ mark, before, ...place }) => {
    const { at, word } = place
    const isNumber = /^\d/.test(mark)
    const normal = mark.normalize('NFKC')
    // Squares and cubes are not notes.
    if (/^[23]$/.test(normal) && UNIT.test(before || (words[at - 1]?.[0] ?? ''))) return []
    const isAlone = isNumber ? isRaised(words[at]!) : at > 0 && times.get(word) === 1
    const isBehindWord = isNumber ? isNoteBehind(before) : NO_SIGN_AT_END.test(before)
    const isDoubtful = isNumber && !isBehindWord && (CAPITALS.test(before) || NUMBER_IN_BRACKETS.test(before))
    if (before === '' ? !isAlone : !isBehindWord && !isDoubtful) return []
    const behindWord = /[^\p{L}]$/u.test(before) ? RANK.behindPunctuation : RANK.behindLetters
    const behind = isDoubtful ? RANK.doubtful : behindWord
    return [{ ...place, mark: normal, rank: !isNumber || before === '' ? RANK.raised : behind }]
  })
}

/**
 * Whether a number behind these letters can refer to a note: "(Moos 2014)3" does. "G7", "A4", "CO2" and "mg2" are names and units; "2.1" is
 * a number.
 */
const isNoteBehind = (before: string) =>
  /\d{4}\)$/.test(before) || (/\p{L}{2}[^\p{L}\p{N}]*$/u.test(before) && !CAPITALS.test(before) && !UNIT.test(before))

function timesOf(words: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
  return times
}

/** Returns a function that says whether a number is raised among the words of its line. */
function raisedIn(words: Words): (word: Words[number]) => boolean {
  const others = words.filter(([text]) => /\p{L}/u.test(text))
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]
  const [usual, foot] = [middle(others.map(([, , , , height]) => height)), middle(others.map(([, , y, , height]) => y + height))]
  if (usual === undefined || foot === undefined) return () => false
  return ([, , y, , height]) => height <= RAISED.size * usual && y + height <= foot - RAISED.foot * usual
}
