import type { Palette } from '../pictures/drawing.ts'
import type { Picture } from '../pictures/render.ts'
import type { FaceName } from '../printing/faces.ts'
import { fittedSize, lineWidth, type Setting, type Sheet } from '../printing/sheet.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** Content and size of a cover, the same for all families. */
export type Cover = {
  masthead: string
  face: FaceName
  /** Line under or over the masthead. */
  motto: string
  lead: { headline: string; standfirst: string; kicker: string }
  lines: readonly { headline: string; kicker: string; standfirst: string; body: readonly string[] }[]
  /** With its label: "Nr. 11/2026". */
  number: string
  date: string
  price: string
  edition: string | null
  /** "Doppelheft", "Sonderheft" … */
  label: string | null
  language: string
  colours: Palette
  /** Main colour of the title: mastheads, boxes. */
  brand: string
  picture: Picture
  width: number
  height: number
  /** Whether the cover lines are on the left, in families that have both layouts. */
  left: boolean
  chance: SeededRandom
}

export type Family = (sheet: Sheet, cover: Cover) => void

/** Fixed words on covers, by language. */
const coverWords = {
  de: { page: 'Seite', more: 'Außerdem', plus: 'Plus', special: 'Extra', today: 'Heute' },
  en: { page: 'Page', more: 'Inside', plus: 'Plus', special: 'Extra', today: 'Today' },
  fr: { page: 'Page', more: 'Et aussi', plus: 'Plus', special: 'Spécial', today: 'Aujourd’hui' },
} as const
export const wordsOf = (language: string) => coverWords[language as keyof typeof coverWords] ?? coverWords.en

/** Sets the masthead across the width, no higher than `tall`. Returns its baseline. */
export function masthead(
  sheet: Sheet,
  cover: Cover,
  x: number,
  y: number,
  width: number,
  tall: number,
  setting: Partial<Setting> & { text?: string } = {},
): number {
  const text = setting.text ?? cover.masthead
  const name = setting.face ?? cover.face
  const size = Math.min(fittedSize(text, name, width, setting.tracking), tall / 0.72)
  const wide = lineWidth(text, { face: name, size, ...(setting.tracking ? { tracking: setting.tracking } : {}) })
  const baseline = y + size * 0.72
  sheet.line(text, setting.align === 'left' ? x : x + (width - wide) / 2, baseline, {
    face: name,
    colour: '#ffffff',
    ...setting,
    size,
    align: 'left',
  })
  return baseline
}

/** Draws a barcode with its digits on white. x, y: the lower right corner. */
export function barcode(sheet: Sheet, cover: Cover, x: number, y: number, width: number): void {
  const tall = width * 0.62
  sheet.box(x - width, y - tall, width, tall, '#ffffff')
  const inner = width * 0.86
  const bar = inner / 95
  let at = x - width + (width - inner) / 2
  const digits = Array.from({ length: 13 }, (_, place) => (place === 0 ? 9 : cover.chance.whole(0, 9)))
  for (let module = 0; module < 95; module++) {
    const guard = module < 3 || module > 91 || (module > 45 && module < 50)
    if (guard ? module % 2 === 0 : cover.chance.chance(0.48))
      sheet.box(at, y - tall * 0.93, bar, tall * (guard ? 0.8 : 0.72), '#111111')
    at += bar
  }
  sheet.line(`${digits[0]} ${digits.slice(1, 7).join('')} ${digits.slice(7).join('')}`, x - width / 2, y - tall * 0.06, {
    face: 'sans',
    size: width * 0.105,
    align: 'centre',
    colour: '#111111',
    tracking: 60,
  })
}

/** Returns number, date, edition and price in one line. */
export function imprint(cover: Cover, separator = '  ·  '): string {
  return [cover.number, cover.date, cover.edition, cover.price].filter(Boolean).join(separator)
}

/** Draws a round sticker with two lines of text. */
export function sticker(
  sheet: Sheet,
  x: number,
  y: number,
  radius: number,
  colour: string,
  ink: string,
  upper: string,
  lower: string,
  face: FaceName,
): void {
  sheet.doc.circle(x, y, radius).fillColor(colour, 1).fill()
  sheet.doc
    .circle(x, y, radius * 0.9)
    .lineWidth(radius * 0.03)
    .strokeColor(ink, 0.8)
    .stroke()
  const fit = (text: string, most: number) => Math.min(most, fittedSize(text, face, radius * 1.5))
  sheet.line(upper, x, y - radius * 0.06, { face, size: fit(upper, radius * 0.5), align: 'centre', colour: ink })
  sheet.line(lower, x, y + radius * 0.42, { face, size: fit(lower, radius * 0.36), align: 'centre', colour: ink })
}
