import type { Word } from './page-text.ts'

export type Box = [x: number, y: number, width: number, height: number]
/** An indexed word with the boxes of its parts: two if it is hyphenated at the end of a line. */
export type WholeWord = { text: string; boxes: Box[] }

/** Returns words in reading order; words hyphenated at the end of a line are joined by the importer's rule. */
export function wholeWords(lines: readonly (readonly Word[])[]): WholeWord[] {
  const words: WholeWord[] = []
  let divided = false
  for (const line of lines) {
    for (const [index, [text, ...box]] of line.entries()) {
      const last = words.at(-1)
      const goesOn = /^\p{Ll}/u.test(text) && !/^(und|oder|bzw|and|or|et|ou)\b/.test(text)
      if (index === 0 && divided && goesOn && last) {
        last.text = last.text.replace(/[-\u2010\u00ac\u00ad]$/, '') + text
        last.boxes.push(box)
      } else words.push({ text, boxes: [box] })
    }
    if (line.length > 0) divided = /\p{L}[-\u2010\u00ac\u00ad]$/u.test(words.at(-1)!.text)
  }
  return words
}
