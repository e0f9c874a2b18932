import type { Operator } from '@kiosk/domain/operator'
import { A4, type Ink, type InvoiceSheet } from './invoice-sheet.ts'

// How papers of the house look: measures, inks and the letterhead. Points.

export const MARGIN = 56
export const WIDTH = A4.width - 2 * MARGIN
export const [INK, MUTED, ACCENT, HAIRLINE] = ['#1c1a17', '#5d554a', '#b92e14', '#d9cfbf']
export const title: Ink = { face: 'serif', size: 27, colour: INK }
export const heading: Ink = { face: 'bold', size: 9.5, colour: MUTED }
export const plain: Ink = { face: 'sans', size: 10.5, colour: INK }
export const strong: Ink = { face: 'bold', size: 10.5, colour: INK }
export const small: Ink = { face: 'sans', size: 9, colour: MUTED }
export const total: Ink = { face: 'bold', size: 13, colour: INK }

/** The site's name and who runs it, above a line; not read out, because the paper says it below. */
export function letterhead(sheet: InvoiceSheet, siteName: string, company: Operator['company']): void {
  const [before = '', after] = siteName.split(/-(.*)/s, 2)
  const name: Ink = { face: 'serif', size: 22, colour: INK }
  let x = MARGIN
  const y = 74
  x += sheet.sign(before, name, { x, y, width: WIDTH })
  if (after !== undefined) {
    x += sheet.sign('-', { ...name, colour: ACCENT }, { x, y, width: WIDTH })
    sheet.sign(after, name, { x, y, width: WIDTH })
  }
  const place = { x: MARGIN, width: WIDTH, align: 'right' as const }
  for (const [row, line] of [company.name, company.street, `${company.postcode} ${company.town}`].entries())
    sheet.sign(line, small, { ...place, y: 66 + row * 13 })
  rule(sheet, 112)
}

/** A hairline over the whole width, or a part of it. */
export function rule(sheet: InvoiceSheet, y: number, from = MARGIN, to = A4.width - MARGIN): void {
  sheet.ornament((doc) => doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(HAIRLINE).stroke())
}
