import { darker, inkOn, lighter, mix } from '../colour.ts'
import type { Picture } from '../pictures/render.ts'
import type { Story } from '../texts/stories.ts'
import type { Advertisement } from './advertisements.ts'
import { body, INK, type Issue, openPage, running, WORDS } from './page.ts'
import { pour, setBlock } from './typesetting.ts'

/** Prints the table of contents with a picture. */
export function contentsPage(
  issue: Issue,
  stories: readonly { story: Story; page: number }[],
  editorial: string,
  picture?: Picture,
): void {
  const { u, margin } = openPage(issue, '#fffdf9')
  const { sheet, width: w, height: h } = issue
  const words = WORDS[issue.language]
  running(issue, words.contents)
  sheet.line(words.contents, margin, 18 * u, { face: issue.display, size: 9 * u, colour: issue.brand })
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

/** Prints a full-page advertisement of an invented brand, with a picture of what it sells. */
export function advertisementPage(issue: Issue, one: Advertisement, at: number, picture?: Picture): void {
  const tone = mix(issue.colours.accent, issue.colours.dark, (at % 3) * 0.25)
  const { u } = openPage(issue, lighter(tone, 0.88))
  const { sheet, width: w, height: h } = issue
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

/** Prints the last page: a preview of the next issue and the imprint. */
export function closingPage(
  issue: Issue,
  options: { next: string; headline: string; standfirst: string; imprint: readonly string[]; picture?: Picture | undefined },
): void {
  const { u, margin } = openPage(issue, issue.newspaper ? '#fdfaf3' : lighter(issue.brand, 0.92))
  const { sheet, width: w, height: h } = issue
  running(issue, WORDS[issue.language].imprint)
  // An outline entry of its own, so that this page does not belong to the last story.
  sheet.mark(WORDS[issue.language].imprint)
  const { picture } = options
  if (picture) sheet.picture(picture, margin, 10 * u, w - margin * 2, h * 0.42)
  const top = h * 0.42 + 15 * u
  sheet.line(options.next, margin, top, { face: 'sansBold', size: 1.8 * u, tracking: 120, colour: issue.brand })
  const end = setBlock(sheet, options.headline, margin, top + 2 * u, {
    face: issue.display,
    width: 84 * u,
    from: 7 * u,
    to: 3.6 * u,
    lines: 2,
    colour: INK,
    leading: 1.06,
  })
  setBlock(sheet, options.standfirst, margin, end + 1.4 * u, {
    face: 'serif',
    width: 70 * u,
    from: 2.2 * u,
    to: 1.7 * u,
    lines: 3,
    colour: '#4b453d',
    leading: 1.35,
  })
  options.imprint.forEach((line, at) => {
    sheet.line(line, margin, h - 20 * u + at * 2.2 * u, { face: 'sans', size: 1.4 * u, colour: '#6b645a' })
  })
}
