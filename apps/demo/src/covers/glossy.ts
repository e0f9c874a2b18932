import { brightness, darker, inkOn, lighter, mix } from '../colour.ts'
import { isBright, isPale } from '../pictures/veils.ts'
import { setBlock } from '../printing/typesetting.ts'
import { barcode, type Family, imprint, masthead, sticker, wordsOf } from './cover.ts'

/** Picture to the edges, masthead across, cover lines down one side. */
export const classic: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  sheet.picture(c.picture, 0, 0, w, h)
  const bright = isBright(colours)
  const ink = bright ? darker(colours.dark, 0.35) : '#ffffff'
  const { left } = c
  sheet.line(imprint(c), 5 * u, 4.6 * u, { face: 'jost', size: 2 * u, colour: ink })
  const base = masthead(sheet, c, 4.5 * u, 7 * u, 91 * u, 21 * u, { colour: bright ? c.brand : ink })
  sheet.line(c.motto, 95 * u, base + 4 * u, { face: 'jost', size: 2.3 * u, align: 'right', colour: ink, tracking: 40 })
  let y = base + 10 * u
  for (const line of c.lines.slice(0, 3)) {
    sheet.line(line.kicker.toUpperCase(), left ? 5 * u : 95 * u, y, {
      face: 'jostBold',
      size: 1.9 * u,
      tracking: 120,
      align: left ? 'left' : 'right',
      colour: bright ? c.brand : lighter(colours.light, 0.3),
    })
    y =
      setBlock(sheet, line.headline, left ? 5 * u : 95 * u, y + 1.5 * u, {
        face: 'jostBold',
        width: 33 * u,
        from: 3.7 * u,
        to: 2.4 * u,
        lines: 4,
        align: left ? 'left' : 'right',
        colour: ink,
        leading: 1.12,
      }) +
      5 * u
  }
  const top = setBlock(sheet, c.lead.headline, 5 * u, h - 13 * u, {
    face: c.face === 'lobster' ? 'dmSerif' : c.face,
    width: 80 * u,
    from: 11 * u,
    to: 4 * u,
    lines: 3,
    colour: '#ffffff',
    hang: 'bottom',
    leading: 1.03,
  })
  sheet.line(c.lead.kicker.toUpperCase(), 5 * u, top - 1.5 * u, {
    face: 'jostBold',
    size: 2.4 * u,
    tracking: 160,
    colour: lighter(colours.light, 0.25),
  })
  setBlock(sheet, c.lead.standfirst, 5 * u, h - 10.5 * u, {
    face: 'jost',
    width: 68 * u,
    from: 2.5 * u,
    to: 2 * u,
    lines: 3,
    colour: '#ffffff',
    leading: 1.25,
  })
  barcode(sheet, c, w - 4 * u, h - 4 * u, 15 * u)
  if (c.label)
    sticker(sheet, 84 * u, base + 20 * u, 10 * u, c.brand, inkOn(c.brand), c.label, wordsOf(c.language).special, 'jostBold')
}

/** Picture in a frame of the title's main colour. */
export const framed: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  const ink = inkOn(c.brand)
  sheet.box(0, 0, w, h, c.brand)
  const base = masthead(sheet, c, 5 * u, 4.5 * u, 90 * u, 15 * u, { colour: ink })
  sheet.rule(5 * u, base + 3 * u, 90 * u, 0.8, ink)
  sheet.line(imprint(c), 5 * u, base + 6.2 * u, { face: 'jost', size: 2.1 * u, colour: ink })
  sheet.line(c.motto, 95 * u, base + 6.2 * u, { face: 'jost', size: 2.1 * u, colour: ink, align: 'right' })
  const top = base + 8.5 * u
  sheet.picture(c.picture, 5 * u, top, 90 * u, h - top - 18 * u)
  const up = setBlock(sheet, c.lead.headline, 9 * u, h - 27 * u, {
    face: 'playfair',
    width: 80 * u,
    from: 9.5 * u,
    to: 4 * u,
    lines: 3,
    colour: '#ffffff',
    hang: 'bottom',
  })
  sheet.line(c.lead.kicker.toUpperCase(), 9 * u, up - 1.4 * u, {
    face: 'jostBold',
    size: 2.1 * u,
    tracking: 180,
    colour: lighter(colours.light, 0.3),
  })
  setBlock(sheet, c.lead.standfirst, 9 * u, h - 24.6 * u, {
    face: 'jost',
    width: 78 * u,
    from: 2.3 * u,
    to: 1.8 * u,
    lines: 2,
    colour: '#ffffff',
    leading: 1.25,
  })
  c.lines.slice(0, 3).forEach((line, at) => {
    const x = (5 + at * 25) * u
    sheet.line(line.kicker.toUpperCase(), x, h - 13.5 * u, {
      face: 'jostBold',
      size: 1.6 * u,
      tracking: 120,
      colour: ink,
      opacity: 0.75,
    })
    setBlock(sheet, line.headline, x, h - 12.4 * u, {
      face: 'jostBold',
      width: 22.5 * u,
      from: 2.5 * u,
      to: 1.9 * u,
      lines: 4,
      colour: ink,
      leading: 1.15,
    })
  })
  barcode(sheet, c, 95 * u, h - 4.5 * u, 14 * u)
  if (c.label) sticker(sheet, 84 * u, top + 12 * u, 9 * u, '#ffffff', darker(c.brand, 0.2), c.label, c.number, 'jostBold')
}

/** One figure, plenty of space, thin letters. */
export const fashion: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  sheet.picture(c.picture, 0, 0, w, h)
  const bright = isPale(colours)
  const ink = bright ? darker(colours.dark, 0.3) : '#ffffff'
  masthead(sheet, c, 4 * u, 6 * u, 92 * u, 24 * u, { colour: ink })
  sheet.line([c.date, c.number].join('   —   ').toUpperCase(), 50 * u, 4 * u, {
    face: 'jost',
    size: 1.8 * u,
    align: 'centre',
    tracking: 260,
    colour: ink,
  })
  c.lines.slice(0, 2).forEach((line, at) => {
    const x = at ? 95 * u : 5 * u
    const align = at ? 'right' : 'left'
    const y = h * (at ? 0.5 : 0.46)
    sheet.line(line.kicker.toUpperCase(), x, y, { face: 'jost', size: 1.6 * u, tracking: 220, align, colour: ink })
    setBlock(sheet, line.headline, x, y + 1.6 * u, {
      face: 'bodoni',
      width: 21 * u,
      from: 3.6 * u,
      to: 2.4 * u,
      lines: 4,
      align,
      colour: ink,
      leading: 1.06,
    })
  })
  const top = setBlock(sheet, c.lead.headline, 50 * u, h - 15 * u, {
    face: 'bodoniItalic',
    width: 84 * u,
    from: 12 * u,
    to: 5 * u,
    lines: 2,
    align: 'centre',
    colour: '#ffffff',
    hang: 'bottom',
    leading: 0.98,
  })
  sheet.line(c.lead.kicker.toUpperCase(), 50 * u, top - 1.6 * u, {
    face: 'jost',
    size: 1.9 * u,
    tracking: 320,
    align: 'centre',
    colour: '#ffffff',
  })
  setBlock(sheet, c.lead.standfirst, 50 * u, h - 12 * u, {
    face: 'jostLight',
    width: 60 * u,
    from: 2.3 * u,
    to: 1.8 * u,
    lines: 3,
    align: 'centre',
    colour: '#ffffff',
    leading: 1.3,
  })
  barcode(sheet, c, w - 4 * u, h - 4 * u, 13 * u)
  sheet.line(c.price, 4 * u, h - 4 * u, { face: 'jost', size: 2 * u, colour: '#ffffff' })
  if (c.label)
    sheet.line(c.label.toUpperCase(), 4 * u, h - 7.4 * u, { face: 'jostBold', size: 2.4 * u, colour: '#ffffff', tracking: 150 })
}

/** Script masthead, a dish, a panel of recipes. */
export const kitchen: Family = (sheet, c) => {
  const { width: w, height: h } = c
  const u = w / 100
  sheet.picture(c.picture, 0, 0, w, h)
  sheet.line(imprint(c), 50 * u, 4.8 * u, { face: 'jost', size: 2 * u, align: 'centre', colour: '#ffffff' })
  const base = masthead(sheet, c, 6 * u, 8 * u, 88 * u, 21 * u, { colour: '#ffffff' })
  sheet.line(c.motto.toUpperCase(), 50 * u, base + 6.4 * u, {
    face: 'jostBold',
    size: 2 * u,
    align: 'centre',
    tracking: 200,
    colour: '#ffffff',
  })
  const panel = h - 29.5 * u
  sheet.doc
    .roundedRect(5 * u, panel, 90 * u, 25 * u, 2.2 * u)
    .fillColor('#fffaf0', 0.96)
    .fill()
  const low = setBlock(sheet, c.lead.headline, 9 * u, panel + 3 * u, {
    face: 'dmSerif',
    width: 62 * u,
    from: 6.4 * u,
    to: 3 * u,
    lines: 2,
    colour: darker(c.brand, 0.15),
  })
  const words = c.lines.slice(0, low > panel + 12 * u ? 2 : 3).map(({ headline }) => headline)
  words.forEach((line, at) => {
    const y = low + 2.6 * u + at * 2.8 * u
    sheet.doc
      .circle(10 * u, y - 0.7 * u, 0.55 * u)
      .fillColor(c.brand, 1)
      .fill()
    setBlock(sheet, line, 11.8 * u, y - 1.7 * u, {
      face: 'jost',
      width: 58 * u,
      from: 2.15 * u,
      to: 1.5 * u,
      lines: 1,
      colour: '#2b211a',
    })
  })
  barcode(sheet, c, 92 * u, h - 7.5 * u, 15 * u)
  sticker(
    sheet,
    83 * u,
    base + 17 * u,
    9.6 * u,
    c.brand,
    inkOn(c.brand),
    c.label ?? `${c.chance.whole(24, 68)}`,
    c.label ? wordsOf(c.language).special : { de: 'Rezepte', en: 'recipes', fr: 'recettes' }[c.language as 'de'],
    'dmSerif',
  )
}

/** Picture like a railway poster, text below it. */
export const poster: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  const paper = '#fbf5e8'
  sheet.box(0, 0, w, h, paper)
  sheet.picture(c.picture, 4 * u, 4 * u, 92 * u, h - 33 * u)
  const bright = brightness(colours.sky[0]) > 0.6
  const base = masthead(sheet, c, 9 * u, 9 * u, 82 * u, 17 * u, {
    colour: bright ? darker(colours.dark, 0.2) : paper,
    tracking: 20,
  })
  sheet.line(c.motto.toUpperCase(), 50 * u, base + 4.2 * u, {
    face: 'jostBold',
    size: 1.9 * u,
    align: 'centre',
    tracking: 240,
    colour: bright ? darker(colours.dark, 0.2) : paper,
  })
  setBlock(sheet, c.lead.headline.toUpperCase(), 50 * u, h - 25.5 * u, {
    face: 'bebas',
    width: 90 * u,
    from: 13 * u,
    to: 5 * u,
    lines: 1,
    align: 'centre',
    colour: c.brand,
    tracking: 20,
  })
  setBlock(sheet, c.lead.standfirst, 50 * u, h - 15 * u, {
    face: 'jost',
    width: 74 * u,
    from: 2.3 * u,
    to: 1.8 * u,
    lines: 2,
    align: 'centre',
    colour: '#3a3128',
    leading: 1.3,
  })
  sheet.rule(4 * u, h - 8.8 * u, 78 * u, 0.6, c.brand)
  setBlock(
    sheet,
    c.lines
      .slice(0, 3)
      .map(({ headline }) => headline)
      .join('  +  '),
    4 * u,
    h - 7.6 * u,
    { face: 'jostBold', width: 76 * u, from: 1.9 * u, to: 1.2 * u, lines: 2, colour: '#3a3128' },
  )
  sheet.line(imprint(c), 4 * u, h - 2.6 * u, { face: 'jost', size: 1.6 * u, colour: mix(c.brand, '#3a3128', 0.6) })
  barcode(sheet, c, 96 * u, h - 2.4 * u, 12 * u)
  if (c.label) sticker(sheet, 84 * u, base + 17 * u, 9 * u, c.brand, inkOn(c.brand), c.label, c.number, 'jostBold')
}
