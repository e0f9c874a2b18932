import { darker, inkOn, lighter, mix } from '../colour.ts'
import type { Dice } from '../dice.ts'
import type { Palette } from '../pictures/drawing.ts'
import type { Picture } from '../pictures/render.ts'
import type { Story } from '../texts/stories.ts'
import { advertisements } from './advertisements.ts'
import type { FaceName } from './faces.ts'
import type { Sheet } from './sheet.ts'
import { type Column, pour, setBlock } from './typesetting.ts'

/** What the inner pages of an issue share. */
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
  pictures: readonly Picture[]
  chance: Dice
  /** Number of the page that is open. */
  page: number
}

const WORDS = {
  de: { contents: 'Inhalt', editorial: 'Liebe Leserin, lieber Leser', advertisement: 'Anzeige', imprint: 'Impressum' },
  en: { contents: 'Contents', editorial: 'Dear reader', advertisement: 'Advertisement', imprint: 'Imprint' },
  fr: { contents: 'Sommaire', editorial: 'Chère lectrice, cher lecteur', advertisement: 'Publicité', imprint: 'Ours' },
} as const
const INK = '#1b1916'

function open(issue: Issue, ground = '#ffffff'): { u: number; margin: number } {
  issue.page += 1
  issue.sheet.page(issue.width, issue.height)
  issue.sheet.box(0, 0, issue.width, issue.height, ground)
  return { u: issue.width / 100, margin: issue.width * 0.075 }
}

/** Running head and page number. */
function running(issue: Issue, section: string, colour = '#6b645a'): void {
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

/** Type sizes of running text: points, whatever the sheet. */
function body(issue: Issue) {
  const size = issue.newspaper ? issue.width / 76 : Math.max(9, issue.width / 54)
  return { face: 'serif', bold: 'sansBold', size, leading: size * 1.36, colour: INK, accent: issue.brand } as const
}

/** Table of contents with a picture. */
export function contentsPage(issue: Issue, stories: readonly { story: Story; page: number }[], editorial: string): void {
  const { u, margin } = open(issue, '#fffdf9')
  const { sheet, width: w, height: h } = issue
  const words = WORDS[issue.language]
  running(issue, words.contents)
  sheet.line(words.contents, margin, 18 * u, { face: issue.display, size: 9 * u, colour: issue.brand })
  const picture = issue.pictures[0]
  if (picture) sheet.picture(picture, margin, 23 * u, 34 * u, 40 * u)
  const type = body(issue)
  sheet.line(words.editorial, margin, 69 * u, { face: 'serifBold', size: 2.2 * u, colour: INK })
  pour(sheet, [{ text: editorial }], [{ x: margin, y: 71 * u, width: 34 * u, height: h - 80 * u }], {
    ...type,
    size: type.size * 0.94,
    leading: type.leading * 0.94,
  })
  let y = 23 * u
  const x = 48 * u
  for (const { story, page } of stories) {
    if (y > h - 13 * u) break
    sheet.line(`${page}`, x, y + 3 * u, { face: issue.display, size: 3.4 * u, colour: issue.brand })
    sheet.line(story.kicker.toUpperCase(), x + 7 * u, y + 1 * u, {
      face: 'sansBold',
      size: 1.3 * u,
      tracking: 110,
      colour: '#6b645a',
    })
    const end = setBlock(sheet, story.headline, x + 7 * u, y + 1.6 * u, {
      face: 'serifBold',
      width: w - margin - x - 7 * u,
      from: 2.5 * u,
      to: 1.8 * u,
      lines: 2,
      colour: INK,
      leading: 1.12,
    })
    y =
      setBlock(sheet, story.standfirst, x + 7 * u, end + 0.5 * u, {
        face: 'sans',
        width: w - margin - x - 7 * u,
        from: 1.6 * u,
        to: 1.3 * u,
        lines: 3,
        colour: '#4b453d',
        leading: 1.3,
      }) +
      2.6 * u
  }
}

/** A story over one page or two; four layouts take turns. On a newspaper's page two others stand below it. */
export function storyPages(issue: Issue, story: Story, pages: 1 | 2, layout: number, beside: readonly Story[] = []): void {
  if (issue.newspaper) return newspaperStory(issue, story, beside)
  const picture = issue.pictures[layout % Math.max(1, issue.pictures.length)]
  const type = body(issue)
  const passages = flow(story, issue)
  if (pages === 2 && picture) {
    // Opening page: the picture fills it, the headline lies on it.
    const { u, margin } = open(issue)
    const { sheet, width: w, height: h } = issue
    sheet.mark(story.headline)
    sheet.picture(picture, 0, 0, w, h)
    sheet.fade(0, h * 0.42, w, h * 0.58, [darker(issue.colours.dark, 0.55), 0], [darker(issue.colours.dark, 0.6), 0.94])
    const top = setBlock(sheet, story.headline, margin, h - 22 * u, {
      face: issue.display,
      width: 80 * u,
      from: 12 * u,
      to: 4.5 * u,
      lines: 3,
      colour: '#ffffff',
      hang: 'bottom',
      leading: 1.04,
    })
    sheet.line(story.kicker.toUpperCase(), margin, top - 2 * u, {
      face: 'sansBold',
      size: 1.8 * u,
      tracking: 180,
      colour: lighter(issue.colours.light, 0.3),
    })
    const end = setBlock(sheet, story.standfirst, margin, h - 19 * u, {
      face: 'serif',
      width: 66 * u,
      from: 2.6 * u,
      to: 1.8 * u,
      lines: 3,
      colour: '#ffffff',
      leading: 1.3,
    })
    sheet.line(story.byline, margin, end + 2.4 * u, { face: 'sansBold', size: 1.5 * u, colour: '#ffffff' })
    textPage(issue, story, passages, type, layout)
    return
  }
  const { u, margin } = open(issue)
  const { sheet, width: w, height: h } = issue
  sheet.mark(story.headline)
  if (!picture || layout % 4 !== 3) running(issue, story.kicker)
  const inner = w - margin * 2
  const gap = 3 * u
  const columns = layout % 2 ? 2 : 3
  const wide = (inner - gap * (columns - 1)) / columns
  let top = 10 * u
  if (picture && layout % 4 !== 2) {
    const tall = [36, 30, 0, 44][layout % 4]! * u
    sheet.picture(picture, layout % 4 === 3 ? 0 : margin, layout % 4 === 3 ? 0 : top, layout % 4 === 3 ? w : inner, tall)
    top = (layout % 4 === 3 ? 0 : top) + tall + 3 * u
  }
  const head = setBlock(sheet, story.headline, margin, top, {
    face: issue.display,
    width: inner * 0.94,
    from: 7 * u,
    to: 3.4 * u,
    lines: 2,
    colour: layout % 4 === 2 ? issue.brand : INK,
    leading: 1.06,
  })
  const stand = setBlock(sheet, story.standfirst, margin, head + 1 * u, {
    face: 'serifItalic',
    width: inner * 0.8,
    from: 2.3 * u,
    to: 1.8 * u,
    lines: 3,
    colour: '#4b453d',
    leading: 1.3,
  })
  sheet.line(story.byline, margin, stand + 2.2 * u, { face: 'sansBold', size: 1.5 * u, colour: issue.brand })
  columnsWithQuote(issue, story, passages, type, margin, stand + 5 * u, inner, h - 8 * u, columns, wide, gap)
}

function textPage(
  issue: Issue,
  story: Story,
  passages: ReturnType<typeof flow>,
  type: ReturnType<typeof body>,
  layout: number,
): void {
  const ground = layout % 3 === 1 ? lighter(issue.brand, 0.93) : '#ffffff'
  const { u, margin } = open(issue, ground)
  const { width: w, height: h } = issue
  running(issue, story.kicker)
  const inner = w - margin * 2
  const gap = 3.4 * u
  const columns = 2
  const wide = (inner - gap) / 2
  columnsWithQuote(issue, story, passages, type, margin, 11 * u, inner, h - 8 * u, columns, wide, gap)
}

function flow(story: Story, issue: Issue) {
  return story.body.flatMap((text, at) =>
    at === 2 && !issue.newspaper ? [{ text: story.kicker, crosshead: true }, { text }] : [{ text }],
  )
}

/** Columns, a pull quote where the text ends, a small picture in what stays free. */
function columnsWithQuote(
  issue: Issue,
  story: Story,
  passages: { text: string; crosshead?: boolean }[],
  type: ReturnType<typeof body>,
  x: number,
  y: number,
  inner: number,
  bottom: number,
  count: number,
  wide: number,
  gap: number,
): void {
  const { sheet } = issue
  const u = issue.width / 100
  // As tall as the text needs, so that the columns end together.
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0)
  const perLine = wide / (type.size * 0.46)
  const lines = characters / perLine + passages.length * 1.2
  const tall = Math.min(bottom - y, (Math.ceil(lines / count) + 2) * type.leading)
  const columns: Column[] = Array.from({ length: count }, (_, at) => ({ x: x + at * (wide + gap), y, width: wide, height: tall }))
  const { left } = pour(sheet, passages, columns, type)
  if (left.length > 0 && tall < bottom - y) pour(sheet, left, [{ x, y: y + tall, width: wide, height: type.leading * 2 }], type)
  let free = y + tall + 3 * u
  if (bottom - free < 16 * u) return
  sheet.rule(x, free, inner, 1.2, issue.brand)
  free =
    setBlock(sheet, story.quote, x + inner / 2, free + 3 * u, {
      face: 'playfairItalic',
      width: inner * 0.84,
      from: 4.6 * u,
      to: 2.6 * u,
      lines: 3,
      align: 'centre',
      colour: issue.brand,
      leading: 1.2,
    }) +
    3 * u
  sheet.rule(x, free, inner, 0.6, lighter(issue.brand, 0.5))
  const picture = issue.pictures[(issue.page * 3 + 1) % Math.max(1, issue.pictures.length)]
  if (picture && bottom - free > 24 * u) sheet.picture(picture, x, free + 3 * u, inner, bottom - free - 3 * u)
}

/** A newspaper page: one story with its picture on top, two smaller ones below. */
function newspaperStory(issue: Issue, story: Story, beside: readonly Story[]): void {
  const { u, margin } = open(issue, '#fdfaf3')
  const { sheet, width: w, height: h } = issue
  sheet.mark(story.headline)
  running(issue, story.kicker)
  const inner = w - margin * 2
  const columns = w > 1000 ? 5 : 4
  const gap = 2 * u
  const wide = (inner - gap * (columns - 1)) / columns
  const head = setBlock(sheet, story.headline, margin, 9 * u, {
    face: 'serifBold',
    width: inner,
    from: 6 * u,
    to: 3 * u,
    lines: 2,
    colour: INK,
    leading: 1.08,
  })
  const stand = setBlock(sheet, story.standfirst, margin, head + 1 * u, {
    face: 'serifItalic',
    width: inner * 0.85,
    from: 2.1 * u,
    to: 1.5 * u,
    lines: 2,
    colour: '#4b453d',
    leading: 1.3,
  })
  const picture = issue.pictures[issue.page % Math.max(1, issue.pictures.length)]
  let top = stand + 2 * u
  if (picture) {
    sheet.picture(picture, margin, top, inner, 36 * u)
    top += 37.4 * u
    sheet.line(story.quote, margin, top + 0.8 * u, { face: 'sans', size: 1.15 * u, colour: '#6b645a' })
    top += 2.6 * u
  }
  sheet.line(story.byline, margin, top + 1 * u, { face: 'sansBold', size: 1.4 * u, colour: issue.brand })
  const type = body(issue)
  const low = h - 46 * u
  pour(
    sheet,
    flow(story, issue),
    Array.from({ length: columns }, (_, at) => ({
      x: margin + at * (wide + gap),
      y: top + 3 * u,
      width: wide,
      height: low - top - 5 * u,
    })),
    type,
  )
  sheet.rule(margin, low, inner, 0.8, INK)
  beside.slice(0, 2).forEach((other, at) => {
    const half = (inner - gap) / 2
    const x = margin + at * (half + gap)
    sheet.mark(other.headline)
    sheet.line(other.kicker.toUpperCase(), x, low + 3 * u, {
      face: 'sansBold',
      size: 1.2 * u,
      tracking: 110,
      colour: issue.brand,
    })
    const below =
      setBlock(sheet, other.headline, x, low + 4 * u, {
        face: 'serifBold',
        width: half,
        from: 3.4 * u,
        to: 2 * u,
        lines: 2,
        colour: INK,
        leading: 1.1,
      }) +
      1.4 * u
    pour(
      sheet,
      [{ text: other.standfirst }, ...other.body.map((text) => ({ text }))],
      [0, 1].map((column) => ({
        x: x + column * ((half + gap) / 2),
        y: below,
        width: (half - gap) / 2,
        height: h - 7 * u - below,
      })),
      type,
    )
  })
}

/** Two or three short stories on one page. */
export function briefsPage(issue: Issue, section: string, stories: readonly Story[]): void {
  const { u, margin } = open(issue, issue.newspaper ? '#fdfaf3' : '#fffdf9')
  const { sheet, width: w, height: h } = issue
  running(issue, section)
  const inner = w - margin * 2
  const each = (h - 18 * u) / stories.length
  const type = body(issue)
  stories.forEach((story, at) => {
    const y = 9 * u + at * each
    if (at) sheet.rule(margin, y - 1.6 * u, inner, 0.5, lighter(INK, 0.55))
    sheet.mark(story.headline)
    const picture = issue.pictures[(at + issue.page) % Math.max(1, issue.pictures.length)]
    const side = at % 2 ? margin : margin + inner * 0.64
    if (picture) sheet.picture(picture, side, y, inner * 0.36, Math.min(each - 4 * u, inner * 0.34))
    const x = at % 2 ? margin + inner * 0.4 : margin
    const width = inner * 0.6
    sheet.line(story.kicker.toUpperCase(), x, y + 1.4 * u, {
      face: 'sansBold',
      size: 1.3 * u,
      tracking: 120,
      colour: issue.brand,
    })
    const head = setBlock(sheet, story.headline, x, y + 2.6 * u, {
      face: 'serifBold',
      width,
      from: 4 * u,
      to: 2.2 * u,
      lines: 2,
      colour: INK,
      leading: 1.1,
    })
    const gap = 2 * u
    pour(
      sheet,
      [{ text: story.standfirst }, ...story.body.map((text) => ({ text }))],
      [0, 1].map((column) => ({
        x: x + column * ((width + gap) / 2),
        y: head + 1.4 * u,
        width: (width - gap) / 2,
        height: y + each - 4 * u - head,
      })),
      type,
    )
  })
}

/** A page of advertising for something that does not exist. */
export function advertisementPage(issue: Issue, at: number): void {
  const all = advertisements[issue.language]
  const one = all[at % all.length]!
  const tone = mix(issue.colours.accent, issue.colours.dark, (at % 3) * 0.25)
  const { u } = open(issue, lighter(tone, 0.88))
  const { sheet, width: w, height: h } = issue
  const picture = issue.pictures[(at + 1) % Math.max(1, issue.pictures.length)]
  if (picture) sheet.picture(picture, 0, 0, w, h * 0.58)
  sheet.line(WORDS[issue.language].advertisement, 96 * u, 3.4 * u, {
    face: 'sans',
    size: 1.2 * u,
    align: 'right',
    colour: picture ? '#ffffff' : INK,
  })
  const end = setBlock(sheet, one.claim, 50 * u, h * 0.58 + 7 * u, {
    face: 'playfair',
    width: 80 * u,
    from: 7 * u,
    to: 3.6 * u,
    lines: 2,
    align: 'centre',
    colour: darker(tone, 0.45),
    leading: 1.1,
  })
  setBlock(sheet, one.text, 50 * u, end + 2.4 * u, {
    face: 'jost',
    width: 64 * u,
    from: 2.3 * u,
    to: 1.7 * u,
    lines: 4,
    align: 'centre',
    colour: '#3a332b',
    leading: 1.4,
  })
  sheet.doc
    .roundedRect(30 * u, h - 17 * u, 40 * u, 8.4 * u, 4.2 * u)
    .fillColor(tone, 1)
    .fill()
  sheet.line(one.brand, 50 * u, h - 11.6 * u, {
    face: 'jostBold',
    size: 3.2 * u,
    align: 'centre',
    tracking: 40,
    colour: inkOn(tone),
  })
}

/** Last page: what comes next, and who made it. */
export function closingPage(
  issue: Issue,
  given: { next: string; headline: string; standfirst: string; imprint: readonly string[] },
): void {
  const { u, margin } = open(issue, issue.newspaper ? '#fdfaf3' : lighter(issue.brand, 0.92))
  const { sheet, width: w, height: h } = issue
  running(issue, WORDS[issue.language].imprint)
  const picture = issue.pictures.at(-1)
  if (picture) sheet.picture(picture, margin, 10 * u, w - margin * 2, h * 0.42)
  const top = h * 0.42 + 15 * u
  sheet.line(given.next, margin, top, { face: 'sansBold', size: 1.8 * u, tracking: 120, colour: issue.brand })
  const end = setBlock(sheet, given.headline, margin, top + 2 * u, {
    face: issue.display,
    width: 84 * u,
    from: 7 * u,
    to: 3.6 * u,
    lines: 2,
    colour: INK,
    leading: 1.06,
  })
  setBlock(sheet, given.standfirst, margin, end + 1.4 * u, {
    face: 'serif',
    width: 70 * u,
    from: 2.2 * u,
    to: 1.7 * u,
    lines: 3,
    colour: '#4b453d',
    leading: 1.35,
  })
  given.imprint.forEach((line, at) => {
    sheet.line(line, margin, h - 20 * u + at * 2.2 * u, { face: 'sans', size: 1.4 * u, colour: '#6b645a' })
  })
}
