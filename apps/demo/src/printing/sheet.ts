import PDFDocument from 'pdfkit'
import { type Face, type FaceName, face } from './faces.ts'

export type Setting = {
  face: FaceName
  /** Points. */
  size: number
  colour?: string
  /** What x is: the start, the middle or the end of the line. */
  align?: 'left' | 'centre' | 'right'
  /** Space between letters, in thousandths of the size. */
  tracking?: number
  opacity?: number
  /** Extra width of each space, which justifies a line. Points. */
  wordSpace?: number
  /** Rotation around the start of the line, in degrees anticlockwise. */
  turned?: number
}

type Opened = PDFKit.PDFDocument & {
  ref(data: Record<string, unknown>): { end(contents?: Buffer | string): void; write(contents: Buffer): void }
  addContent(operators: string): void
  openImage(source: Buffer): unknown
  page: { fonts: Record<string, unknown>; height: number; width: number }
}

/**
 * A PDF to draw on. pdfkit draws shapes and pictures; text is our own code, because pdfkit would measure and reduce the
 * typefaces for each of hundreds of documents again, which takes minutes.
 * Units are points; y increases downwards and is the baseline of text.
 */
export class Sheet {
  readonly doc: Opened
  readonly finished: Promise<Buffer>
  private readonly used = new Map<FaceName, unknown>()
  private readonly pictures = new Map<Buffer, unknown>()
  pages = 0

  constructor(options: { title: string; author: string; subject: string; language: string; made: Date }) {
    this.doc = new PDFDocument({
      autoFirstPage: false,
      bufferPages: false,
      compress: true,
      lang: options.language,
      info: {
        Title: options.title,
        Author: options.author,
        Subject: options.subject,
        CreationDate: options.made,
        Producer: 'read-it',
      },
    }) as unknown as Opened
    const chunks: Buffer[] = []
    this.finished = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      this.doc.on('end', () => resolve(Buffer.concat(chunks)))
      this.doc.on('error', reject)
    })
  }

  page(width: number, height: number): void {
    this.doc.addPage({ size: [width, height], margin: 0 })
    this.pages += 1
  }

  /** Ends the document and returns its bytes. */
  end(): Promise<Buffer> {
    this.doc.end()
    return this.finished
  }

  /** Draws a line of text. Returns its width in points. */
  line(text: string, x: number, y: number, setting: Setting): number {
    const type = face(setting.face)
    const tracking = setting.tracking ?? 0
    const width = lineWidth(text, setting) + (setting.wordSpace ?? 0) * spaces(text)
    const start = setting.align === 'centre' ? x - width / 2 : setting.align === 'right' ? x - width : x
    this.use(type)
    this.doc.fillColor(setting.colour ?? '#16130f', setting.opacity ?? 1)
    const angle = ((setting.turned ?? 0) * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    // pdfkit flips the page vertically, so each line is flipped back.
    const matrix = [cos, -sin, -sin, -cos].map(number).join(' ')
    this.doc.addContent(
      `BT /${type.name} ${number(setting.size)} Tf ${matrix} ${number(start)} ${number(y)} Tm ${glyphs(type, text, {
        tracking,
        wordSpace: ((setting.wordSpace ?? 0) * 1000) / setting.size,
        kerned: setting.size >= 14,
      })} TJ ET`,
    )
    return width
  }

  /** Draws a picture that covers the box; what overhangs is clipped. The size in `picture` is in pixels. */
  picture(picture: { jpeg: Buffer; width: number; height: number }, x: number, y: number, width: number, height: number): void {
    let opened = this.pictures.get(picture.jpeg)
    if (!opened) {
      opened = this.doc.openImage(picture.jpeg)
      this.pictures.set(picture.jpeg, opened)
    }
    const scale = Math.max(width / picture.width, height / picture.height)
    const [w, h] = [picture.width * scale, picture.height * scale]
    this.doc.save().rect(x, y, width, height).clip()
    this.doc.image(opened as Buffer, x - (w - width) / 2, y - (h - height) / 2, { width: w, height: h })
    this.doc.restore()
  }

  box(x: number, y: number, width: number, height: number, colour: string, opacity = 1): void {
    this.doc.rect(x, y, width, height).fillColor(colour, opacity).fill()
  }

  /** Draws a box that fades from one colour and opacity at its top to another at its bottom. */
  fade(x: number, y: number, width: number, height: number, from: [string, number], to: [string, number]): void {
    const gradient = this.doc.linearGradient(x, y, x, y + height)
    gradient.stop(0, from[0], from[1]).stop(1, to[0], to[1])
    this.doc.rect(x, y, width, height).fill(gradient)
  }

  rule(x: number, y: number, width: number, thickness = 0.5, colour = '#16130f'): void {
    this.box(x, y - thickness / 2, width, thickness, colour)
  }

  /** Adds a headline to the document's outline, with the current page as its target. */
  mark(headline: string): void {
    this.doc.outline.addItem(headline)
  }

  private use(type: Face): void {
    let ref = this.used.get(type.name)
    if (!ref) {
      ref = embed(this.doc, type)
      this.used.set(type.name, ref)
    }
    this.doc.page.fonts[type.name] = ref
  }
}

/** Returns the width of a line in points. */
export function lineWidth(text: string, setting: Pick<Setting, 'face' | 'size' | 'tracking'>): number {
  const type = face(setting.face)
  const kerned = setting.size >= 14
  let width = 0
  let before = ''
  for (const character of text) {
    if (kerned && before) width += type.kerning(before, character)
    width += type.advance(character) + (setting.tracking ?? 0)
    before = character
  }
  return ((width - (text ? (setting.tracking ?? 0) : 0)) * setting.size) / 1000
}

/** Returns the font size at which a line has exactly this width. Points. */
export function fittedSize(text: string, name: FaceName, width: number, tracking = 0): number {
  return (width / lineWidth(text, { face: name, size: 100, tracking })) * 100
}

function spaces(text: string): number {
  let count = 0
  for (const character of text) if (character === ' ') count += 1
  return count
}

const number = (value: number) => (Math.round(value * 1000) / 1000).toString()
const hex = (glyph: number) => glyph.toString(16).padStart(4, '0')

function glyphs(type: Face, text: string, options: { tracking: number; wordSpace: number; kerned: boolean }): string {
  let out = '[<'
  let before = ''
  for (const character of text) {
    const room = (options.kerned && before ? type.kerning(before, character) : 0) + (before ? options.tracking : 0)
    const extra = room + (before === ' ' ? options.wordSpace : 0)
    if (extra !== 0) out += `> ${number(-extra)} <`
    out += hex(type.glyphOf(character))
    before = character
  }
  return `${out}>]`
}

/** Embeds a reduced typeface as a composite font whose character codes are glyph numbers. */
function embed(doc: Opened, type: Face): unknown {
  const name = `RDITAA+${type.name}`
  const program = doc.ref({ Length1: type.programLength, Filter: 'FlateDecode' })
  // Already compressed, so pdfkit must not compress it again.
  ;(program as unknown as { compress: boolean }).compress = false
  program.write(type.program)
  program.end()
  const descriptor = doc.ref({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: type.box,
    ItalicAngle: type.italicAngle,
    Ascent: type.ascent,
    Descent: type.descent,
    CapHeight: type.capHeight,
    StemV: 80,
    FontFile2: program,
  })
  descriptor.end()
  const descendant = doc.ref({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    W: [0, type.widths.map((width) => width ?? 0)],
    CIDToGIDMap: 'Identity',
  })
  descendant.end()
  const unicode = doc.ref({})
  unicode.end(Buffer.from(unicodeMap(type)))
  const font = doc.ref({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: unicode,
  })
  font.end()
  return font
}

function unicodeMap(type: Face): string {
  const lines = type.unicode.flatMap((code, glyph) => (code ? [`<${hex(glyph)}> <${hex(code)}>`] : []))
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const some = lines.slice(at, at + 100)
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}
