import type { Operator } from '@kiosk/domain/operator'
import { A4, type Ink, type InvoiceSheet } from './pdf-page.ts'

// Layout of our documents: dimensions in points, colours and the letterhead.

export const MARGIN_POINTS = 56
export const WIDTH_POINTS = A4.width - 2 * MARGIN_POINTS
export const [INK, MUTED, ACCENT, HAIRLINE] = ['#1c1a17', '#5d554a', '#b92e14', '#d9cfbf']
export const title: Ink = { face: 'serif', size: 27, colour: INK }
export const heading: Ink = { face: 'bold', size: 9.5, colour: MUTED }
export const plain: Ink = { face: 'sans', size: 10.5, colour: INK }
export const strong: Ink = { face: 'bold', size: 10.5, colour: INK }
export const small: Ink = { face: 'sans', size: 9, colour: MUTED }
export const total: Ink = { face: 'bold', size: 13, colour: INK }

/** Draws the header with site name and operator above a line; screen readers skip it, because the document repeats it below. */
export function layout(sheet: InvoiceSheet, siteName: string, company: Operator['company']): void {
  const [before = '', after] = siteName.split(/-(.*)/s, 2)
  const name: Ink = { face: 'serif', size: 22, colour: INK }
  let x = MARGIN_POINTS
  const y = 74
  x += sheet.sign(before, name, { x, y, width: WIDTH_POINTS })
  if (after !== undefined) {
    x += sheet.sign('-', { ...name, colour: ACCENT }, { x, y, width: WIDTH_POINTS })
    sheet.sign(after, name, { x, y, width: WIDTH_POINTS })
  }
  const place = { x: MARGIN_POINTS, width: WIDTH_POINTS, align: 'right' as const }
  for (const [row, line] of [company.name, company.street, `${company.postcode} ${company.town}`].entries())
    sheet.sign(line, small, { ...place, y: 66 + row * 13 })
  rule(sheet, 112)
}

/** Draws a hairline over the full width or part of it. */
export function rule(sheet: InvoiceSheet, y: number, from = MARGIN_POINTS, to = A4.width - MARGIN_POINTS): void {
  sheet.ornament((doc) => doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(HAIRLINE).stroke())
}
