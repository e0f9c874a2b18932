import { PAGE_WORDS } from '../limits.ts'
import { type Element, readXmlText } from '../mets/read-xml.ts'
import { rounded } from '../pdf/place-on-page.ts'
import type { Line } from '../text/line.ts'

/** A line that a program has read. `confidence` of each of its words: 0 to 100; `size`: of its type, as a fraction of the page's height. */
export type ScannedLine = { words: Line['words']; confidence: number[]; size: number }

type OpenLine = ScannedLine & {
  /** Pixels: left edge, height of the base line there, its slope, height of the type above and below the base line. */
  left: number
  base: number
  slope: number
  above: number
  below: number
}

/** Elements of a line, by their class. */
const LINES = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat'])
const WORD = /[\p{L}\p{N}]/u
/** Marks that can be words of their own: French has spaces around some of them, and a dash is between spaces. */
const MARK = /^[«»‹›:;!?–—…&%€]$/u
/** Of 100. */
const SURE_MARK = 50
/** Share of a line's height below the base line, if the line does not state the size of its type. */
const USUAL_DESCENDERS = 0.2

/**
 * Reads the hOCR of a page: lines in the order of the program. Words have the height of the type of their line on its base line,
 * even on a page that was scanned askew.
 * @throws Error with a message of one line
 */
export function readHocr(hocr: string): ScannedLine[] {
  const lines: ScannedLine[] = []
  const open: string[] = []
  let page = { width: 0, height: 0 }
  let line: OpenLine | null = null
  let word: { text: string; box: number[]; confidence: number } | null = null
  let kept = 0
  let hasPage = false

  function endWord(): void {
    const text = asWritten(word?.text ?? '')
    if (line && word && isWritten(text, word.confidence) && kept++ < PAGE_WORDS) {
      const [left, , right] = word.box as [number, number, number, number]
      const base = line.base + line.slope * ((left + right) / 2 - line.left)
      const [top, height] = [base - line.above, line.above + line.below]
      const share = (value: number, whole: number) => rounded(Math.min(1, Math.max(0, value / whole)))
      const [x, y] = [share(left, page.width), share(top, page.height)]
      line.words.push([text, x, y, share(right - left, page.width), share(height, page.height)])
      line.confidence.push(word.confidence)
    }
    word = null
  }

  readXmlText(hocr, {
    opens(element) {
      const kind = element.attributes.class ?? ''
      open.push(kind)
      const said = propertiesOf(element)
      const [left = 0, top = 0, right = 0, bottom = 0] = said.bbox ?? []
      if (kind === 'ocr_page') {
        page = { width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
        hasPage = true
      } else if (LINES.has(kind)) {
        const [slope = 0, offset = 0] = said.baseline ?? []
        const size = said.x_size?.[0] || bottom - top
        const below = said.x_descenders?.[0] ?? size * USUAL_DESCENDERS
        line = {
          words: [],
          confidence: [],
          size: rounded(size / page.height),
          left,
          base: bottom + offset,
          slope,
          above: size - below,
          below,
        }
      } else if (kind === 'ocrx_word') word = { text: '', box: [left, top, right, bottom], confidence: said.x_wconf?.[0] ?? 0 }
    },
    text(text) {
      if (word) word.text += text
    },
    closes() {
      const kind = open.pop()!
      if (kind === 'ocrx_word') endWord()
      if (!LINES.has(kind) || !line) return
      const { words, confidence, size } = line
      if (words.some(([text]) => WORD.test(text))) lines.push({ words, confidence, size })
      line = null
    },
  })
  if (!hasPage) throw new Error('the answer of Tesseract has no page')
  return lines
}

/**
 * Returns whether a word is a real word, or a mark between words. Specks and patterns are read as marks with little confidence,
 * or as other characters.
 */
const isWritten = (text: string, confidence: number) => WORD.test(text) || (MARK.test(text) && confidence >= SURE_MARK)

/**
 * Converts to what people write and search today: Fraktur has a long s, and a hyphen of two strokes. Characters for private use,
 * which some data for old type have, are left out as when a PDF is read.
 */
const asWritten = (text: string) =>
  text
    .replace(/\p{Co}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
    .replaceAll('ſ', 's')
    .replaceAll('⸗', '-')

/** Returns the numbers of the properties in a title: `bbox 10 20 30 40; x_wconf 93`. */
function propertiesOf({ attributes }: Element): Record<string, number[]> {
  const parts = (attributes.title ?? '').split(';').map((part) => part.trim().split(/\s+/))
  return Object.fromEntries(
    parts.flatMap(([name, ...values]) => {
      const numbers = values.map(Number)
      return name && numbers.length > 0 && numbers.every(Number.isFinite) ? [[name, numbers]] : []
    }),
  )
}
