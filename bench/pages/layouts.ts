// A random issue of four pages as placed frames, with its ground truth: which words, authors and pictures belong to which
// article.
import {
  fullName,
  type Language,
  MATERIAL,
  Random,
  sentence,
  slogan,
  titleOf,
  withHyphensWhereTooLong,
  withSoftHyphens,
  wordsOf,
} from './words.ts'

export const PAGES_PER_ISSUE = 4
/** In points from the upper left corner of the page. */
export type Box = { x: number; y: number; width: number; height: number }
export type Block = {
  role: 'paragraph' | 'crosshead' | 'quote' | 'jump' | 'from' | 'item' | 'figure' | 'signature'
  sentences: string[]
  /** Bold words at the start of an item. */
  lead?: string
  initial?: boolean
  /** It begins within a sentence of the page before. */
  rest?: boolean
  /** Height of a figure, as a multiple of its width. */
  ratio?: number
  picture?: number
  /** Where the engine placed a figure. */
  box?: Box | undefined
}
export type Role =
  | 'kicker'
  | 'title'
  | 'deck'
  | 'byline'
  | 'caption'
  | 'note'
  | 'label'
  | 'ad'
  | 'furniture'
  | 'masthead'
  | 'box-title'
  | 'section'
  | 'contents'
export type Frame = {
  page: number
  box: Box
  /** Index of the article; null for advertisements and page furniture. */
  article: number | null
} & (
  | { kind: 'text'; role: Role; text: string; size: number; align: 'left' | 'center' | 'right' }
  /** `open`: it continues on the next page, without a line that says so. */
  | { kind: 'flow'; blocks: Block[]; columns: number; open?: boolean }
  | { kind: 'picture'; picture: number }
  | { kind: 'ground'; fill: string | null; line: boolean }
  | { kind: 'table'; rows: string[][] }
)
type Article = { title: string; authors: string[] }
export type Issue = {
  kind: 'newspaper' | 'magazine' | 'journal'
  language: Language
  page: { width: number; height: number }
  style: {
    size: number
    /** Distance between lines, as a multiple of the size. */
    leading: number
    gap: number
    serif: boolean
    titleSerif: boolean
    justified: boolean
    indent: boolean
    columnRules: boolean
  }
  articles: Article[]
  /** In the order in which they are written. */
  frames: Frame[]
  shuffled: boolean
  tagged: boolean
  outline: boolean
  seed: number
}
export type TruthArticle = {
  title: string
  authors: string[]
  /** From 1. */
  pages: number[]
  /** In reading order: paragraphs, crossheads, items. */
  words: string[]
  deck: string[]
  /** Footnotes to which the text refers: their words, and the word before their mark. */
  notes: { words: string[]; before: string }[]
  /** Words that may be in the article as well: title, kicker, deck, captions, quotations, notes, tables, lines of jumps. */
  extra: string[]
  pictures: (Box & { page: number })[]
}
export type Truth = {
  articles: TruthArticle[]
  adWords: string[]
  /** Headline, deck and text of an article on a page, in this order. */
  parts: { page: number; words: string[] }[]
}

type Area = { page: number; x: number; y: number; columns: number; height: number }
const AREA_GAP = 16
const LEAST_HEIGHT_POINTS = 150
/** Height of a letter to the editor with its headline. */
const LEAST_LETTER_POINTS = 170
/** Width of a character in a wide word, as a multiple of the average one. */
const WIDE_WORD = 1.15
/** Width of a bold character, as a multiple of the size. */
const BOLD_EM = 0.56

/** Returns a conservative number of lines. `em`: average width of a character, as a multiple of the size. */
function linesOf(text: string, size: number, width: number, em: number): number {
  let [lines, used] = [1, 0]
  for (const part of text.split(/(?<= )|(?<=\u00ad)/)) {
    const length = part.trim().length * size * em
    if (used > 0 && used + length > width) {
      lines++
      used = 0
    }
    used += length + (part.endsWith(' ') ? size * 0.3 : 0)
  }
  return lines
}

const RAISED = '¹²³'

/** Puts the marks of notes behind the first sentences of a text. */
function markNotes(blocks: readonly Block[], count: number): void {
  let note = 0
  for (const { role, sentences } of blocks)
    for (let at = 0; role === 'paragraph' && at < sentences.length && note < count; at++, note++) sentences[at] += RAISED[note]!
}

export function makeIssue(seed: number): Issue {
  const random = new Random(seed * 7919 + 13)
  const kind = random.pick(['newspaper', 'newspaper', 'magazine', 'journal'] as const)
  const language = random.pick(['de', 'en', 'fr'] as const)
  const words = MATERIAL[language]
  const page =
    kind === 'newspaper'
      ? random.pick([
          { width: 780, height: 1080 },
          { width: 842, height: 1191 },
        ])
      : { width: 595, height: 842 }
  const columns = kind === 'newspaper' ? random.whole(4, 6) : kind === 'magazine' ? random.whole(2, 4) : random.whole(1, 2)
  const size = random.between(kind === 'newspaper' ? 8 : 8.5, 10.2)
  const style = {
    size,
    leading: random.between(1.18, 1.36),
    gap: random.between(10, 20),
    serif: random.chance(0.7),
    titleSerif: random.chance(0.5),
    justified: random.chance(0.6),
    indent: random.chance(0.6),
    columnRules: random.chance(0.3),
  }
  const margin = random.between(32, 52)
  const columnWidth = (page.width - 2 * margin - (columns - 1) * style.gap) / columns
  const widthOf = (count: number) => count * columnWidth + (count - 1) * style.gap
  const articles: Article[] = []
  const frames: Frame[] = []
  const shuffled = random.chance(0.5)

  const text = (
    at: Omit<Box, 'height'> & { page: number; article: number | null },
    role: Role,
    content: string,
    textSize: number,
    align: 'left' | 'center' | 'right' = 'left',
  ) => {
    const em =
      role === 'kicker' || role === 'label' || content === content.toUpperCase()
        ? 0.7
        : role === 'caption' || role === 'note'
          ? 0.5
          : style.titleSerif && role === 'title'
            ? 0.52
            : 0.56
    // Programs for layout divide a word that is wider than its column; no editor prints one that runs into the next.
    const set = withHyphensWhereTooLong(content, at.width / (textSize * em * WIDE_WORD))
    const height = linesOf(set, textSize, at.width, em) * textSize * 1.2
    frames.push({
      kind: 'text',
      page: at.page,
      article: at.article,
      role,
      text: set,
      size: textSize,
      align,
      box: { x: at.x, y: at.y, width: at.width, height },
    })
    return height
  }

  const splitInto = (start: Area, count: number): Area[] => {
    const areas = [start]
    while (areas.length < count) {
      areas.sort((one, other) => other.columns * other.height - one.columns * one.height)
      const index = areas.findIndex((area) => area.columns >= 2 || area.height >= 2 * LEAST_HEIGHT_POINTS + 80)
      if (index < 0) break
      const [area] = areas.splice(index, 1) as [Area]
      if (area.columns >= 2 && (area.height < 2 * LEAST_HEIGHT_POINTS + 80 || random.chance(0.5))) {
        const left = random.whole(1, area.columns - 1)
        areas.push({ ...area, columns: left }, { ...area, x: area.x + widthOf(left) + style.gap, columns: area.columns - left })
      } else {
        const upper = random.between(0.36, 0.64) * area.height
        areas.push({ ...area, height: upper - AREA_GAP }, { ...area, y: area.y + upper, height: area.height - upper })
      }
    }
    return areas.sort((one, other) => one.y - other.y || one.x - other.x)
  }

  /** Returns blocks for the space, often more than fit: the engine cuts the surplus. */
  const flowBlocks = (width: number, height: number, share: number): Block[] => {
    const capacity = (((height / (style.size * style.leading)) * width) / (style.size * 0.5)) * share
    const blocks: Block[] = []
    const inColumn = (said: string, larger: number) =>
      withHyphensWhereTooLong(said, columnWidth / (style.size * larger * BOLD_EM * WIDE_WORD))
    const [quoted, crossheads] = [random.chance(0.25), random.chance(0.4)]
    for (let characters = 0; characters < capacity; ) {
      const sentences = Array.from({ length: random.whole(2, 6) }, () => sentence(random, language))
      if (crossheads && blocks.length > 1 && random.chance(0.25))
        blocks.push({ role: 'crosshead', sentences: [inColumn(titleOf(random, language), 1.05)] })
      blocks.push({ role: 'paragraph', sentences: sentences.map(withSoftHyphens) })
      if (quoted && blocks.length === 3) blocks.push({ role: 'quote', sentences: [inColumn(sentences[0]!, 1.5)] })
      characters += sentences.join(' ').length + 20
    }
    return blocks
  }

  const makeArticle = (
    area: Area,
    options: { next?: { page: number; printed: boolean } | undefined; boxed?: boolean | undefined } = {},
  ): number => {
    const index = articles.length
    const authors = random.chance(0.7)
      ? [...new Set([fullName(random, language), ...(random.chance(0.2) ? [fullName(random, language)] : [])])]
      : []
    articles.push({ title: titleOf(random, language), authors })
    const { title } = articles[index]!
    let { x, y, height } = area
    const { page } = area
    let width = widthOf(area.columns)
    if (options.boxed) {
      frames.push({
        kind: 'ground',
        page,
        article: index,
        box: { x, y, width, height },
        fill: random.pick(['#e8eef5', '#f4ead8', '#e6f0e2', '#eeeeee']),
        line: random.chance(0.3),
      })
      ;[x, y, width, height] = [x + 8, y + 8, width - 16, height - 16]
    }
    const end = y + height
    const put = (role: Role, content: string, textSize: number, align: 'left' | 'center' = 'left', space = 4) => {
      y += text({ page, article: index, x, y, width }, role, content, textSize, align) + space
    }
    const pictureAbove = (): void => {
      const pictureHeight = Math.min(width * random.between(0.5, 0.7), height * 0.33)
      frames.push({
        kind: 'picture',
        page,
        article: index,
        picture: random.whole(0, 5),
        box: { x, y, width, height: pictureHeight },
      })
      y += pictureHeight + 3
      const credit = random.chance(0.6) ? ` ${words.photo} ${fullName(random, language)}` : ''
      put('caption', `${sentence(random, language)}${credit}`, style.size * 0.85, 'left', 8)
    }
    const centred = random.chance(0.15) ? 'center' : 'left'
    const wide = random.chance(0.3) && height > 330
    const pictureFirst = random.chance(0.4)
    if (wide && pictureFirst) pictureAbove()
    if (random.chance(0.35))
      put(
        'kicker',
        random.chance(0.5) ? random.pick(words.sections).toUpperCase() : titleOf(random, language),
        style.size * 0.95,
        centred,
        2,
      )
    const titleSize = options.boxed
      ? style.size * random.between(1.3, 1.7)
      : Math.min(46, height * 0.11, Math.max(style.size * 1.6, Math.sqrt(width) * random.between(1, 1.5), 13))
    put(options.boxed ? 'box-title' : 'title', title, titleSize, centred)
    if (random.chance(0.4) && height > 260)
      put('deck', `${sentence(random, language)}`, style.size * random.between(1.15, 1.4), centred, 5)
    const atEnd = random.chance(0.2) && !options.next
    const named = authors.join(` ${words.and} `)
    if (authors.length && !atEnd) {
      const style_ = random.whole(0, 4)
      const line = [
        `${words.by} ${named}`,
        `${words.by} ${named}`.toUpperCase(),
        named,
        `${words.by} ${named}, ${random.pick(words.places)}`,
        `Text: ${named}`,
      ][style_]!
      put('byline', line, style.size, centred, 6)
    }
    if (wide && !pictureFirst) pictureAbove()
    flow(area, {
      index,
      x,
      y,
      width,
      end,
      signature: atEnd && authors.length ? named : null,
      next: options.next,
      boxed: options.boxed,
    })
    return index
  }

  type Flow = {
    index: number
    x: number
    y: number
    width: number
    end: number
    signature: string | null
    next?: { page: number; printed: boolean } | undefined
    boxed?: boolean | undefined
    from?: number | undefined
    rest?: boolean
  }
  const flow = (area: Area, { index, x, y, width, end, signature, next, boxed, from, rest }: Flow): void => {
    let bottom = end
    let noteCount = 0
    if (kind !== 'newspaper' && !boxed && bottom - y > 220 && random.chance(kind === 'journal' ? 0.5 : 0.1)) {
      const notes = Array.from(
        { length: random.whole(1, 3) },
        (_, note) =>
          `${note + 1} ${fullName(random, language)}, ${titleOf(random, language)}, ${random.pick(words.places)} ${random.whole(1950, 2024)}.`,
      )
      noteCount = notes.length
      for (const note of notes.reverse()) {
        const top = bottom - linesOf(note, 7.2, width, 0.5) * 7.2 * 1.2
        text({ page: area.page, article: index, x, y: top, width }, 'note', note, 7.2)
        bottom = top - 1
      }
      bottom -= 8
    }
    if (!boxed && width > 170 && bottom - y > 260 && random.chance(0.2)) {
      const count = random.whole(3, 4)
      const rows = Array.from({ length: random.whole(3, 6) }, (_, row) => [
        row === 0 ? random.pick(words.nouns) : random.pick(words.places),
        ...Array.from({ length: count - 1 }, () => (row === 0 ? random.pick(words.nouns) : String(random.whole(10, 9999)))),
      ])
      const height = rows.length * style.size * 1.6
      frames.push({ kind: 'table', page: area.page, article: index, rows, box: { x, y: bottom - height, width, height } })
      bottom -= height + 10
    }
    const height = bottom - y
    const columnCount = boxed ? Math.max(1, Math.floor(width / (columnWidth * 0.95))) : area.columns
    const blocks = flowBlocks(width, height, next ? 1.25 : random.between(0.6, 1.2))
    if (rest && blocks[0]?.role === 'paragraph') {
      blocks[0].rest = true
      blocks[0].sentences[0] = endOf(blocks[0].sentences[0]!)
    }
    markNotes(blocks, noteCount)
    if (from !== undefined) blocks.unshift({ role: 'from', sentences: [`${words.from} ${from}`] })
    else if (!boxed && random.chance(0.25) && !rest && /^\p{L}/u.test(blocks[0]?.sentences[0] ?? '')) blocks[0]!.initial = true
    const inner = (width - (columnCount - 1) * style.gap) / columnCount
    if (!boxed && columnCount > 1 && height > 240 && random.chance(0.3)) {
      const credit = random.chance(0.5) ? ` ${words.photo} ${fullName(random, language)}` : ''
      blocks.splice(random.whole(1, 2), 0, {
        role: 'figure',
        picture: random.whole(0, 5),
        ratio: random.between(0.6, Math.min(1.1, (height * 0.5) / inner)),
        sentences: [withSoftHyphens(`${titleOf(random, language)}.${credit}`)],
      })
    }
    if (signature) blocks.push({ role: 'signature', sentences: [random.chance(0.5) ? `(${signature})` : signature] })
    if (next?.printed) blocks.push({ role: 'jump', sentences: [`${random.pick(words.continued)} ${next.page}`] })
    frames.push({
      kind: 'flow',
      page: area.page,
      article: index,
      blocks,
      columns: columnCount,
      ...(next && !next.printed && { open: true }),
      box: { x, y, width, height },
    })
  }

  const makeRest = (area: Area, index: number, from: number, next?: { page: number; printed: boolean } | undefined): void => {
    const width = widthOf(area.columns)
    let { y } = area
    const printed = area.page - from > 1
    const titled = printed && random.chance(0.8)
    if (titled) {
      const title = random.chance(0.5) ? articles[index]!.title : articles[index]!.title.split(' ').slice(-2).join(' ')
      y += text({ page: area.page, article: index, x: area.x, y, width }, 'title', title, style.size * random.between(1.5, 2)) + 4
    }
    flow(area, {
      index,
      x: area.x,
      y,
      width,
      end: area.y + area.height,
      signature: null,
      next,
      rest: !printed,
      from: printed && (!titled || random.chance(0.85)) ? from + 1 : undefined,
    })
  }

  const makeAdvertisement = (area: Area): void => {
    const width = widthOf(area.columns)
    const { page, x } = area
    let y = area.y + 6
    frames.push({
      kind: 'ground',
      page,
      article: null,
      box: { x, y: area.y, width, height: area.height },
      fill: random.pick([null, '#fdf3c8', '#e3f2fa', '#f7e1e1']),
      line: true,
    })
    const put = (role: Role, content: string, largest: number) => {
      const longest = Math.max(...content.split(' ').map((word) => word.length))
      y +=
        text(
          { page, article: null, x: x + 8, y, width: width - 16 },
          role,
          content,
          Math.min(largest, (width - 16) / (longest * BOLD_EM * WIDE_WORD)),
          random.chance(0.5) ? 'center' : 'left',
        ) + 6
    }
    if (random.chance(0.75)) put('label', random.chance(0.5) ? words.advertisement : words.advertisement.toUpperCase(), 6.5)
    const brand = random.pick(words.brands)
    if (random.chance(0.4) && area.height > 200) {
      frames.push({
        kind: 'picture',
        page,
        article: null,
        picture: random.whole(0, 5),
        box: { x: x + 8, y, width: width - 16, height: area.height * 0.3 },
      })
      y += area.height * 0.3 + 6
    }
    put('ad', brand, random.between(16, 30))
    while (y < area.y + area.height - 70) {
      const long = random.chance(0.3)
      put(
        'ad',
        long ? `${brand}: ${sentence(random, language)}` : slogan(random, language),
        long ? random.between(8, 11) : random.between(10, 20),
      )
      if (random.chance(0.2)) break
    }
  }

  const makeBriefs = (area: Area): void => {
    const index = articles.length
    articles.push({ title: words.briefs, authors: [] })
    const [width, { page, x }] = [widthOf(area.columns), area]
    const y = area.y + text({ page, article: index, x, y: area.y, width }, 'title', words.briefs, style.size * 1.7) + 5
    const height = area.y + area.height - y
    const blocks = flowBlocks(width, height, 1).filter(({ role }) => role === 'paragraph')
    const items = blocks.map(
      ({ sentences }): Block => ({ role: 'item', lead: `${random.pick(words.places)}.`, sentences: sentences.slice(0, 3) }),
    )
    frames.push({ kind: 'flow', page, article: index, blocks: items, columns: area.columns, box: { x, y, width, height } })
  }

  /** Letters to the editor below the name of their section: each has a headline, and ends with who wrote it. */
  const makeLetters = (area: Area): void => {
    const { page } = area
    const heading = random.pick(words.letters)
    const top = { page, article: null, x: area.x, y: area.y, width: widthOf(area.columns) }
    const y = area.y + text(top, 'section', heading, style.size * random.between(1.7, 2.2)) + 8
    const below = area.y + area.height - y
    const inColumn = below > 2 * LEAST_LETTER_POINTS ? random.whole(1, Math.min(3, Math.floor(below / LEAST_LETTER_POINTS))) : 1
    const letter = below / inColumn
    for (let column = 0; column < area.columns; column++)
      for (let place = 0; place < inColumn; place++) {
        const [index, author] = [articles.length, fullName(random, language)]
        const title = titleOf(random, language)
        articles.push({ title, authors: [author] })
        const at = { page, article: index, x: area.x + column * (columnWidth + style.gap), width: columnWidth }
        const from = y + place * letter
        const head = text({ ...at, y: from }, 'title', title, style.size * 1.2) + 3
        const box = { x: at.x, y: from + head, width: columnWidth, height: letter - head - 12 }
        const blocks = flowBlocks(columnWidth, box.height, random.between(0.5, 0.9)).filter(({ role }) => role === 'paragraph')
        const town = random.pick(words.places)
        blocks.push({ role: 'signature', sentences: [random.chance(0.5) ? `${author}, ${town}` : author] })
        frames.push({ kind: 'flow', page, article: index, blocks, columns: 1, box })
      }
  }

  /** The articles of other pages with their numbers, behind or before the headline, as many as fit. */
  const makeContents = ({ page, x, y: top, columns: count, height }: Area): void => {
    const at = { page, article: null, x, width: widthOf(count) }
    let y = top + text({ ...at, y: top }, 'section', random.pick(words.contents), style.size * random.between(1.6, 2.2)) + 6
    const numberFirst = random.chance(0.4)
    const pageOf = (index: number) => frames.find(({ article }) => article === index)!.page
    const listed = articles.flatMap(({ title }, index) => (pageOf(index) === page ? [] : [{ title, number: pageOf(index) + 1 }]))
    for (const { title, number } of listed) {
      const entry = numberFirst ? `${number} ${title}` : `${title} ${number}`
      if (y + 3 * style.size * 1.2 > top + height) break
      y += text({ ...at, y }, 'contents', entry, style.size) + random.between(2, 5)
    }
  }

  const date = `${random.whole(1, 28)}. ${random.whole(1, 12)}. ${random.whole(1990, 2026)}`
  const name = `${random.pick(words.brands)} ${random.pick(words.places)}`
  const [top, foot] = [margin + 22, page.height - margin - 18]
  const folioAtFoot = random.chance(0.6)
  const rest: { index: number; from: number; page: number }[] = []
  let turning: { index: number; from: number } | null = null
  let contents: Area | null = null
  for (let at = 0; at < PAGES_PER_ISSUE; at++) {
    const furniture = (content: string, x: number, y: number, align: 'left' | 'right') =>
      text({ page: at, article: null, x, y, width: (page.width - 2 * margin) / 2 }, 'furniture', content, 7.5, align)
    const front = at === 0 && kind !== 'journal' && (kind === 'newspaper' || random.chance(0.3))
    let y = top
    if (front) {
      y =
        margin +
        text({ page: at, article: null, x: margin, y: margin, width: page.width - 2 * margin }, 'masthead', name, 40, 'center') +
        4
      furniture(date, margin, y, 'left')
      y += 18
    } else {
      furniture(`${random.chance(0.5) ? random.pick(words.sections) : name}`, margin, margin, 'left')
      if (folioAtFoot) furniture(date, page.width / 2, margin, 'right')
    }
    furniture(String(at + 1), page.width / 2, folioAtFoot ? foot + 8 : margin, 'right')
    const whole: Area = { page: at, x: margin, y, columns, height: foot - y }
    const due = rest.filter((each) => each.page === at)
    const count = kind === 'newspaper' ? random.whole(3, 7) : kind === 'magazine' ? random.whole(1, 4) : random.whole(1, 2)
    const areas: Area[] = splitInto(whole, Math.max(count, due.length + (due.length ? 1 : 0)))
    const turns: boolean = kind !== 'newspaper' && at < PAGES_PER_ISSUE - 1 && random.chance(0.4)
    const jumps = at === 0 && kind !== 'journal' && areas.length > 1 ? random.whole(kind === 'newspaper' ? 1 : 0, 2) : 0
    if (turning) {
      makeRest(areas.shift()!, turning.index, turning.from)
      turning = null
    }
    for (const { index, from } of due) {
      const largest = areas.reduce((best, area) => (area.columns * area.height > best.columns * best.height ? area : best))
      areas.splice(areas.indexOf(largest), 1)
      makeRest(largest, index, from)
    }
    if (at <= 1 && contents === null && areas.length > 1 && random.chance(kind === 'journal' ? 0.4 : 0.2))
      contents = areas.splice(random.whole(0, areas.length - 1), 1)[0]!
    let [made, briefs, letters] = [0, false, false]
    for (const [place, area] of areas.entries()) {
      const last = place === areas.length - 1
      const roomy = area.columns * columnWidth > 110 && area.height >= LEAST_HEIGHT_POINTS
      if (last && turns && (area.height > 300 || areas.length === 1))
        turning = { index: makeArticle(area, { next: { page: at + 2, printed: false } }), from: at }
      else if (roomy && made < jumps && area.height > 240) {
        rest.push({ index: makeArticle(area, { next: { page: 3, printed: true } }), from: at, page: 2 })
      } else if (!roomy || (made > 0 && random.chance(0.17))) makeAdvertisement(area)
      else if (made > 0 && !briefs && random.chance(0.12)) {
        makeBriefs(area)
        briefs = true
      } else if (made > 0 && !letters && kind !== 'journal' && area.height > 2 * LEAST_LETTER_POINTS && random.chance(0.1)) {
        makeLetters(area)
        letters = true
      } else makeArticle(area, { boxed: made > 0 && kind !== 'journal' && random.chance(0.15) })
      made++
    }
  }
  if (contents) makeContents(contents)
  const [tagged, outline] = [random.chance(0.4), random.chance(0.3)]
  const grounds = frames.filter((frame) => frame.kind === 'ground')
  const others = frames.filter((frame) => frame.kind !== 'ground')
  const ordered = [...grounds, ...(shuffled ? random.shuffled(others) : others)]
  return { kind, language, page, style, articles, frames: ordered, shuffled, tagged, outline, seed }
}

const isNote = (frame: Frame, { article, page }: Frame, mark: number) =>
  frame.kind === 'text' &&
  frame.role === 'note' &&
  frame.article === article &&
  frame.page === page &&
  frame.text.startsWith(`${mark} `)

const withoutSoftHyphens = (text: string) => text.replaceAll('\u00ad', '')

/** Returns the content of an issue, after an engine has removed what does not fit. */
export function truthOf({ articles, frames }: Issue): Truth {
  // Flowing texts come last: their parts begin with the headline and the deck.
  const inOrder = [...frames].sort(
    (one, other) => one.page - other.page || Number(one.kind === 'flow') - Number(other.kind === 'flow'),
  )
  const parts: Truth['parts'] = []
  const truths = articles.map(({ title, authors }, index): TruthArticle => {
    const truth: TruthArticle = {
      title,
      authors,
      pages: [],
      words: [],
      deck: [],
      notes: [],
      extra: [...wordsOf(title), ...wordsOf(authors.join(' '))],
      pictures: [],
    }
    for (const frame of inOrder) {
      if (frame.article !== index) continue
      const page = frame.page + 1
      if (!truth.pages.includes(page)) truth.pages.push(page)
      if (frame.kind === 'text') {
        truth.extra.push(...wordsOf(frame.text))
        if (frame.role === 'deck') truth.deck.push(...wordsOf(frame.text))
      } else if (frame.kind === 'table') truth.extra.push(...wordsOf(frame.rows.flat().join(' ')))
      else if (frame.kind === 'picture') truth.pictures.push({ ...frame.box, page })
      else if (frame.kind === 'flow') {
        const words: string[] = []
        for (const { role, lead, sentences, box } of frame.blocks) {
          const said = wordsOf([lead ?? '', ...sentences].join(' '))
          if (role === 'paragraph' || role === 'item' || role === 'crosshead') words.push(...said)
          else truth.extra.push(...said)
          if (role === 'figure' && box) truth.pictures.push({ ...box, page })
          for (const each of sentences) {
            const mark = RAISED.indexOf(each.at(-1)!) + 1
            const note = mark > 0 && inOrder.find((other) => isNote(other, frame, mark))
            if (note && note.kind === 'text')
              truth.notes.push({ words: wordsOf(note.text), before: wordsOf(each.slice(0, -1)).at(-1)! })
          }
        }
        truth.words.push(...words)
        // The headline comes first, wherever it is in the file.
        const hasHead = inOrder.some(
          (other) =>
            other.article === index &&
            other.page === frame.page &&
            other.kind === 'text' &&
            withoutSoftHyphens(other.text) === title,
        )
        parts.push({ page, words: hasHead ? [...wordsOf(title), ...truth.deck, ...words] : words })
      }
    }
    return truth
  })
  const adWords = frames.flatMap((frame) =>
    frame.article === null && frame.kind === 'text' && ['label', 'ad'].includes(frame.role) ? wordsOf(frame.text) : [],
  )
  return { articles: truths, adWords, parts }
}

/** Breaks off the last sentence of a text in its middle, as at the end of a page where an article continues on the next. */
export function breakOff(blocks: Block[]): void {
  const last = blocks.at(-1)
  if (last?.role !== 'paragraph') return
  const words = last.sentences.at(-1)!.split(' ')
  let kept = Math.ceil(words.length / 2)
  while (kept > 1 && !/\p{L}$/u.test(words[kept - 1]!)) kept--
  last.sentences.splice(-1, 1, words.slice(0, kept).join(' '))
}

/** Returns the end of a sentence, from a small letter on. */
function endOf(sentence: string): string {
  const words = sentence.split(' ')
  const from = words.findIndex((word, index) => index >= words.length / 3 && /^\p{Ll}/u.test(word))
  return from < 0 ? sentence : words.slice(from).join(' ')
}

/** Removes the last sentence of the text; a signature and a line of a jump stay. Returns false if nothing is left. */
export function shorten(blocks: Block[]): boolean {
  for (let last = blocks.length - 1; last >= 0; last--) {
    const block = blocks[last]!
    if (block.role === 'jump' || block.role === 'signature' || block.role === 'from') continue
    if (block.role === 'paragraph' || block.role === 'item') {
      block.sentences.pop()
      if (block.sentences.length) return true
    }
    blocks.splice(last, 1)
    // A crosshead needs text below it.
    if (blocks[last - 1]?.role === 'crosshead') blocks.splice(last - 1, 1)
    return true
  }
  return false
}
