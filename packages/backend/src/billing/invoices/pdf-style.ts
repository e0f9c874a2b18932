import type { Operator } from '@kiosk/domain/operator'
import { A4, type Ink, type InvoiceSheet } from './pdf-page.ts'

// Layout of our documents: dimensions in points, colours and the letterhead.

export const MARGIN_POINTS = 56
export const WIDTH_POINTS = A4.width - 2 * MARGIN_POINTS
/** Half of the width, so that the operator's address has room beside it. */
const WIDEST_NAME_POINTS = WIDTH_POINTS / 2
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
  const largest: Ink = { face: 'serif', size: 22, colour: INK }
  const name: Ink = { ...largest, size: largest.size * Math.min(1, WIDEST_NAME_POINTS / sheet.widthOf(siteName, largest)) }
  let x = MARGIN_POINTS
  const y = 74
  x += sheet.sign(before, name, { x, y, width: WIDTH_POINTS })
  if (after !== undefined) {
    x += sheet.sign('-', { ...name, colour: ACCENT }, { x, y, width: WIDTH_POINTS })
    x += sheet.sign(after, name, { x, y, width: WIDTH_POINTS })
  }
  const place = { x: MARGIN_POINTS, width: WIDTH_POINTS, align: 'right' as const }
  const width = A4.width - MARGIN_POINTS - x - 24
  const address = [company.name, company.street, `${company.postcode} ${company.town}`]
  const lines = address.flatMap((line) => sheet.lines(line, small, width))
  const first = Math.min(66, 105 - (lines.length - 1) * 13)
  for (const [row, line] of lines.entries()) sheet.sign(line, small, { ...place, y: first + row * 13 })
  rule(sheet, 112)
}

/** Draws a hairline over the full width or part of it. */
export function rule(sheet: InvoiceSheet, y: number, from = MARGIN_POINTS, to = A4.width - MARGIN_POINTS): void {
  sheet.ornament((doc) => doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(HAIRLINE).stroke())
}
