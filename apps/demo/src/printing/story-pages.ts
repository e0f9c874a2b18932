import { darker, lighter } from '../colour.ts'
import type { Story } from '../texts/stories.ts'
import { newspaperStory } from './newspaper-pages.ts'
import { body, flow, INK, type Issue, openPage, running } from './page.ts'
import { type Column, pour, setBlock } from './typesetting.ts'

/** Prints a story on one page or two, in one of four layouts. On a newspaper's page, two other stories follow below. */
export function storyPages(issue: Issue, story: Story, pages: 1 | 2, layout: number, beside: readonly Story[] = []): void {
  if (issue.newspaper) {
    newspaperStory(issue, story, beside)
    return
  }
  const picture = issue.pictures[layout % Math.max(1, issue.pictures.length)]
  const type = body(issue)
  const passages = flow(story, issue)
  if (pages === 2 && picture) {
    // Opening page: full-page picture with the headline on it.
    const { u, margin } = openPage(issue)
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
    textPage(issue, story, passages, type, layout)
    return
  }
  const { u, margin } = openPage(issue)
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
  const { u, margin } = openPage(issue, ground)
  const { width: w, height: h } = issue
  running(issue, story.kicker)
  const inner = w - margin * 2
  const gap = 3.4 * u
  const columns = 2
  const wide = (inner - gap) / 2
  columnsWithQuote(issue, story, passages, type, margin, 11 * u, inner, h - 8 * u, columns, wide, gap)
}

/** Sets columns, a pull quote below the text, and a small picture in the remaining space. */
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
