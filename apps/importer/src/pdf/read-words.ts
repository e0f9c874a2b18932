import { composed } from '@kiosk/domain/composed'
import { PAGE_WORDS } from '../limits.ts'
import type { Line, Word } from '../text/line.ts'
import { type Pdfium, withMemory } from './pdfium.ts'
import { around, type PageBox as Box, type Place, placeOn, visibleBoxOf } from './place-on-page.ts'
import { spacedWordsJoined } from './spaced-words.ts'

/** Maximum bytes of a font's name; a multiple of four. */
const FONT_NAME_BYTES = 128
/** A letter that is larger than its neighbour by this factor is an initial, not part of the same line. */
const OTHER_LINE_SIZE = 1.8
/** Words this many letter heights apart are two lines: headlines of two articles beside each other. */
const BESIDE_SIZE = 1.1

/** A line in lower case with at least this many words is part of a sentence. */
const WORDS_OF_SENTENCE = 5

const SOFT_HYPHENS = new Set([0x02, 0xad, 0xfffe])

/** Returns the lines of a loaded page in reading order, rotation and crop applied. Omits words outside the crop. */
export function readWords(library: Pdfium, page: number): Line[] {
  const text = library.FPDFText_LoadPage(page)
  if (!text) return []
  const memory = library.pdfium.wasmExports.malloc(64)
  try {
    return collect(library, text, memory, placeOn(library, page), frameOf(library, page))
  } finally {
    library.pdfium.wasmExports.free(memory)
    library.FPDFText_ClosePage(text)
  }
}

/** Height of the shown page in its units, and whether it is turned by a quarter. */
type Frame = { height: number; sideways: boolean }

function frameOf(library: Pdfium, page: number): Frame {
  const { left, bottom, right, top } = visibleBoxOf(library, page)
  const sideways = library.FPDFPage_GetRotation(page) % 2 === 1
  return { height: Math.max(1, sideways ? right - left : top - bottom), sideways }
}

/** Style of a word; `bold` and `size` in units of the page. */
type WordStyle = { size: number; font: string; bold: boolean; italic: boolean; colour: number }

function collect(library: Pdfium, text: number, memory: number, place: Place, frame: Frame): Line[] {
  const lines: Line[] = []
  const styleAt = styleReader(library, text, memory)
  let line: Line = { words: [], joins: false }
  /** Indexes of the words of this line that a printed space precedes. PDFium reports other spaces where there is room. */
  let spaced = new Set<number>()
  /** Style of the first letter of each word. */
  let styles: WordStyle[] = []
  let style: WordStyle | null = null
  let letters = ''
  let box: Box | null = null
  let previous: { box: Box; upright: boolean; style: WordStyle } | null = null
  let count = 0

  const endWord = () => {
    const at = box && place(box)
    const word = composed(letters.toWellFormed())
    if (at && word && count < PAGE_WORDS) {
      line.words.push([word, ...at])
      styles.push(style!)
      count++
    }
    letters = ''
    box = null
  }
  const endLine = (joins: boolean) => {
    endWord()
    if (line.words.length) {
      const turned = previous !== null && previous.upright === frame.sideways
      const words = spacedWordsJoined(line.words, spaced)
      lines.push({ words, joins, ...styleOf(line.words, styles, frame), ...(turned && { turned }) })
    }
    line = { words: [], joins: false }
    spaced = new Set()
    styles = []
    previous = null
  }

  const characters = library.FPDFText_CountChars(text)
  for (let index = 0; index < characters && count < PAGE_WORDS; index++) {
    const code = library.FPDFText_GetUnicode(text, index)
    if (code === 13 || code === 10) {
      endLine(/\p{L}[-‐]$/u.test(letters))
      continue
    }
    if (SOFT_HYPHENS.has(code)) {
      // PDFium reports a hyphen at the end of a line as a line break, but it is printed.
      if (library.FPDFText_IsHyphen(text, index) === 1 && letters) {
        letters += '-'
        endLine(true)
      }
      continue
    }
    if (isSpace(code)) {
      endWord()
      if (library.FPDFText_IsGenerated(text, index) !== 1) spaced.add(line.words.length)
      continue
    }
    if (isControl(code)) continue
    const here = boxOf(library, text, index, memory)
    if (!here) continue
    const upright = isUpright(library.FPDFText_GetCharAngle(text, index))
    // PDFium returns words in the order of the content, which changes columns without a line break.
    // Looking the style up for each character would take as long as everything else.
    const set: WordStyle =
      !previous || !letters || isOtherSize(heightOf(previous.box), heightOf(here), 1.2) ? styleAt(index) : previous.style
    const jump = previous && jumps(previous, here, upright)
    const mostSize = jump === 'word' ? BESIDE_SIZE : OTHER_LINE_SIZE
    if (jump === 'line' || (previous && isOtherSize(previous.style.size, set.size, mostSize))) endLine(false)
    else if (jump === 'word') endWord()
    if (!letters) style = set
    letters += String.fromCodePoint(code)
    box = box ? around(box, here) : here
    previous = { box: here, upright, style: set }
  }
  endLine(false)
  return lines
}

const heightOf = ({ top, bottom }: Box) => top - bottom
const isOtherSize = (one: number, other: number, factor: number) => Math.max(one, other) > factor * Math.min(one, other)

/** Returns the style in which most letters of a line are set. */
function styleOf(words: readonly Word[], styles: readonly WordStyle[], { height }: Frame): Partial<Line> {
  // A sentence that turns bold is not a heading, however many of its words on this line are bold.
  const goesOn = words.length >= WORDS_OF_SENTENCE && /^\p{Ll}/u.test(words[0]![0])
  const turnsBold = goesOn && !styles[0]!.bold && styles.at(-1)!.bold
  const letters = new Map<WordStyle, number>()
  for (const [index, style] of styles.entries())
    if (!turnsBold || !style.bold) letters.set(style, (letters.get(style) ?? 0) + words[index]![0].length)
  const { size, font, italic, colour } = [...letters].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
  return {
    ...(styles.every(({ bold }) => bold) && { bold: true as const }),
    ...(turnsBold && { turnsBold: true as const }),
    style: { size: Math.round((size / height) * 100_000) / 100_000, font, italic, colour },
  }
}

/** Returns a function that reads the style of a character. Characters of one text object share it. `at`: 64 bytes. */
function styleReader(library: Pdfium, text: number, at: number): (index: number) => WordStyle {
  const ofObjects = new Map<number, WordStyle>()
  const known = new Map<string, WordStyle>()
  const fonts = new Map<number, string>()
  const fontOf = (object: number) => {
    const font = object ? library.FPDFTextObj_GetFont(object) : 0
    const name = fonts.get(font) ?? fontName(library, font)
    fonts.set(font, name)
    return name
  }
  return (index) => {
    const object = library.FPDFText_GetTextObject(text, index)
    const ofObject = ofObjects.get(object)
    if (ofObject) return ofObject
    const font = fontOf(object)
    const isScaled = library.FPDFText_GetMatrix(text, index, at)
    const { HEAPF32, HEAPU8 } = library.pdfium
    const scale = isScaled ? Math.hypot(HEAPF32[(at >> 2) + 2]!, HEAPF32[(at >> 2) + 3]!) : 1
    const size = Math.round(library.FPDFText_GetFontSize(text, index) * scale * 100) / 100
    const isColoured = library.FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12)
    const colour = isColoured ? (HEAPU8[at]! << 16) | (HEAPU8[at + 4]! << 8) | HEAPU8[at + 8]! : 0
    const key = `${font} ${size} ${colour}`
    const style = known.get(key) ?? { size, font, colour, bold: BOLD.test(font), italic: ITALIC.test(font) }
    known.set(key, style)
    if (object) ofObjects.set(object, style)
    return style
  }
}

/** Names of fonts decide on weight and slope, because PDFium only guesses them. */
export const BOLD = /bold|black|heavy|demi/i
const ITALIC = /italic|oblique|slanted/i

/** Returns the name of a font without control characters (the database does not store NUL) and without the prefix of a subset. */
function fontName(library: Pdfium, font: number): string {
  if (!font) return ''
  return withMemory(library, FONT_NAME_BYTES, (at) => {
    const length = Math.min(FONT_NAME_BYTES, library.FPDFFont_GetBaseFontName(font, at, FONT_NAME_BYTES))
    const name = String.fromCharCode(...library.pdfium.HEAPU8.subarray(at, at + Math.max(0, length - 1)))
    return name.replace(/\p{Cc}/gu, '').replace(/^[A-Z]{6}\+/, '')
  })
}

/** The usual space, everything that `\s` counts as space (otherwise a word could have thousands), and the zero-width space. */
const SPACES = new Set([0x09, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000])

const isSpace = (code: number) => code === 0x20 || SPACES.has(code) || (code >= 0x2000 && code <= 0x200b)

/** Also matches characters that turn the direction of a text, which would disguise it wherever it is shown. */
function isControl(code: number): boolean {
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return true
  const privateUse = (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfeff || code === 0xffff || privateUse || code > 0x10ffff
}

/** Whether text is parallel to the page's x axis. */
function isUpright(angle: number): boolean {
  return Math.abs(Math.cos(angle)) >= Math.SQRT1_2
}

/** Returns whether the next character begins a new line or word; null if it continues the word. Compares page coordinates. */
function jumps(previous: { box: Box; upright: boolean }, next: Box, upright: boolean): 'line' | 'word' | null {
  if (previous.upright !== upright) return 'line'
  const [a, b] = upright ? [previous.box, next] : [turned(previous.box), turned(next)]
  const height = Math.max(a.top - a.bottom, b.top - b.bottom)
  const overlap = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom)
  if (overlap < 0.1 * Math.min(a.top - a.bottom, b.top - b.bottom)) return 'line'
  const gap = Math.max(b.left - a.right, a.left - b.right)
  if (gap > 4 * height) return 'line'
  return gap > height ? 'word' : null
}

function turned(box: Box): Box {
  return { left: box.bottom, right: box.top, bottom: box.left, top: box.right }
}

/** Returns the character's box with the height of its font, so that selections on a line have one height. */
function boxOf(library: Pdfium, text: number, index: number, memory: number): Box | null {
  if (!library.FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24)) return null
  const { HEAPF64, HEAPF32 } = library.pdfium
  const at = memory >> 3
  const tight = { left: HEAPF64[at]!, right: HEAPF64[at + 1]!, bottom: HEAPF64[at + 2]!, top: HEAPF64[at + 3]! }
  if (!library.FPDFText_GetLooseCharBox(text, index, memory + 32)) return tight
  const loose = (memory + 32) >> 2
  const font = { left: HEAPF32[loose]!, top: HEAPF32[loose + 1]!, right: HEAPF32[loose + 2]!, bottom: HEAPF32[loose + 3]! }
  const height = font.top - font.bottom
  const width = font.right - font.left
  const sane = height > 0 && width > 0 && height <= 4 * Math.max(width, tight.top - tight.bottom)
  if (sane) return font
  return tight.right > tight.left || tight.top > tight.bottom ? tight : null
}
