import { brightness, darker, inkOn } from '../colour.ts'
import { fittedSize, lineWidth } from '../printing/sheet.ts'
import { setBlock } from '../printing/typesetting.ts'
import { barcode, type Family, imprint } from './cover.ts'

/** Children's magazine: masthead of tilted letters, a speech bubble and a star. */
export const comic: Family = (sheet, c) => {
  const { width: w, height: h, colours } = c
  const u = w / 100
  sheet.picture(c.picture, 0, 0, w, h)
  const tones = ['#ff5a4f', '#ffc928', '#39b4e6', '#6cc04a', '#ff8a3c', '#b06be0']
  const steps = [...c.masthead]
  const size = Math.min(24 * u, fittedSize(c.masthead, 'fredoka', 88 * u, 30))
  const wide = (letter: string) => lineWidth(letter, { face: 'fredoka', size }) + size * 0.03
  const total = steps.reduce((sum, letter) => sum + wide(letter), 0)
  let x = 50 * u - total / 2
  steps.forEach((letter, at) => {
    const y = 9 * u + size * 0.8 + (at % 2 ? 1.4 : -0.6) * u
    const setting = { face: 'fredoka' as const, size, turned: at % 2 ? 5 : -5 }
    for (const [dx, dy] of [
      [0.7, 0.8],
      [-0.5, 0],
      [0.5, 0],
      [0, -0.5],
      [0, 0.5],
    ] as const)
      sheet.line(letter, x + dx * u, y + dy * u, { ...setting, colour: dx === 0.7 ? darker(colours.dark, 0.3) : '#ffffff' })
    sheet.line(letter, x, y, { ...setting, colour: tones[at % tones.length]! })
    x += wide(letter)
  })
  sheet.line(c.motto, 50 * u, 6 * u, {
    face: 'fredoka',
    size: 2.8 * u,
    align: 'centre',
    colour: brightness(colours.sky[0]) > 0.6 ? '#2a241e' : '#ffffff',
  })
  const bubble = { x: 5 * u, y: h - 35.5 * u, w: 66 * u, h: 23 * u }
  sheet.doc
    .roundedRect(bubble.x, bubble.y, bubble.w, bubble.h, 6 * u)
    .fillColor('#ffffff', 1)
    .fill()
  sheet.doc
    .polygon([bubble.x + 40 * u, bubble.y + 1], [bubble.x + 50 * u, bubble.y - 7 * u], [bubble.x + 50 * u, bubble.y + 2])
    .fillColor('#ffffff', 1)
    .fill()
  const end = setBlock(sheet, c.lead.headline, bubble.x + 4 * u, bubble.y + 3.6 * u, {
    face: 'fredoka',
    width: 58 * u,
    from: 5.6 * u,
    to: 3 * u,
    lines: 2,
    colour: c.brand,
  })
  setBlock(sheet, c.lead.standfirst, bubble.x + 4 * u, end + 1 * u, {
    face: 'fredoka',
    width: 58 * u,
    from: 2.3 * u,
    to: 1.7 * u,
    lines: 2,
    colour: '#3a332b',
    leading: 1.2,
  })
  const [sx, sy, r] = [83 * u, h * 0.4, 12 * u]
  const star = Array.from(
    { length: 24 },
    (_, at) =>
      [
        sx + Math.cos((at * Math.PI) / 12) * r * (at % 2 ? 0.82 : 1.05),
        sy + Math.sin((at * Math.PI) / 12) * r * (at % 2 ? 0.82 : 1.05),
      ] as [number, number],
  )
  sheet.doc
    .polygon(...star)
    .fillColor('#ffd028', 1)
    .fill()
  setBlock(
    sheet,
    c.label ?? { de: 'Mit Rätsel-Spaß', en: 'Puzzles inside', fr: 'Avec des jeux' }[c.language as 'de'],
    sx,
    sy - 4.4 * u,
    { face: 'fredoka', width: 18 * u, from: 5 * u, to: 2.6 * u, lines: 2, align: 'centre', colour: '#c8321f' },
  )
  sheet.doc
    .roundedRect(5 * u, h - 10.4 * u, 74 * u, 7 * u, 3 * u)
    .fillColor(c.brand, 1)
    .fill()
  setBlock(
    sheet,
    c.lines
      .slice(0, 2)
      .map(({ headline }) => headline)
      .join('  ★  ')
      .replaceAll('★', '•'),
    8 * u,
    h - 8 * u,
    { face: 'fredoka', width: 68 * u, from: 2.5 * u, to: 1.6 * u, lines: 1, colour: inkOn(c.brand) },
  )
  sheet.line(imprint(c), 5 * u, h - 1.4 * u, { face: 'jost', size: 1.7 * u, colour: '#ffffff' })
  barcode(sheet, c, 97 * u, h - 2.6 * u, 14 * u)
}
