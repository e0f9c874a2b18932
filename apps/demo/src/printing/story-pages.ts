import { darker, lighter } from '../colour.ts'
import type { Picture } from '../pictures/render.ts'
import type { Story } from '../texts/stories.ts'
import { body, enough, flow, INK, type Issue, openPage, running } from './page.ts'
import { type Column, type Passage, pour, setBlock, thatFit } from './typesetting.ts'

/** Share of a text page that its pull quote takes, if it has one. */
const QUOTE_SHARE = 0.24

/**
 * Prints a story of a magazine on one page, two or four: four open with a picture across both pages of a spread, two with one
 * that fills a page.
 */
export function storyPages(issue: Issue, story: Story, pages: 1 | 2 | 4, layout: number, picture?: Picture): void {
  if (pages === 1 || !picture) {
    shortStory(issue, story, layout, pages === 1 ? picture : undefined)
    if (pages === 1) return
    textPages(issue, story, pages - 1, layout)
    return
  }
  for (let page = 0; page < pages / 2; page++) {
    const { u, margin } = openPage(issue)
    if (page === 0) issue.sheet.mark(story.headline)
    // Each page of a spread shows its half of the picture; the sheet clips the other.
    issue.sheet.picture(picture, page * -issue.width, 0, (issue.width * pages) / 2, issue.height)
    if (page === 0) opening(issue, story, u, margin)
  }
  textPages(issue, story, pages / 2, layout)
}

/** Prints headline and standfirst on the foot of a picture. */
function opening(issue: Issue, story: Story, u: number, margin: number): void {
  const { sheet, width: w, height: h } = issue
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
    tracking: 90,
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
}

/** Prints a story on one page: picture, headline and text, in one of four layouts. */
function shortStory(issue: Issue, story: Story, layout: number, picture?: Picture): void {
  const { u, margin } = openPage(issue)
  const { sheet, width: w, height: h } = issue
  sheet.mark(story.headline)
  const bleeds = layout % 4 === 3 && picture !== undefined
  if (!bleeds) running(issue, story.kicker)
  const inner = w - margin * 2
  let top = 10 * u
  if (picture) {
    const tall = [40, 34, 46, 50][layout % 4]! * u
    if (bleeds) sheet.picture(picture, 0, 0, w, tall)
    else sheet.picture(picture, margin, top, inner, tall)
    top = (bleeds ? 0 : top) + tall + 3 * u
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
  const standfirstEnd = setBlock(sheet, story.standfirst, margin, head + 1 * u, {
    face: 'serifItalic',
    width: inner * 0.8,
    from: 2.3 * u,
    to: 1.8 * u,
    lines: 3,
    colour: '#4b453d',
    leading: 1.3,
  })
  sheet.line(story.byline, margin, standfirstEnd + 2.2 * u, { face: 'sansBold', size: 1.5 * u, colour: issue.brand })
  const bottom = h - 8 * u
  const text = { x: margin, y: standfirstEnd + 5 * u, width: inner, height: bottom - standfirstEnd - 5 * u }
  columns(issue, flow(story, issue, enoughFor(issue, text)), text, layout % 2 ? 2 : 3)
}

/** Prints the text of a story on pages of its own; a pull quote closes every other one. */
function textPages(issue: Issue, story: Story, pages: number, layout: number): void {
  let rest: Passage[] | undefined
  for (let page = 0; page < pages; page++) {
    const quoted = (layout + page) % 2 === 0
    const { u, margin } = openPage(issue, layout % 3 === 1 ? lighter(issue.brand, 0.93) : '#ffffff')
    const { width: w, height: h } = issue
    running(issue, story.kicker)
    const height = h - 19 * u
    const text = { x: margin, y: 11 * u, width: w - margin * 2, height: quoted ? height * (1 - QUOTE_SHARE) : height }
    rest ??= flow(story, issue, enoughFor(issue, { ...text, height: height * pages }))
    const { end, left } = columns(issue, rest, text, 2)
    rest = left
    if (quoted) pullQuote(issue, story.quote, text.x, end, text.width, h - 8 * u)
  }
}

const enoughFor = (issue: Issue, { width, height }: Column) => {
  const { leading, size } = body(issue)
  return enough(height / leading, width, size)
}

/** Sets whole paragraphs in columns that end together. Returns the y below them and what did not fit. */
function columns(issue: Issue, passages: readonly Passage[], text: Column, count: number): { end: number; left: Passage[] } {
  const type = body(issue)
  const gap = 3 * (issue.width / 100)
  const width = (text.width - gap * (count - 1)) / count
  const most = Math.floor(text.height / type.leading)
  const { passages: fitting, lines } = thatFit(passages, type, width, (most - 1) * count)
  const height = Math.min(text.height, (Math.ceil(lines / count) + 0.7) * type.leading)
  const places: Column[] = Array.from({ length: count }, (_, at) => ({
    x: text.x + at * (width + gap),
    y: text.y,
    width,
    height,
  }))
  pour(issue.sheet, fitting, places, type)
  return { end: text.y + height, left: passages.slice(fitting.length) }
}

function pullQuote(issue: Issue, quote: string, x: number, from: number, inner: number, bottom: number): void {
  const { sheet } = issue
  const u = issue.width / 100
  const top = from + 3 * u
  if (bottom - top < 12 * u) return
  sheet.rule(x, top, inner, 1.2, issue.brand)
  const end = setBlock(sheet, quote, x + inner / 2, top + 3.4 * u, {
    face: 'playfairItalic',
    width: inner * 0.84,
    from: 4.2 * u,
    to: 2.2 * u,
    lines: 3,
    align: 'centre',
    colour: issue.brand,
    leading: 1.2,
  })
  sheet.rule(x, end + 2.4 * u, inner, 0.6, lighter(issue.brand, 0.5))
}
