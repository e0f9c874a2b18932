/** Text and its box as fractions of the shown page: `[text, x, y, width, height]`. */
export type Word = [text: string, x: number, y: number, width: number, height: number]

/** Style of most letters of a line. `size`: of the font, as a fraction of the page's height; `colour`: 0xRRGGBB. */
type LineStyle = { size: number; font: string; italic: boolean; colour: number }

/**
 * Words of a printed line. `joins`: its last word is hyphenated and continues in the next line; `compound`: with its hyphen; `bold`: all are
 * in bold; `turnsBold`: the last ones are, but not the first; `turned`: it is not read from left to right; `doubtful`: a program that read
 * it from a picture was not sure of it; `style` is missing in drafts of earlier versions and in scans.
 */
export type Line = {
  words: Word[]
  joins: boolean
  compound?: true
  bold?: true
  turnsBold?: true
  turned?: true
  doubtful?: true
  style?: LineStyle
}
