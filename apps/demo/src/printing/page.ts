import { lighter } from '../colour.ts'
import type { Palette } from '../pictures/drawing.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { paragraphsOf, type Story } from '../texts/stories.ts'
import type { FaceName } from './faces.ts'
import type { Sheet } from './sheet.ts'
import type { Passage } from './typesetting.ts'

/** The issue being printed, shared by its inner pages. */
export type Issue = {
  sheet: Sheet
  width: number
  height: number
  masthead: string
  display: FaceName
  brand: string
  colours: Palette
  language: 'de' | 'en' | 'fr'
  date: string
  newspaper: boolean
  chance: SeededRandom
  /** Number of the current page. */
  page: number
}

export const WORDS = {
  de: { contents: 'Inhalt', editorial: 'Liebe Leserin, lieber Leser', advertisement: 'Anzeige', imprint: 'Impressum' },
  en: { contents: 'Contents', editorial: 'Dear reader', advertisement: 'Advertisement', imprint: 'Imprint' },
  fr: { contents: 'Sommaire', editorial: 'Chère lectrice, cher lecteur', advertisement: 'Publicité', imprint: 'Ours' },
} as const
export const INK = '#1b1916'

/** Starts the next page, on paper of a colour. Returns a hundredth of its width (`u`) and its margin, in points. */
export function openPage(issue: Issue, ground = '#ffffff'): { u: number; margin: number } {
  issue.page += 1
  issue.sheet.page(issue.width, issue.height)
  issue.sheet.box(0, 0, issue.width, issue.height, ground)
  return { u: issue.width / 100, margin: issue.width * 0.075 }
}

/** Prints running head and page number. */
export function running(issue: Issue, section: string, colour = '#6b645a'): void {
  const { sheet, width: w, height: h, page } = issue
  const u = w / 100
  const left = page % 2 === 0
  sheet.line(section.toUpperCase(), left ? 7.5 * u : 92.5 * u, 5.2 * u, {
    face: 'sansBold',
    size: 1.4 * u,
    tracking: 120,
    align: left ? 'left' : 'right',
    colour: issue.brand,
  })
  sheet.rule(7.5 * u, 6.4 * u, 85 * u, 0.5, lighter(INK, 0.6))
  sheet.line(`${page}`, left ? 7.5 * u : 92.5 * u, h - 3.4 * u, {
    face: 'sansBold',
    size: 1.7 * u,
    align: left ? 'left' : 'right',
    colour,
  })
  sheet.line(`${issue.masthead}   ${issue.date}`, left ? 11.5 * u : 88.5 * u, h - 3.4 * u, {
    face: 'sans',
    size: 1.4 * u,
    align: left ? 'left' : 'right',
    colour,
  })
}

/** Returns the style of body text. Sizes in points. */
export function body(issue: Issue) {
  const size = issue.newspaper ? issue.width / 76 : Math.max(9, issue.width / 54)
  return { face: 'serif', bold: 'sansBold', size, leading: size * 1.36, colour: INK, accent: issue.brand } as const
}

/** Returns a story in at least `count` paragraphs, with a crosshead after every fourth in a magazine. */
export function flow(story: Story, issue: Issue, count: number): Passage[] {
  return paragraphsOf(story, count).flatMap((text, at) =>
    at % 4 === 3 && !issue.newspaper ? [{ text: story.kicker, crosshead: true }, { text }] : [{ text }],
  )
}

/** Returns how many paragraphs certainly fill `lines` lines of a width (points). */
export const enough = (lines: number, width: number, size: number) => Math.ceil((lines * width) / (size * 0.46) / 320) + 1
