// Sets an issue with pdfkit; lines, columns and cuts are our own.
import PDFDocument from 'pdfkit'
import { type Block, type Box, breakOff, type Frame, type Issue, shorten } from './layouts.ts'
import { Random } from './words.ts'

type Font = { name: string; size: number }
type SetText = {
  text: string
  x: number
  y: number
  width: number
  font: Font
  align: 'left' | 'center' | 'right' | 'justify'
  last: boolean
}
type Placed = { texts: SetText[]; figures: { block: Block; box: Box }[]; fits: boolean }

function fontOf(serif: boolean, weight: '' | 'bold' | 'italic'): string {
  if (serif) return { '': 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic' }[weight]
  return { '': 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique' }[weight]
}

/** Sets an issue: cuts what does not fit its frame, and notes where figures are. `pictures` are JPEG or PNG files. */
export async function printWithPdfkit(issue: Issue, pictures: Buffer[]): Promise<Buffer> {
  const { style, page } = issue
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    tagged: issue.tagged,
    lang: issue.language,
    pdfVersion: '1.7',
    info: { Title: `${issue.kind} ${issue.seed}` },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  const widths = new Map<string, number>()
  const widthOf = (text: string, font: Font) => {
    const key = `${font.name} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      width = document.font(font.name).fontSize(100).widthOfString(text) / 100
      widths.set(key, width)
    }
    return width * font.size
  }

  /** Breaks a text at spaces and soft hyphens. `indents` narrows the first lines. */
  const broken = (text: string, font: Font, width: number, indents: number[] = []): string[] => {
    const lines: string[] = []
    let line = ''
    const room = () => width - (indents[lines.length] ?? 0)
    const pushLine = () => {
      lines.push(line)
      line = ''
    }
    for (const word of text.split(' ')) {
      let parts = word.split('\u00ad')
      const start = line ? `${line} ` : ''
      if (widthOf(start + parts.join(''), font) <= room()) {
        line = start + parts.join('')
        continue
      }
      for (let before = start; ; before = '') {
        let fitting = parts.length - 1
        while (fitting > 0 && widthOf(`${before}${parts.slice(0, fitting).join('')}-`, font) > room()) fitting--
        if (fitting > 0) {
          line = `${before}${parts.slice(0, fitting).join('')}-`
          parts = parts.slice(fitting)
        }
        if (line) pushLine()
        if ((fitting === 0 && before === '') || widthOf(parts.join(''), font) <= room()) break
      }
      line = parts.join('')
    }
    if (line) pushLine()
    return lines
  }

  const place = (frame: Frame & { kind: 'flow' }): Placed => {
    const { box, columns, blocks } = frame
    const width = (box.width - (columns - 1) * style.gap) / columns
    const body: Font = { name: fontOf(style.serif, ''), size: style.size }
    const leading = style.size * style.leading
    const placed: Placed = { texts: [], figures: [], fits: true }
    let [column, y] = [0, 0]
    const room = (height: number) => {
      if (y + height <= box.height + 0.01) return
      column++
      y = 0
      if (column >= columns || height > box.height) placed.fits = false
    }
    const left = () => box.x + column * (width + style.gap)
    const lines = (texts: string[], font: Font, step: number, align: SetText['align'], indents: number[] = []) => {
      for (const [index, text] of texts.entries()) {
        room(step)
        const indent = indents[index] ?? 0
        placed.texts.push({
          text,
          x: left() + indent,
          y: box.y + y,
          width: width - indent,
          font,
          align,
          last: index === texts.length - 1,
        })
        y += step
      }
    }
    for (const block of blocks) {
      const text = block.sentences.join(' ')
      if (block.role === 'crosshead') {
        const font = { name: fontOf(style.titleSerif, 'bold'), size: style.size * 1.05 }
        const set = broken(text, font, width)
        room(leading * (set.length + 2.5))
        if (y > 0) y += leading * 0.6
        lines(set, font, leading, 'left')
      } else if (block.role === 'quote') {
        const font = { name: fontOf(style.titleSerif, 'italic'), size: style.size * 1.5 }
        const set = broken(text, font, width)
        room((set.length + 1) * font.size * 1.2)
        y += font.size * 0.5
        lines(set, font, font.size * 1.2, 'left')
        y += font.size * 0.5
      } else if (block.role === 'figure') {
        const font = { name: fontOf(false, 'italic'), size: style.size * 0.85 }
        const caption = broken(text, font, width)
        const height = width * block.ratio!
        room(height + 10 + caption.length * font.size * 1.2)
        placed.figures.push({ block, box: { x: left(), y: box.y + y, width, height } })
        y += height + 3
        lines(caption, font, font.size * 1.2, 'left')
        y += 7
      } else if (block.role === 'jump' || block.role === 'from' || block.role === 'signature') {
        const font = { name: fontOf(false, 'bold'), size: style.size * 0.9 }
        lines(broken(text, font, width), font, leading, block.role === 'from' ? 'left' : 'right')
      } else if (block.initial) {
        const font = { name: fontOf(style.titleSerif, 'bold'), size: leading * 2.5 }
        const initial = text[0]!
        room(leading * 3)
        const indent = widthOf(initial, font) + 3
        placed.texts.push({
          text: initial,
          x: left(),
          y: box.y + y - leading * 0.25,
          width: indent,
          font,
          align: 'left',
          last: true,
        })
        lines(broken(text.slice(1), body, width, [indent, indent]), body, leading, style.justified ? 'justify' : 'left', [
          indent,
          indent,
        ])
      } else {
        const lead = block.lead ? { ...body, name: fontOf(style.serif, 'bold') } : null
        const indent = lead ? widthOf(`${block.lead} `, lead) + 2 : style.indent && !block.rest ? style.size : 0
        const set = broken(text, body, width, [indent])
        if (lead) {
          room(leading)
          placed.texts.push({ text: block.lead!, x: left(), y: box.y + y, width: indent, font: lead, align: 'left', last: true })
        }
        lines(set, body, leading, style.justified ? 'justify' : 'left', [indent])
        if (!style.indent || lead) y += leading * 0.5
      }
    }
    return placed
  }

  const draw = ({ text: given, x, y, width, font, align, last }: SetText) => {
    // The standard fonts have no arrow.
    const text = given.replace('→', '->')
    const length = widthOf(text, font)
    const gaps = text.split(' ').length - 1
    const spacing = align === 'justify' && !last && gaps > 0 ? (width - length) / gaps : 0
    const from = align === 'right' ? x + width - length : align === 'center' ? x + (width - length) / 2 : x
    document
      .font(font.name)
      .fontSize(font.size)
      .fillColor('black')
      .text(text, from, y, { lineBreak: false, wordSpacing: Math.max(0, spacing) })
  }

  /** Draws a frame, or returns what draws its columns. */
  const drawFrame = (frame: Frame): (() => void)[] => {
    const { x, y, width, height } = frame.box
    if (frame.kind === 'ground') {
      if (frame.fill) document.rect(x, y, width, height).fill(frame.fill)
      if (frame.line) document.lineWidth(0.7).rect(x, y, width, height).stroke('#444444')
    } else if (frame.kind === 'picture') document.image(pictures[frame.picture]!, x, y, { width, height })
    else if (frame.kind === 'table') {
      const font = { name: fontOf(false, ''), size: style.size * 0.9 }
      const step = height / frame.rows.length
      for (const [row, cells] of frame.rows.entries()) {
        const cellWidth = width / cells.length
        for (const [column, text] of cells.entries())
          draw({
            text,
            x: x + column * cellWidth,
            y: y + row * step + 2,
            width: cellWidth,
            font,
            align: column ? 'right' : 'left',
            last: true,
          })
        document
          .lineWidth(0.4)
          .moveTo(x, y + (row + 1) * step)
          .lineTo(x + width, y + (row + 1) * step)
          .stroke('#999999')
      }
    } else if (frame.kind === 'text') {
      const bold = ['title', 'masthead', 'box-title', 'section', 'ad', 'kicker'].includes(frame.role)
      const serif = ['title', 'masthead', 'box-title', 'section'].includes(frame.role)
        ? style.titleSerif
        : frame.role === 'deck' || frame.role === 'note'
          ? style.serif
          : false
      const font = {
        name: fontOf(serif, bold ? 'bold' : ['deck', 'byline', 'caption'].includes(frame.role) ? 'italic' : ''),
        size: frame.size,
      }
      for (const [index, text] of broken(frame.text, font, width).entries())
        draw({ text, x, y: y + index * frame.size * 1.15, width, font, align: frame.align, last: true })
    } else {
      let placed = place(frame)
      while (!placed.fits && shorten(frame.blocks)) placed = place(frame)
      if (!placed.fits) {
        frame.blocks = []
        placed = place(frame)
      }
      if (frame.open) {
        breakOff(frame.blocks)
        placed = place(frame)
      }
      for (const { block, box } of placed.figures) block.box = box
      return Array.from({ length: frame.columns }, (_, column) => () => {
        const left = x + (column * (width + style.gap)) / frame.columns
        const isIn = (at: number) => at >= left - 1 && at < left + (width + style.gap) / frame.columns - 1
        for (const { block, box } of placed.figures) {
          if (isIn(box.x)) document.image(pictures[block.picture!]!, box.x, box.y, { width: box.width, height: box.height })
        }
        for (const text of placed.texts) if (isIn(text.x)) draw(text)
        if (!style.columnRules || column === 0) return
        document
          .lineWidth(0.4)
          .moveTo(left - style.gap / 2, y)
          .lineTo(left - style.gap / 2, y + height)
          .stroke('#888888')
      })
    }
    return []
  }

  const tagOf = (frame: Frame) =>
    frame.kind === 'text' && frame.role === 'title'
      ? 'H2'
      : frame.kind === 'picture'
        ? 'Figure'
        : frame.kind === 'table'
          ? 'Table'
          : 'P'
  for (const at of new Set(issue.frames.map((frame) => frame.page).sort((a, b) => a - b))) {
    document.addPage()
    const onPage = issue.frames.filter((frame) => frame.page === at)
    const contents = new Map<Frame, ReturnType<typeof document.markStructureContent>[]>()
    const marked = <T>(frame: Frame, drawIt: () => T): T => {
      if (!issue.tagged) return drawIt()
      contents.set(frame, [...(contents.get(frame) ?? []), document.markStructureContent(tagOf(frame))])
      const drawn = drawIt()
      document.endMarkedContent()
      return drawn
    }
    const columns = onPage.flatMap((frame) => marked(frame, () => drawFrame(frame)).map((drawColumn) => ({ frame, drawColumn })))
    for (const { frame, drawColumn } of issue.shuffled ? new Random(issue.seed).shuffled(columns) : columns)
      marked(frame, drawColumn)
    // Tags are in the order of articles, whatever the order of writing.
    for (const frame of issue.tagged ? [...onPage].sort((one, other) => (one.article ?? 99) - (other.article ?? 99)) : []) {
      document.addStructure(document.struct(tagOf(frame), {}, contents.get(frame)!))
    }
    if (issue.outline) {
      const titles = onPage.flatMap((frame) => (frame.kind === 'text' && frame.role === 'title' ? [frame] : []))
      for (const { text } of titles.sort((one, other) => one.article! - other.article!))
        document.outline.addItem(text.replaceAll('\u00ad', ''))
    }
  }
  document.end()
  await ended
  return Buffer.concat(chunks)
}
