// PDFs for tests and benchmarks, written byte by byte, including malformed ones.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

export type MadePage = {
  /** Lines of text from the top left of the page. `content`: content operators instead. */
  lines?: string[]
  content?: string
  size?: [width: number, height: number]
  crop?: [left: number, bottom: number, right: number, top: number]
  rotate?: number
  userUnit?: number
  /** Additional entries of the page's resources, for example XObjects. */
  resources?: string
  /** Fonts besides F1, which is Helvetica. */
  fonts?: string
  /** Annotations, as dictionaries. */
  annotations?: string[]
  fontSize?: number
}

type MadePdf = {
  pages: MadePage[]
  info?: Record<string, string>
  outline?: { headline: string; page: number }[]
  /** Additional entries of the catalogue. `objects`: additional objects, from number 1000 on. */
  catalogue?: string
  objects?: Record<number, string | Buffer>
  trailer?: string
}

const FONT = 3

/** Returns a complete PDF. */
export function makePdf({ pages, info = {}, outline = [], catalogue = '', objects = {}, trailer = '' }: MadePdf): Buffer {
  const all = new Map<number, string | Buffer>()
  const pageNumber = (index: number) => 10 + index * 2
  all.set(2, `<< /Type /Pages /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] /Count ${pages.length} >>`)
  all.set(FONT, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  all.set(
    4,
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${escaped(value)})`)
      .join(' ')} >>`,
  )
  for (const [index, page] of pages.entries()) {
    all.set(pageNumber(index), pageObject(page, pageNumber(index) + 1))
    all.set(pageNumber(index) + 1, stream(page.content ?? textContent(page)))
  }
  const bookmark = (index: number) => 500_000 + index
  for (const [index, { headline, page }] of outline.entries()) {
    const neighbours = `${index > 0 ? `/Prev ${bookmark(index - 1)} 0 R` : ''} ${index < outline.length - 1 ? `/Next ${bookmark(index + 1)} 0 R` : ''}`
    all.set(
      bookmark(index),
      `<< /Title (${escaped(headline)}) /Parent 5 0 R ${neighbours} /Dest [${pageNumber(page - 1)} 0 R /Fit] >>`,
    )
  }
  if (outline.length)
    all.set(
      5,
      `<< /Type /Outlines /First ${bookmark(0)} 0 R /Last ${bookmark(outline.length - 1)} 0 R /Count ${outline.length} >>`,
    )
  all.set(1, `<< /Type /Catalog /Pages 2 0 R ${outline.length ? '/Outlines 5 0 R' : ''} ${catalogue} >>`)
  for (const [number, body] of Object.entries(objects)) all.set(Number(number), body)
  return written(all, `/Root 1 0 R /Info 4 0 R ${trailer}`)
}

function pageObject(
  { size = [420, 595], crop, rotate, userUnit, resources = '', fonts = '', annotations = [] }: MadePage,
  content: number,
): string {
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Contents ${content} 0 R`,
    `/Resources << /Font << /F1 ${FONT} 0 R ${fonts} >> ${resources} >>`,
    crop ? `/CropBox [${crop.join(' ')}]` : '',
    rotate ? `/Rotate ${rotate}` : '',
    annotations.length ? `/Annots [${annotations.join(' ')}]` : '',
    userUnit ? `/UserUnit ${userUnit}` : '',
    '>>',
  ].join(' ')
}

function textContent({ lines = [], size = [420, 595], fontSize = 12 }: MadePage): string {
  const body = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  return `BT /F1 ${fontSize} Tf ${fontSize * 1.25} TL 40 ${size[1] - 60} Td\n${body}\nET`
}

/** Escapes text for a PDF string in parentheses. */
export function escaped(text: string): string {
  return text.replace(/[\\()]/g, '\\$&')
}

export function stream(content: string | Buffer, entries = ''): Buffer {
  const packed = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
  const head = `<< /Length ${packed.length} /Filter /FlateDecode ${entries} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}

/** Returns a grey picture as an XObject, for pages without text. */
export function image(width: number, height: number, grey: (x: number, y: number) => number = (x, y) => (x ^ y) & 255): Buffer {
  const pixels = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels[y * width + x] = grey(x, y)
  const size = `/Width ${width} /Height ${height}`
  return stream(pixels, `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceGray /BitsPerComponent 8`)
}

function written(objects: Map<number, string | Buffer>, trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places = new Map<number, number>()
  let at = parts[0]!.length
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  const numbers = [...objects.keys()].sort((a, b) => a - b)
  for (const number of numbers) {
    places.set(number, at)
    const body = objects.get(number)!
    add(
      Buffer.concat([
        Buffer.from(`${number} 0 obj\n`),
        Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'),
        Buffer.from('\nendobj\n'),
      ]),
    )
  }
  const table = numbers.map((number) => `${number} 1\n${String(places.get(number)).padStart(10, '0')} 00000 n \n`).join('')
  const size = (numbers.at(-1) ?? 0) + 1
  add(Buffer.from(`xref\n0 1\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`))
  return Buffer.concat(parts)
}

const TEXT = [
  'Im Tal liegt noch Schnee, und auf der Alm werden die ersten Wege frei.',
  'Wer fragt, der hört von alten Zeiten und davon, wie der Bach einmal das Dorf',
  'mit sich nahm. Das ist lange her, aber nicht vergessen, und es wird erzählt.',
]

/** A5. Points. */
export const UPRIGHT: NonNullable<MadePage['size']> = [420, 595]
/** Has the same text in smaller letters when it is rendered, for half the time. Points. */
export const BROAD: NonNullable<MadePage['size']> = [840, 420]

/** Returns an ordinary issue: pages of text, each with a unique word ("Seitenwort7"). */
export function plainIssue(pages: number, mark = 'Probe', size = BROAD): Buffer {
  const body = (page: number) =>
    Array.from({ length: 8 }, () => TEXT)
      .flat()
      .concat(`Seitenwort${page} steht nur hier, im ${mark}heft.`)
  return makePdf({ pages: Array.from({ length: pages }, (_, index) => ({ lines: body(index + 1), fontSize: 9, size })) })
}

/** Returns a PDF that opens with a password only. */
export function encryptedPdf(): Buffer {
  const key = (bytes: number) => `<${randomBytes(bytes).toString('hex')}>`
  return makePdf({
    pages: [{ lines: ['Geheim'] }],
    objects: { 1000: `<< /Filter /Standard /V 1 /R 2 /O ${key(32)} /U ${key(32)} /P -44 >>` },
    trailer: `/Encrypt 1000 0 R /ID [${key(16)} ${key(16)}]`,
  })
}

/** Returns a PDF with a circular outline, a catalogue that starts a script, and a form that draws itself. */
export function circlesPdf(): Buffer {
  return makePdf({
    pages: [{ content: '/Fm Do BT /F1 12 Tf 40 500 Td (Kreisverkehr im Heft) Tj ET', resources: '/XObject << /Fm 1001 0 R >>' }],
    catalogue: '/Outlines 1002 0 R /OpenAction << /S /JavaScript /JS (while \\(true\\) app.alert\\("!"\\)) >>',
    objects: {
      1001: stream('/Fm Do', '/Type /XObject /Subtype /Form /BBox [0 0 420 595] /Resources << /XObject << /Fm 1001 0 R >> >>'),
      1002: '<< /Type /Outlines /First 1003 0 R /Last 1003 0 R /Count 1 >>',
      1003: '<< /Title (Im Kreis) /Parent 1002 0 R /First 1003 0 R /Next 1003 0 R /Dest [10 0 R /Fit] >>',
    },
  })
}

/** Returns a PDF that takes forever to render: each form draws the next a hundred times. */
export function endlessPdf(): Buffer {
  const objects: Record<number, Buffer> = {}
  for (let level = 0; level < 12; level++)
    objects[1001 + level] = stream(
      level === 11 ? '0 0 400 500 re f '.repeat(100) : '/Fm Do '.repeat(100),
      `/Type /XObject /Subtype /Form /BBox [0 0 420 595] /Resources << /XObject << /Fm ${1002 + level} 0 R >> >>`,
    )
  return makePdf({ pages: [{ content: '/Fm Do', resources: '/XObject << /Fm 1001 0 R >>' }], objects })
}

/** Returns a small PDF whose form decompresses to this many bytes. */
export function bombPdf(bytes: number): Buffer {
  const bomb = stream(Buffer.alloc(bytes, ' '))
  return makePdf({ pages: [{ content: '/Fm Do', resources: '/XObject << /Fm 1001 0 R >>' }], objects: { 1001: formOf(bomb) } })
}

function formOf(stream: Buffer): Buffer {
  const head = stream.toString('latin1', 0, 200)
  const at = head.indexOf('<<') + 2
  const entries = Buffer.from(' /Type /XObject /Subtype /Form /BBox [0 0 420 595]')
  return Buffer.concat([stream.subarray(0, at), entries, stream.subarray(at)])
}

/** Returns a PDF with arrays nested to this depth. */
export function nestedPdf(depth: number): Buffer {
  return makePdf({ pages: [{ lines: ['Tief'] }], catalogue: `/Names ${'['.repeat(depth)}${']'.repeat(depth)}` })
}
