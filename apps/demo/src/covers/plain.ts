import { brightness, darker, inkOn, lighter, mix } from '../colour.ts'
import { setBlock } from '../printing/typesetting.ts'
import { barcode, type Family, imprint, masthead, sticker, wordsOf } from './cover.ts'

/** Asymmetric grid, one flat colour, grotesque. */
export const swiss: Family = (sheet, c) => {
  const { width: w, height: h } = c
  const u = w / 100
  const ground = c.chance.chance(0.5) ? c.brand : lighter(c.colours.light, 0.25)
  const ink = inkOn(ground)
  sheet.box(0, 0, w, h, ground)
  const split = h * c.chance.between(0.36, 0.44)
  sheet.picture(c.picture, 34 * u, split, 66 * u, h - split - 17 * u)
  const base = masthead(sheet, c, 4 * u, 5 * u, 92 * u, 17 * u, { colour: ink, align: 'left' })
  setBlock(sheet, c.number, 4 * u, split + 2 * u, {
    face: 'grotesk',
    width: 26 * u,
    from: 6 * u,
    to: 2 * u,
    lines: 1,
    colour: ink,
  })
  sheet.line(c.date, 4 * u, split + 12 * u, { face: 'jost', size: 2.2 * u, colour: ink })
  setBlock(sheet, c.lead.headline, 4 * u, base + 5 * u, {
    face: 'grotesk',
    width: 90 * u,
    from: 8.6 * u,
    to: 3.4 * u,
    lines: 2,
    colour: ink,
    leading: 1.02,
  })
  let y = split + 22 * u
  for (const line of c.lines.slice(0, 4)) {
    sheet.rule(4 * u, y, 26 * u, 1, ink)
    y =
      setBlock(sheet, line.headline, 4 * u, y + 1.6 * u, {
        face: 'jostBold',
        width: 26 * u,
        from: 2.7 * u,
        to: 1.9 * u,
        lines: 4,
        colour: ink,
        leading: 1.15,
      }) +
      3 * u
  }
  setBlock(sheet, c.lead.standfirst, 34 * u, h - 14 * u, {
    face: 'jost',
    width: 42 * u,
    from: 2.1 * u,
    to: 1.7 * u,
    lines: 4,
    colour: ink,
    leading: 1.25,
  })
  sheet.line([c.price, c.motto].join('   '), 34 * u, h - 3 * u, { face: 'jost', size: 1.7 * u, colour: ink })
  barcode(sheet, c, 96 * u, h - 3 * u, 15 * u)
  if (c.label) sheet.line(c.label, 4 * u, h - 3 * u, { face: 'grotesk', size: 3 * u, colour: ink })
}

/** Literary review: picture in the middle of pale paper. */
export const review: Family = (sheet, c) => {
  const { width: w, height: h } = c
  const u = w / 100
  const paper = lighter(c.colours.light, 0.86)
  sheet.box(0, 0, w, h, paper)
  sheet.rule(6 * u, 5 * u, 88 * u, 1.4, c.brand)
  sheet.line(imprint(c), 50 * u, 8.6 * u, { face: 'cormorant', size: 2.5 * u, align: 'centre', colour: '#2a241e' })
  const base = masthead(sheet, c, 6 * u, 11 * u, 88 * u, 18 * u, { colour: c.brand })
  sheet.line(c.motto, 50 * u, base + 5 * u, { face: 'cormorantItalic', size: 3.2 * u, align: 'centre', colour: '#2a241e' })
  const top = base + 9 * u
  sheet.picture(c.picture, 13 * u, top, 74 * u, h - top - 39.5 * u)
  // Two lines of headline and two below it end above the rule.
  const end = setBlock(sheet, c.lead.headline, 50 * u, h - 35 * u, {
    face: 'playfair',
    width: 82 * u,
    from: 7 * u,
    to: 3.4 * u,
    lines: 2,
    align: 'centre',
    colour: '#1c1814',
  })
  setBlock(sheet, c.lead.standfirst, 50 * u, end + 1.6 * u, {
    face: 'cormorantItalic',
    width: 70 * u,
    from: 2.9 * u,
    to: 2.2 * u,
    lines: 2,
    align: 'centre',
    colour: '#3a332b',
    leading: 1.15,
  })
  sheet.rule(6 * u, h - 11.6 * u, 88 * u, 0.6, c.brand)
  c.lines.slice(0, 3).forEach((line, at) => {
    setBlock(sheet, line.headline, (6 + at * 25.5) * u, h - 9.8 * u, {
      face: 'cormorant',
      width: 23 * u,
      from: 2.6 * u,
      to: 1.9 * u,
      lines: 3,
      colour: '#2a241e',
      leading: 1.08,
    })
  })
  barcode(sheet, c, 94 * u, h - 3 * u, 13 * u)
  if (c.label) sticker(sheet, 84 * u, top + 6 * u, 8 * u, c.brand, inkOn(c.brand), c.label, c.number, 'playfair')
}

/** One object on one colour. */
export const minimal: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  // The picture begins below the masthead; its veil has the colour above it.
  sheet.box(0, 0, w, h, colours.sky[0])
  sheet.picture(c.picture, 0, h * 0.16, w, h)
  const ink = brightness(colours.sky[0]) > 0.55 ? darker(colours.dark, 0.3) : '#ffffff'
  sheet.box(0, 0, w, 1.6 * u, c.brand)
  const base = masthead(sheet, c, 6 * u, 7 * u, 60 * u, 8.5 * u, { colour: ink, align: 'left' })
  sheet.line(c.number, 94 * u, base - 3.4 * u, { face: 'jostBold', size: 2.1 * u, colour: ink, align: 'right' })
  sheet.line(`${c.date}  ${c.price}`, 94 * u, base, { face: 'jost', size: 2.1 * u, colour: ink, align: 'right' })
  sheet.rule(6 * u, base + 4 * u, 88 * u, 0.7, ink)
  const end = setBlock(sheet, c.lead.headline, 6 * u, base + 8 * u, {
    face: 'playfairBlack',
    width: 86 * u,
    from: 12 * u,
    to: 5 * u,
    lines: 3,
    colour: ink,
    leading: 1.02,
  })
  setBlock(sheet, c.lead.standfirst, 6 * u, end + 2 * u, {
    face: 'jost',
    width: 56 * u,
    from: 2.6 * u,
    to: 2 * u,
    lines: 3,
    colour: ink,
    leading: 1.28,
  })
  sheet.box(0, h - 11.5 * u, w, 11.5 * u, darker(c.brand, 0.1))
  c.lines.slice(0, 3).forEach((line, at) => {
    const x = (6 + at * 24.5) * u
    sheet.line(line.kicker.toUpperCase(), x, h - 7.6 * u, {
      face: 'jostBold',
      size: 1.5 * u,
      tracking: 140,
      colour: inkOn(c.brand),
      opacity: 0.8,
    })
    setBlock(sheet, line.headline, x, h - 6.6 * u, {
      face: 'jost',
      width: 22.5 * u,
      from: 2 * u,
      to: 1.5 * u,
      lines: 3,
      colour: inkOn(c.brand),
      leading: 1.15,
    })
  })
  barcode(sheet, c, 96 * u, h - 2 * u, 13 * u)
  if (c.label)
    sheet.line(c.label.toUpperCase(), 6 * u, h - 14 * u, { face: 'jostBold', size: 2.4 * u, tracking: 180, colour: ink })
}

/** News magazine: broad frame, one statement. */
export const banner: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  sheet.box(0, 0, w, h, c.brand)
  sheet.picture(c.picture, 2.6 * u, 2.6 * u, 94.8 * u, h - 5.2 * u)
  sheet.box(2.6 * u, 2.6 * u, 94.8 * u, 22 * u, c.brand)
  const ink = inkOn(c.brand)
  const base = masthead(sheet, c, 6 * u, 6.5 * u, 88 * u, 11.5 * u, { colour: ink })
  sheet.line(imprint(c), 6 * u, base + 4.6 * u, { face: 'jost', size: 2 * u, colour: ink })
  sheet.line(c.motto, 94 * u, base + 4.6 * u, { face: 'jost', size: 2 * u, colour: ink, align: 'right' })
  const strip = 2.6 * u + 22 * u
  sheet.box(2.6 * u, strip, 94.8 * u, 6.4 * u, '#fffdf8')
  const first = c.lines[0]
  if (first)
    setBlock(sheet, `${first.kicker}: ${first.headline}`, 6 * u, strip + 2 * u, {
      face: 'jostBold',
      width: 88 * u,
      from: 2.5 * u,
      to: 1.6 * u,
      lines: 1,
      colour: '#1c1814',
    })
  const top = setBlock(sheet, c.lead.headline.toUpperCase(), 50 * u, h - 15 * u, {
    face: 'oswald',
    width: 84 * u,
    from: 13 * u,
    to: 5 * u,
    lines: 3,
    align: 'centre',
    colour: '#ffffff',
    hang: 'bottom',
    leading: 1.14,
  })
  sheet.line(c.lead.kicker, 50 * u, top - 2 * u, {
    face: 'playfairItalic',
    size: 3.4 * u,
    align: 'centre',
    colour: lighter(colours.light, 0.3),
  })
  setBlock(sheet, c.lead.standfirst, 50 * u, h - 11.6 * u, {
    face: 'jost',
    width: 62 * u,
    from: 2.5 * u,
    to: 2 * u,
    lines: 3,
    align: 'centre',
    colour: '#ffffff',
    leading: 1.25,
  })
  barcode(sheet, c, 95 * u, h - 5 * u, 13 * u)
  if (c.label) sticker(sheet, 84 * u, strip + 18 * u, 9 * u, '#fffdf8', darker(c.brand, 0.1), c.label, c.number, 'oswald')
}

/** Slanted bands, italic headlines. */
export const dynamic: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  sheet.picture(c.picture, 0, 0, w, h)
  sheet.doc
    .polygon([0, 0], [w, 0], [w, 21 * u], [0, 29 * u])
    .fillColor(c.brand, 1)
    .fill()
  sheet.doc
    .polygon([0, 29 * u], [w, 21 * u], [w, 22.6 * u], [0, 30.6 * u])
    .fillColor(mix(c.brand, '#ffffff', 0.75), 1)
    .fill()
  masthead(sheet, c, 4 * u, 5.6 * u, 92 * u, 16 * u, { colour: inkOn(c.brand) })
  sheet.line(imprint(c), 4 * u, 4 * u, { face: 'barlow', size: 2.2 * u, colour: inkOn(c.brand) })
  sheet.doc
    .polygon([0, h - 40 * u], [w, h - 50 * u], [w, h], [0, h])
    .fillColor(darker(colours.dark, 0.45), 0.92)
    .fill()
  sheet.doc
    .polygon([0, h - 41.6 * u], [w, h - 51.6 * u], [w, h - 50 * u], [0, h - 40 * u])
    .fillColor(colours.accent, 1)
    .fill()
  const end = setBlock(sheet, c.lead.headline.toUpperCase(), 5 * u, h - 35 * u, {
    face: 'barlowBlack',
    width: 90 * u,
    from: 15 * u,
    to: 6 * u,
    lines: 2,
    colour: '#ffffff',
    leading: 0.92,
  })
  setBlock(sheet, c.lead.standfirst, 5 * u, end + 1 * u, {
    face: 'barlow',
    width: 68 * u,
    from: 2.9 * u,
    to: 2.2 * u,
    lines: 2,
    colour: '#ffffff',
    leading: 1.2,
  })
  c.lines.slice(0, 2).forEach((line, at) => {
    const y = h * 0.33 + at * 16 * u
    sheet.line(line.kicker.toUpperCase(), 95 * u, y, { face: 'barlowBlack', size: 2.6 * u, align: 'right', colour: c.brand })
    setBlock(sheet, line.headline, 95 * u, y + 1 * u, {
      face: 'barlowBlack',
      width: 31 * u,
      from: 4.2 * u,
      to: 2.8 * u,
      lines: 3,
      align: 'right',
      colour: brightness(colours.sky[0]) > 0.55 ? '#16130f' : '#ffffff',
      leading: 1,
    })
  })
  barcode(sheet, c, 96 * u, h - 3.4 * u, 14 * u)
  if (c.label)
    sticker(
      sheet,
      14 * u,
      h * 0.36,
      9 * u,
      colours.accent,
      inkOn(colours.accent),
      c.label,
      wordsOf(c.language).special,
      'barlowBlack',
    )
}
