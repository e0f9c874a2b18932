import { A4, type Given, type Ink, InvoiceSheet, type Tag } from './invoice-sheet.ts'
import { MARGIN, rule, small, WIDTH } from './paper-look.ts'

/** Lowest baseline of a text; below it stands the foot of the page. */
const BOTTOM = A4.height - 84
const FOOT = A4.height - 44
/** First baseline of a page that goes on. */
const TOP = 72

/** A tagged paper of as many pages as its text needs; each says what it belongs to, and which of how many it is. */
export class DocumentSheet extends InvoiceSheet {
  /** Baseline of the next line. */
  private y: number

  constructor(given: Given, top: number) {
    super({ ...given, severalPages: true })
    this.y = top
  }

  /** Room before the next text; none at the head of a page. */
  space(height: number): void {
    if (this.y > TOP) this.y += height
  }

  /** A text below the one before, over the end of a page where it must; a heading stays with what follows. */
  flow(tag: Tag, words: string, ink: Ink, { indent = 0 }: { indent?: number } = {}): void {
    const leading = ink.size * 1.42
    const isHeading = /^H\d$/.test(tag)
    const lines = words.split('\n').flatMap((line) => this.lines(line, ink, WIDTH - indent))
    const needed = isHeading ? lines.length * leading + 40 : leading
    if (this.y + needed > BOTTOM) this.newPage()
    const element = this.doc.struct(tag, {}, () => {
      for (const [row, line] of lines.entries()) {
        if (this.y > BOTTOM) {
          this.doc.continueOnNewPage()
          this.y = TOP
        }
        const last = row === lines.length - 1
        this.draw(last ? line : `${line} `, ink, { x: MARGIN + indent, y: this.y, width: WIDTH - indent })
        this.y += leading
      }
    })
    this.open.at(-1)!.add(element)
    if (isHeading) this.doc.outline.addItem(words)
  }

  /** An item of a list, its marker before it. */
  item(marker: string, words: string, ink: Ink): void {
    if (this.y + ink.size * 1.42 > BOTTOM) this.newPage()
    this.within('LI', () => {
      const y = this.y
      this.say('Lbl', marker, ink, { x: MARGIN + 4, y, width: 18 })
      this.flow('LBody', words, ink, { indent: 22 })
    })
  }

  /** A line to write on, below the text before. */
  lineToWriteOn(): void {
    this.y += 14
    if (this.y > BOTTOM) this.newPage()
    rule(this, this.y)
    this.y += 16
  }

  /** @param foot what every page belongs to; `page` says which of how many */
  async finishWith(foot: string, page: (number: number, of: number) => string): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange()
    for (let each = 0; each < count; each++) {
      this.doc.switchToPage(each)
      rule(this, FOOT - 16)
      this.sign(foot, small, { x: MARGIN, y: FOOT, width: WIDTH })
      this.sign(page(each + 1, count), small, { x: MARGIN, y: FOOT, width: WIDTH, align: 'right' })
    }
    return this.finish()
  }

  /** Goes on at the head of a page. */
  newPage(): void {
    this.doc.addPage()
    this.y = TOP
  }
}
