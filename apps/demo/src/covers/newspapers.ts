import { darker, inkOn, lighter } from '../colour.ts'
import type { Sheet } from '../printing/sheet.ts'
import { pour, setBlock } from '../printing/typesetting.ts'
import { type Cover, type Family, masthead, sticker, wordsOf } from './cover.ts'

const INK = '#1b1916'

function dateline(sheet: Sheet, c: Cover, y: number, u: number, colour = INK): void {
  sheet.line(`${c.date}`, 4 * u, y, { face: 'serif', size: 1.7 * u, colour })
  sheet.line([c.number, c.edition].filter(Boolean).join('  ·  '), 50 * u, y, {
    face: 'serif',
    size: 1.7 * u,
    align: 'centre',
    colour,
  })
  sheet.line(c.price, 96 * u, y, { face: 'serif', size: 1.7 * u, align: 'right', colour })
}

/** Sets a story in columns: kicker, headline, text. Text that does not fit is dropped. */
function story(
  sheet: Sheet,
  c: Cover,
  at: number,
  x: number,
  y: number,
  width: number,
  height: number,
  columns: number,
  big: number,
): void {
  const line = c.lines[at % Math.max(1, c.lines.length)]
  if (!line) return
  const u = c.width / 100
  sheet.line(line.kicker.toUpperCase(), x, y + 1.4 * u, { face: 'sansBold', size: 1.35 * u, tracking: 90, colour: c.brand })
  const end = setBlock(sheet, line.headline, x, y + 2.4 * u, {
    face: c.face === 'oswald' || c.face === 'archivo' ? 'oswald' : 'serifBold',
    width,
    from: big,
    to: 1.8 * u,
    lines: columns > 1 ? 2 : 4,
    colour: INK,
    leading: 1.08,
  })
  const gap = 1.6 * u
  const wide = (width - gap * (columns - 1)) / columns
  const top = end + 1.2 * u
  pour(
    sheet,
    [{ text: line.standfirst }, ...line.body.map((text) => ({ text }))],
    Array.from({ length: columns }, (_, column) => ({
      x: x + column * (wide + gap),
      y: top,
      width: wide,
      height: y + height - top,
    })),
    { face: 'serif', bold: 'serifBold', size: 1.36 * u, leading: 1.72 * u, colour: INK },
  )
}

/** Large sheet with a traditional masthead. */
export const broadsheet: Family = (sheet, c) => {
  const { width: w, height: h } = c
  const u = w / 100
  sheet.box(0, 0, w, h, '#fdfaf3')
  sheet.line(c.motto, 50 * u, 4 * u, { face: 'serifItalic', size: 1.6 * u, align: 'centre', colour: INK })
  const base = masthead(sheet, c, 12 * u, 6.2 * u, 76 * u, 9.4 * u, { colour: c.face === 'blackletter' ? INK : c.brand })
  sheet.rule(4 * u, base + 4 * u, 92 * u, 1.2)
  dateline(sheet, c, base + 6.2 * u, u)
  sheet.rule(4 * u, base + 7.2 * u, 92 * u, 0.5)
  const top = base + 9 * u
  const end = setBlock(sheet, c.lead.headline, 4 * u, top, {
    face: 'serifBold',
    width: 69 * u,
    from: 7.6 * u,
    to: 3 * u,
    lines: 2,
    colour: INK,
    leading: 1.04,
  })
  const sub = setBlock(sheet, c.lead.standfirst, 4 * u, end + 1 * u, {
    face: 'serifItalic',
    width: 69 * u,
    from: 2.1 * u,
    to: 1.6 * u,
    lines: 2,
    colour: INK,
    leading: 1.25,
  })
  const pictureTop = sub + 1.6 * u
  sheet.picture(c.picture, 4 * u, pictureTop, 69 * u, 42 * u)
  const below = pictureTop + 44 * u
  story(sheet, c, 0, 4 * u, below, 33 * u, h - below - 12 * u, 2, 2.9 * u)
  sheet.box(38.4 * u, below, 0.3, h - below - 12 * u, '#8a8478')
  story(sheet, c, 1, 40 * u, below, 33 * u, h - below - 12 * u, 2, 2.9 * u)
  sheet.box(74.6 * u, top, 0.3, h - top - 12 * u, '#8a8478')
  const side = (h - top - 12 * u) / 3
  for (let at = 0; at < 3; at++) {
    story(sheet, c, 2 + at, 76.2 * u, top + at * side, 19.8 * u, side - 2 * u, 1, 2.3 * u)
    if (at) sheet.rule(76.2 * u, top + at * side - 1 * u, 19.8 * u, 0.5, '#8a8478')
  }
  sheet.rule(4 * u, h - 10.4 * u, 92 * u, 1.2)
  c.lines.slice(0, 4).forEach((line, at) => {
    const x = (4 + at * 23.4) * u
    sheet.line(`${line.kicker}  ${wordsOf(c.language).page} ${at + 3}`, x, h - 8.2 * u, {
      face: 'sansBold',
      size: 1.4 * u,
      colour: c.brand,
    })
    setBlock(sheet, line.headline, x, h - 7.2 * u, {
      face: 'serifBold',
      width: 21 * u,
      from: 1.7 * u,
      to: 1.3 * u,
      lines: 2,
      colour: INK,
      leading: 1.15,
    })
  })
}

/** Regional newspaper: half the size, masthead on a coloured band, wide picture. */
export const berliner: Family = (sheet, c) => {
  const { width: w, height: h } = c
  const u = w / 100
  const ink = inkOn(c.brand)
  sheet.box(0, 0, w, h, '#fdfbf6')
  sheet.box(0, 0, w, 20 * u, c.brand)
  const base = masthead(sheet, c, 4 * u, 4.4 * u, 92 * u, 9.6 * u, { colour: ink, align: 'left' })
  sheet.line(c.motto, 4 * u, base + 4 * u, { face: 'sans', size: 1.8 * u, colour: ink })
  if (c.edition) sheet.line(c.edition, 96 * u, base + 4 * u, { face: 'sansBold', size: 2 * u, colour: ink, align: 'right' })
  dateline(sheet, c, 22.8 * u, u)
  sheet.rule(4 * u, 24 * u, 92 * u, 0.5)
  const teasers = c.lines.slice(-3)
  teasers.forEach((line, at) => {
    const x = (4 + at * 31.4) * u
    sheet.box(x, 25.4 * u, 29.2 * u, 10 * u, lighter(c.brand, at % 2 ? 0.86 : 0.78))
    sheet.line(line.kicker.toUpperCase(), x + 1.4 * u, 28 * u, {
      face: 'sansBold',
      size: 1.4 * u,
      tracking: 80,
      colour: darker(c.brand, 0.2),
    })
    setBlock(sheet, line.headline, x + 1.4 * u, 29 * u, {
      face: 'sansBold',
      width: 26.4 * u,
      from: 2.2 * u,
      to: 1.5 * u,
      lines: 2,
      colour: INK,
      leading: 1.15,
    })
  })
  sheet.picture(c.picture, 4 * u, 37 * u, 92 * u, 50 * u)
  const head = setBlock(sheet, c.lead.headline, 4 * u, 89 * u, {
    face: c.face === 'oswald' ? 'oswald' : 'serifBold',
    width: 92 * u,
    from: 7.4 * u,
    to: 3.4 * u,
    lines: 2,
    colour: INK,
    leading: 1.06,
  })
  const top = head + 1.4 * u
  setBlock(sheet, c.lead.standfirst, 4 * u, top, {
    face: 'sansBold',
    width: 29 * u,
    from: 2 * u,
    to: 1.6 * u,
    lines: 9,
    colour: '#3a352e',
    leading: 1.25,
  })
  story(sheet, c, 0, 35.4 * u, top, 29.2 * u, h - top - 4 * u, 1, 2.8 * u)
  sheet.box(65.6 * u, top, 0.3, h - top - 4 * u, '#8a8478')
  story(sheet, c, 1, 66.8 * u, top, 29.2 * u, h - top - 4 * u, 1, 2.8 * u)
  const low = top + 20 * u
  if (h - low > 20 * u) story(sheet, c, 2, 4 * u, low, 29 * u, h - low - 4 * u, 1, 2.4 * u)
}

/** Small sheet, large letters. */
export const tabloid: Family = (sheet, c) => {
  const { width: w, height: h } = c
  const u = w / 100
  sheet.box(0, 0, w, h, '#fdfbf6')
  sheet.box(0, 0, w, 5 * u, INK)
  sheet.line(imprintLine(c), 50 * u, 3.4 * u, { face: 'sansBold', size: 1.8 * u, align: 'centre', colour: '#ffffff' })
  const red = c.brand
  sheet.box(3 * u, 7 * u, 46 * u, 24 * u, red)
  masthead(sheet, c, 5.4 * u, 11 * u, 41 * u, 13 * u, { colour: inkOn(red) })
  sheet.line(c.motto, 26 * u, 28.8 * u, { face: 'sansBold', size: 1.7 * u, align: 'centre', colour: inkOn(red) })
  const first = c.lines[0]
  if (first) {
    sheet.box(51 * u, 7 * u, 46 * u, 24 * u, '#ffd028')
    sheet.line(first.kicker.toUpperCase(), 53 * u, 11 * u, { face: 'sansBold', size: 1.9 * u, tracking: 60, colour: red })
    setBlock(sheet, first.headline, 53 * u, 12.6 * u, {
      face: 'anton',
      width: 42 * u,
      from: 6 * u,
      to: 3 * u,
      lines: 3,
      colour: INK,
      leading: 1.14,
    })
  }
  sheet.picture(c.picture, 3 * u, 33 * u, 94 * u, h - 33 * u - 30 * u)
  const low = h - 30 * u
  const top = setBlock(sheet, c.lead.headline, 6 * u, low - 9 * u, {
    face: 'anton',
    width: 88 * u,
    from: 15 * u,
    to: 6 * u,
    lines: 3,
    colour: '#ffffff',
    hang: 'bottom',
    leading: 1.12,
  })
  const kick = c.lead.kicker.toUpperCase()
  sheet.box(6 * u, top - 6.2 * u, (kick.length * 1.75 + 3) * u, 4.4 * u, red)
  sheet.line(kick, 7.5 * u, top - 3 * u, { face: 'sansBold', size: 2.4 * u, tracking: 60, colour: inkOn(red) })
  setBlock(sheet, c.lead.standfirst, 6 * u, low - 6.4 * u, {
    face: 'sansBold',
    width: 86 * u,
    from: 2.3 * u,
    to: 1.7 * u,
    lines: 2,
    colour: '#ffffff',
    leading: 1.2,
  })
  for (let at = 0; at < 3; at++) {
    story(sheet, c, 1 + at, (3 + at * 32) * u, low + 1.6 * u, 30 * u, 27 * u, 1, 3.2 * u)
    if (at) sheet.box((2 + at * 32) * u, low + 2 * u, 0.4, 25 * u, '#8a8478')
  }
  if (c.label) sticker(sheet, 84 * u, 48 * u, 9 * u, '#ffd028', red, c.label, wordsOf(c.language).today, 'anton')
}
const imprintLine = (c: Cover) => [c.date, c.number, c.edition, c.price].filter(Boolean).join('   |   ')
