import { PAGE_WORDS } from '../limits.ts'
import { type Pdfium, withMemory } from './library.ts'
import { type PageBox as Box, type Place, placeOn } from './place-on-page.ts'
import { spacedWordsJoined, type Word } from './spaced-words.ts'

/** Words of a printed line. `joins`: its last word is hyphenated and continues in the next line; `bold`: all are in bold. */
export type Line = { words: Word[]; joins: boolean; bold?: true }

/** Maximum bytes of a font's name; a multiple of four. */
const FONT_NAME_BYTES = 128

const SOFT_HYPHENS = new Set([0x02, 0xad, 0xfffe])

/** Returns the lines of a loaded page in reading order, rotation and crop applied. Omits words outside the crop. */
export function readWords(library: Pdfium, page: number): Line[] {
  const text = library.FPDFText_LoadPage(page)
  if (!text) return []
  const memory = library.pdfium.wasmExports.malloc(64)
  try {
    return collect(library, text, memory, placeOn(library, page))
  } finally {
    library.pdfium.wasmExports.free(memory)
    library.FPDFText_ClosePage(text)
  }
}

function collect(library: Pdfium, text: number, memory: number, place: Place): Line[] {
  const lines: Line[] = []
  let line: Line = { words: [], joins: false }
  /** Indexes of the words of this line that a printed space precedes. PDFium reports other spaces where there is room. */
  let spaced = new Set<number>()
  let bold = true
  let letters = ''
  let box: Box | null = null
  let previous: { box: Box; upright: boolean } | null = null
  let count = 0

  const endWord = () => {
    const at = box && place(box)
    const word = letters.toWellFormed().normalize('NFC')
    if (at && word && count < PAGE_WORDS) {
      line.words.push([word, ...at])
      count++
    }
    letters = ''
    box = null
  }
  const endLine = (joins: boolean) => {
    endWord()
    if (line.words.length) lines.push({ words: spacedWordsJoined(line.words, spaced), joins, ...(bold && { bold }) })
    line = { words: [], joins: false }
    spaced = new Set()
    bold = true
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
    const jump = previous && jumps(previous, here, upright)
    if (jump === 'line') endLine(false)
    else if (jump === 'word') endWord()
    if (!letters) bold &&= isBold(library, text, index)
    letters += String.fromCodePoint(code)
    box = box ? around(box, here) : here
    previous = { box: here, upright }
  }
  endLine(false)
  return lines
}

/** Decides by the name of the font, because PDFium only guesses its weight. */
function isBold(library: Pdfium, text: number, index: number): boolean {
  return withMemory(library, FONT_NAME_BYTES + 4, (at) => {
    const length = Math.min(FONT_NAME_BYTES, library.FPDFText_GetFontInfo(text, index, at, FONT_NAME_BYTES, at + FONT_NAME_BYTES))
    return /bold|black|heavy|demi/i.test(String.fromCharCode(...library.pdfium.HEAPU8.subarray(at, at + length)))
  })
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 || code === 0xa0 || code === 0x09 || (code >= 0x2000 && code <= 0x200b) || code === 0x202f || code === 0x3000
  )
}

function isControl(code: number): boolean {
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

function around(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    bottom: Math.min(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
    top: Math.max(a.top, b.top),
  }
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
