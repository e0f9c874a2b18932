import { noteLink } from '@kiosk/domain/reading/article-links'
import { markAtStart, NUMBERED } from './note-marks.ts'
import { lineText } from './page-text.ts'
import type { LinksOfLine } from './paragraph-links.ts'
import type { SetLine } from './set-line.ts'

/** What may stand behind a mark in the text. */
const BEHIND = `[.,;:!?…)\\]"'“”’»›]*$`
/** A raised number is smaller than the words of its line by this factor, and its foot is higher by this share of their height. */
const RAISED = { size: 0.85, foot: 0.06 }

/**
 * Finds where the text refers to its notes: the mark of a note at the end of a word, or raised behind it, on the page of the note, or, if
 * no other note has that mark, on an earlier one. A note without such a place, or a number that may be a part of a name, is no note.
 * @param lines of the text, in order
 * @param notes lines of each note
 * @returns the numbers of the notes, from 1 on, and the addresses of the words that refer to them
 */
export function noteReferences(
  lines: readonly SetLine[],
  notes: readonly SetLine[][],
): { numbers: Map<SetLine[], number>; linksOf: LinksOfLine } {
  const numbers = new Map<SetLine[], number>()
  const places = new Map<SetLine, (string | null)[]>()
  const marks = notes.map((note) => markAtStart(lineText(note[0]!.line))?.normalize('NFKC'))
  for (const [index, note] of notes.entries()) {
    const mark = marks[index]
    if (!mark) continue
    const { page } = note[0]!
    const isOnly = marks.filter((each) => each === mark).length === 1
    const candidates = lines.filter((line) => line.page === page || (isOnly && line.page < page))
    const found = candidates
      .toSorted((a, b) => Number(b.page === page) - Number(a.page === page))
      .flatMap((line) => placesOf(mark, line).map((at) => ({ line, at })))
      .find(({ line, at }) => !places.get(line)?.[at])
    if (!found) continue
    numbers.set(note, numbers.size + 1)
    const ofLine = places.get(found.line) ?? found.line.line.words.map(() => null)
    ofLine[found.at] = noteLink(numbers.size)
    places.set(found.line, ofLine)
  }
  return { numbers, linksOf: (line) => places.get(line) ?? line.line.words.map(() => null) }
}

/** Whether a line begins with the mark of a note to which one of the others refers. */
export function isNoteOf(line: SetLine, others: readonly SetLine[]): boolean {
  const text = lineText(line.line)
  const mark = NUMBERED.test(text) && markAtStart(text)?.normalize('NFKC')
  return Boolean(mark) && others.some((other) => other !== line && placesOf(mark as string, other).length > 0)
}

/** Returns the indexes of the words that end with a mark. */
function placesOf(mark: string, { line: { words } }: SetLine): number[] {
  const isNumber = /\d/.test(mark)
  const ending = new RegExp(`^(.*?)${isNumber ? mark : mark.replaceAll('*', '\\*')}${BEHIND}`, 'u')
  return words.flatMap((word, at) => {
    const before = ending.exec(word[0].normalize('NFKC'))?.[1]
    if (before === undefined) return []
    const isRaisedSign = /[⁰¹²³⁴-⁹]/u.test(word[0])
    // "G7" and "A4" are names; "2.1" is a number.
    if (before !== '') {
      const isWord = isNumber && !isRaisedSign ? /\p{L}{2}[^\p{L}\p{N}]*$/u : /[^\s*†‡]$/u
      return isWord.test(before) ? [at] : []
    }
    const isAlone =
      isNumber && !isRaisedSign ? isRaised(words, at) : at > 0 && words.filter(([text]) => text === word[0]).length === 1
    return isAlone ? [at] : []
  })
}

function isRaised(words: SetLine['line']['words'], at: number): boolean {
  const others = words.filter(([text], index) => index !== at && /\p{L}/u.test(text))
  const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]
  const [usual, foot] = [middle(others.map(([, , , , height]) => height)), middle(others.map(([, , y, , height]) => y + height))]
  if (usual === undefined || foot === undefined) return false
  const [, , y, , height] = words[at]!
  return height <= RAISED.size * usual && y + height <= foot - RAISED.foot * usual
}
