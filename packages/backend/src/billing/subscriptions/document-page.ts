import { A4, type Ink, InvoiceSheet, type Options, type Tag } from '../invoices/pdf-page.ts'
import { MARGIN_POINTS, rule, small, WIDTH_POINTS } from '../invoices/pdf-style.ts'

/** Lowest baseline of body text; the footer is below it. */
const BOTTOM = A4.height - 84
const FOOT = A4.height - 44
/** First baseline of a continuation page. */
const TOP_POINTS = 72

/** Tagged document with as many pages as its text needs, each with footer and page number. */
export class DocumentSheet extends InvoiceSheet {
  /** Baseline of the next line. */
  private y: number

  constructor(options: Options, top: number) {
    super({ ...options, severalPages: true })
    this.y = top
  }

  /** Adds vertical space before the next text; none at the top of a page. */
  space(height: number): void {
    if (this.y > TOP_POINTS) this.y += height
  }

  /** Flows text below the previous one, across pages if necessary; a heading stays with the text after it. */
  flow(tag: Tag, words: string, ink: Ink, { indent = 0 }: { indent?: number } = {}): void {
    const leading = ink.size * 1.42
    const isHeading = /^H\d$/.test(tag)
    const lines = words.split('\n').flatMap((line) => this.lines(line, ink, WIDTH_POINTS - indent))
    const needed = isHeading ? lines.length * leading + 40 : leading
    if (this.y + needed > BOTTOM) this.newPage()
    const element = this.doc.struct(tag, {}, () => {
      for (const [row, line] of lines.entries()) {
        if (this.y > BOTTOM) {
          this.doc.continueOnNewPage()
          this.y = TOP_POINTS
        }
        const last = row === lines.length - 1
        this.draw(last ? line : `${line} `, ink, { x: MARGIN_POINTS + indent, y: this.y, width: WIDTH_POINTS - indent })
        this.y += leading
      }
    })
    this.open.at(-1)!.add(element)
    if (isHeading) this.doc.outline.addItem(words)
  }

  /** Writes a list item with its marker. */
  item(marker: string, words: string, ink: Ink): void {
    if (this.y + ink.size * 1.42 > BOTTOM) this.newPage()
    this.within('LI', () => {
      const y = this.y
      this.say('Lbl', marker, ink, { x: MARGIN_POINTS + 4, y, width: 18 })
      this.flow('LBody', words, ink, { indent: 22 })
    })
  }

  /** Draws a line to write on below the previous text. */
  lineToWriteOn(): void {
    this.y += 14
    if (this.y > BOTTOM) this.newPage()
    rule(this, this.y)
    this.y += 16
  }

  /**
   * Draws the footers and returns the PDF.
   * @param page formats the page number and the number of pages
   */
  async finishWith(foot: string, page: (number: number, of: number) => string): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange()
    for (let each = 0; each < count; each++) {
      this.doc.switchToPage(each)
      rule(this, FOOT - 16)
      this.sign(foot, small, { x: MARGIN_POINTS, y: FOOT, width: WIDTH_POINTS })
      this.sign(page(each + 1, count), small, { x: MARGIN_POINTS, y: FOOT, width: WIDTH_POINTS, align: 'right' })
    }
    return this.finish()
  }

  /** Continues on a new page. */
  newPage(): void {
    this.doc.addPage()
    this.y = TOP_POINTS
  }
}
