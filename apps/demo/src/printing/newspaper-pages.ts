import { lighter } from '../colour.ts'
import type { Picture } from '../pictures/render.ts'
import type { Story } from '../texts/stories.ts'
import { body, enough, flow, INK, type Issue, openPage, running } from './page.ts'
import { type Column, pour, setBlock, thatFit } from './typesetting.ts'

/** Fills columns with as many paragraphs of a story as fit; the standfirst begins them if `standfirst`. */
function fill(issue: Issue, story: Story, columns: readonly Column[], standfirst: boolean): void {
  const type = body(issue)
  const lines = columns.reduce((sum, { height }) => sum + Math.floor((height + 0.01) / type.leading), 0)
  const width = columns[0]!.width
  const passages = [
    ...(standfirst ? [{ text: story.standfirst }] : []),
    ...flow(story, issue, enough(lines, width, type.size)).filter(({ crosshead }) => !crosshead),
  ]
  pour(issue.sheet, thatFit(passages, type, width, lines).passages, columns, type)
}

/** Prints a newspaper page: one story with its picture at the top, two smaller ones below. */
export function newspaperStory(issue: Issue, story: Story, beside: readonly Story[], picture?: Picture): void {
  const { u, margin } = openPage(issue, '#fdfaf3')
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
  const standfirstEnd = setBlock(sheet, story.standfirst, margin, head + 1 * u, {
    face: 'serifItalic',
    width: inner * 0.85,
    from: 2.1 * u,
    to: 1.5 * u,
    lines: 2,
    colour: '#4b453d',
    leading: 1.3,
  })
  let top = standfirstEnd + 2 * u
  if (picture) {
    sheet.picture(picture, margin, top, inner, 36 * u)
    top += 37.4 * u
    sheet.line(story.quote, margin, top + 0.8 * u, { face: 'sans', size: 1.15 * u, colour: '#6b645a' })
    top += 2.6 * u
  }
  sheet.line(story.byline, margin, top + 1 * u, { face: 'sansBold', size: 1.4 * u, colour: issue.brand })
  const low = h - 46 * u
  fill(
    issue,
    story,
    Array.from({ length: columns }, (_, at) => ({
      x: margin + at * (wide + gap),
      y: top + 3 * u,
      width: wide,
      height: low - top - 5 * u,
    })),
    false,
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
    fill(
      issue,
      other,
      [0, 1].map((column) => ({
        x: x + column * ((half + gap) / 2),
        y: below,
        width: (half - gap) / 2,
        height: h - 7 * u - below,
      })),
      true,
    )
  })
}

/** Prints two or three short stories on one page, each with its picture. */
export function briefsPage(
  issue: Issue,
  section: string,
  stories: readonly Story[],
  pictures: readonly (Picture | undefined)[],
): void {
  const { u, margin } = openPage(issue, issue.newspaper ? '#fdfaf3' : '#fffdf9')
  const { sheet, width: w, height: h } = issue
  running(issue, section)
  const inner = w - margin * 2
  const each = (h - 18 * u) / stories.length
  stories.forEach((story, at) => {
    const y = 9 * u + at * each
    if (at) sheet.rule(margin, y - 1.6 * u, inner, 0.5, lighter(INK, 0.55))
    sheet.mark(story.headline)
    const picture = pictures[at]
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
    fill(
      issue,
      story,
      [0, 1].map((column) => ({
        x: x + column * ((width + gap) / 2),
        y: head + 1.4 * u,
        width: (width - gap) / 2,
        height: y + each - 4 * u - head,
      })),
      true,
    )
  })
}
