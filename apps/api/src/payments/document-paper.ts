import type { Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { invoiceWords } from '@kiosk/languages/invoices'
import { text } from '@kiosk/languages/words'
import { blocksOf, type TextBlock } from '../content/html-blocks.ts'
import { DocumentSheet } from './document-sheet.ts'
import type { Ink } from './invoice-sheet.ts'
import { INK, letterhead, MUTED, plain, title } from './paper-look.ts'

const heading: Ink = { ...title, size: 15 }
const subheading: Ink = { face: 'bold', size: 11.5, colour: INK }
const lead: Ink = { ...plain, colour: MUTED }

export type PaperDocument = {
  language: Language
  title: string
  /** Edition, as it stands under the title. */
  lead: string
  /** Cleaned, with the operator's values. */
  html: string
  /** Day of its edition: 2026-11-22. */
  version: string
}

/**
 * A text of the house as an accessible PDF to keep: the same text makes the same bytes. Where it is a form, a paragraph that
 * ends with a colon is followed by a line to write on.
 */
export function documentPaper(
  document: PaperDocument,
  house: { operator: Pick<Operator, 'siteName' | 'company'>; publicUrl: string },
  isForm: boolean,
): Promise<Buffer> {
  const { language, html, version } = document
  const { siteName, company } = house.operator
  const made = new Date(`${version}T12:00:00Z`)
  const given = { title: `${document.title} – ${siteName}`, author: company.name, subject: document.title, language, made }
  const sheet = new DocumentSheet(given, 172)
  letterhead(sheet, siteName, company)
  sheet.flow('H1', document.title, title)
  if (document.lead) sheet.flow('P', document.lead, lead)
  let list: TextBlock[] = []
  const endList = () => {
    if (list.length > 0)
      sheet.within('L', () => {
        for (const each of list) if (each.kind === 'item') sheet.item(each.marker, each.text, plain)
      })
    list = []
  }
  const blocks = blocksOf(html, house.publicUrl)
  for (const [place, block] of blocks.entries()) {
    if (block.kind === 'item') {
      if (list.length === 0) sheet.space(4)
      list.push(block)
      continue
    }
    endList()
    if (block.kind === 'heading') {
      // A form has a page of its own, to be sent back.
      if (isForm && hasFields(blocks, place)) sheet.newPage()
      else sheet.space(20)
      sheet.flow('H2', block.text, heading)
      sheet.space(2)
    } else if (block.kind === 'subheading') {
      sheet.space(10)
      sheet.flow('H3', block.text, subheading)
    } else {
      sheet.space(6)
      sheet.flow(block.kind === 'quote' ? 'BlockQuote' : 'P', block.text, plain, { indent: block.kind === 'quote' ? 16 : 0 })
      if (isForm && isField(block)) sheet.lineToWriteOn()
    }
  }
  endList()
  const page = (number: number, of: number) => text(invoiceWords[language], 'INVOICE.PAGE', { number, of })
  return sheet.finishWith([document.title, document.lead].filter(Boolean).join(', '), page)
}

const isField = ({ kind, text }: TextBlock) => kind === 'paragraph' && text.endsWith(':')

/** Whether something is to be filled in below a heading. */
function hasFields(blocks: readonly TextBlock[], heading: number): boolean {
  const below = blocks.slice(heading + 1)
  const next = below.findIndex(({ kind }) => kind === 'heading')
  return below.slice(0, next < 0 ? undefined : next).some(isField)
}
