import { noonOf } from '@kiosk/domain/day'
import type { Language } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import { invoiceMessages } from '@kiosk/i18n/messages/invoices'
import { t } from '@kiosk/i18n/translate'
import { blocksOf, type TextBlock } from '../../content/html-blocks.ts'
import type { Ink } from '../invoices/pdf-page.ts'
import { INK, layout, MUTED, plain, title } from '../invoices/pdf-style.ts'
import { DocumentSheet } from './document-page.ts'

const heading: Ink = { ...title, size: 15 }
const subheading: Ink = { face: 'bold', size: 11.5, colour: INK }
const lead: Ink = { ...plain, colour: MUTED }

export type SubscriptionDocument = {
  language: Language
  title: string
  /** Line under the title: the edition. */
  lead: string
  /** Sanitised, with the operator's values filled in. */
  html: string
  /** Date of the edition: 2026-11-22. */
  version: string
}

/**
 * Renders one of our documents as an accessible PDF; the same text gives the same bytes. In a form, a line to write on follows
 * each paragraph that ends with a colon.
 */
export function documentPdf(
  document: SubscriptionDocument,
  ctx: { operator: Pick<Operator, 'siteName' | 'company'>; publicUrl: string },
  isForm: boolean,
): Promise<Buffer> {
  const { language, html, version } = document
  const { siteName, company } = ctx.operator
  const made = noonOf(version)
  const options = { title: `${document.title} – ${siteName}`, author: company.name, subject: document.title, language, made }
  const sheet = new DocumentSheet(options, 172)
  layout(sheet, siteName, company)
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
  const blocks = blocksOf(html, ctx.publicUrl)
  for (const [place, block] of blocks.entries()) {
    if (block.kind === 'item') {
      if (list.length === 0) sheet.space(4)
      list.push(block)
      continue
    }
    endList()
    if (block.kind === 'heading') {
      // A form starts on its own page, to be sent back.
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
  const page = (number: number, of: number) => t(invoiceMessages[language], 'INVOICE.PAGE', { number, of })
  return sheet.finishWith([document.title, document.lead].filter(Boolean).join(', '), page)
}

const isField = ({ kind, text }: TextBlock) => kind === 'paragraph' && text.endsWith(':')

/** Returns whether there are fields to fill in below a heading. */
function hasFields(blocks: readonly TextBlock[], heading: number): boolean {
  const below = blocks.slice(heading + 1)
  const next = below.findIndex(({ kind }) => kind === 'heading')
  return below.slice(0, next < 0 ? undefined : next).some(isField)
}
