import { composed } from '@kiosk/domain/composed'
import PDFDocument from 'pdfkit'
import { typeface } from './typefaces.ts'

// A tagged A4 page: text is part of the structure tree, decoration is marked as an artifact.

const SANS_PARTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'greek-ext', 'cyrillic-ext'] as const
/** Typefaces, split by script: each character comes from the first part that has it. */
const faces = {
  serif: ['fraunces', 600, ['latin', 'latin-ext', 'vietnamese']],
  sans: ['source-sans-3', 400, SANS_PARTS],
  bold: ['source-sans-3', 600, SANS_PARTS],
} as const
/** Segments text into characters as readers see them, with their accents. */
const characters = new Intl.Segmenter()

export type Ink = { face: keyof typeof faces; size: number; colour: string }
export type Place = { x: number; y: number; width: number; align?: 'left' | 'right' }
type Font = { hasGlyphForCodePoint(point: number): boolean }
type Opened = PDFKit.PDFDocument & { _font: { font: Font } }
export type Tag =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'BlockQuote'
  | Listed
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'THead'
  | 'TBody'
type Listed = 'L' | 'LI' | 'Lbl' | 'LBody'
export type Options = { title: string; author: string; subject: string; language: string; made: Date; severalPages?: boolean }

export const A4 = { width: 595.28, height: 841.89 }

/** Tagged PDF with title, language and date; the same content produces the same bytes. */
export class InvoiceSheet {
  protected readonly doc: Opened
  protected readonly open: PDFKit.PDFStructureElement[] = []
  private readonly bytes: Promise<Buffer>

  constructor({ title, author, subject, language, made, severalPages = false }: Options) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      // Footers state the number of pages, so they are drawn last.
      bufferPages: severalPages,
      pdfVersion: '1.7',
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      displayTitle: true,
      lang: language,
      info: {
        Title: title,
        Author: author,
        Subject: subject,
        CreationDate: made,
        ModDate: made,
        Producer: author,
        Creator: author,
      },
    }) as Opened
    const chunks: Buffer[] = []
    this.bytes = new Promise((done, failed) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      this.doc.on('end', () => done(Buffer.concat(chunks)))
      this.doc.on('error', failed)
    })
    for (const [name, [family, weight, parts]] of Object.entries(faces))
      for (const part of parts) this.doc.registerFont(`${name} ${part}`, typeface(family, part, weight))
    const root = this.doc.struct('Document')
    this.doc.addStructure(root)
    this.open.push(root)
  }

  /** Wraps what `fill` writes in a structure element. */
  within(tag: Tag, fill: () => void): void {
    const element = this.doc.struct(tag)
    this.open.at(-1)!.add(element)
    this.open.push(element)
    fill()
    this.open.pop()
    element.end()
  }

  /** Writes wrapped text as its own element from the baseline `y` on; returns the baseline of the next line. */
  say(tag: Tag, words: string, ink: Ink, place: Place, options: { scope?: 'Row' | 'Column' } = {}): number {
    const lines = this.lines(words, ink, place.width)
    const leading = ink.size * 1.42
    const element = this.doc.struct(tag, options as object, () => {
      for (const [row, line] of lines.entries()) {
        const last = row === lines.length - 1
        this.draw(last ? line : `${line} `, ink, { ...place, y: place.y + row * leading })
      }
    })
    this.open.at(-1)!.add(element)
    if (tag === 'H1' || tag === 'H2') this.doc.outline.addItem(words)
    return place.y + lines.length * leading
  }

  /** Draws decoration that screen readers skip. */
  ornament(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw(this.doc)
    this.doc.endMarkedContent()
  }

  /** Writes text as decoration and returns its width. */
  sign(words: string, ink: Ink, place: Place): number {
    this.ornament(() => this.draw(words, ink, place))
    return this.widthOf(words, ink)
  }

  widthOf(words: string, ink: Ink): number {
    return this.runs(words, ink).reduce(
      (sum, { font, text }) => sum + this.doc.font(font).fontSize(ink.size).widthOfString(text),
      0,
    )
  }

  /** Returns whether the typeface has every letter and digit of a text (ADR-0373). */
  hasLettersOf(words: string, { face }: Ink): boolean {
    return [...composed(words)].every((letter) => !/[\p{L}\p{N}]/u.test(letter) || this.fontOf(letter, face) !== undefined)
  }

  finish(): Promise<Buffer> {
    this.open[0]!.end()
    this.doc.end()
    return this.bytes
  }

  protected draw(words: string, ink: Ink, { x, y, width, align }: Place): void {
    let at = align === 'right' ? x + width - this.widthOf(words.trimEnd(), ink) : x
    for (const { font, text } of this.runs(words, ink)) {
      this.doc.font(font).fontSize(ink.size).fillColor(ink.colour)
      this.doc.text(text, at, y, { lineBreak: false, baseline: 'alphabetic' })
      at += this.doc.widthOfString(text)
    }
  }

  private runs(words: string, { face }: Ink): { font: string; text: string }[] {
    const runs: { font: string; text: string }[] = []
    for (const letter of composed(words).replace(/\p{Default_Ignorable_Code_Point}/gu, '')) {
      const own = this.fontOf(letter, face)
      const text = own === undefined ? standIn(letter) : letter
      const font = own ?? `${face} latin`
      const last = runs.at(-1)
      if (last?.font === font) last.text += text
      else if (text !== '') runs.push({ font, text })
    }
    return runs
  }

  /** Returns the part of a typeface that has a character. */
  private fontOf(letter: string, face: Ink['face']): string | undefined {
    const [, , parts] = faces[face]
    const has = (part: string) =>
      (this.doc.font(`${face} ${part}`) as Opened)._font.font.hasGlyphForCodePoint(letter.codePointAt(0)!)
    const part = parts.find(has)
    return part && `${face} ${part}`
  }

  /** Wraps text. */
  lines(words: string, ink: Ink, width: number): string[] {
    const lines = ['']
    for (const word of words.split(' ')) {
      const last = lines.at(-1)!
      const longer = last ? `${last} ${word}` : word
      if (this.widthOf(longer, ink) <= width) lines[lines.length - 1] = longer
      else lines.splice(last ? lines.length : -1, 1, ...this.pieces(word, ink, width))
    }
    return lines
  }

  /** Divides a word that is longer than a line. */
  private pieces(word: string, ink: Ink, width: number): string[] {
    if (this.widthOf(word, ink) <= width) return [word]
    const pieces = ['']
    for (const { segment } of characters.segment(word)) {
      const longer = pieces.at(-1)! + segment
      if (this.widthOf(longer, ink) <= width) pieces[pieces.length - 1] = longer
      else pieces.push(segment)
    }
    return pieces
  }
}

/** Returns a replacement for a character that the typeface lacks: the box that it would show is not text. */
function standIn(letter: string): string {
  if (/[\p{M}\p{C}]/u.test(letter)) return ''
  if (/\p{Z}/u.test(letter)) return '\u00a0'
  return /\p{Pd}/u.test(letter) ? '-' : '?'
}
