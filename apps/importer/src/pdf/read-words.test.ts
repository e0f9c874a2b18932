import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_BOUNDS } from '../limits.ts'
import { escaped, makePdf } from '../testing/malformed-pdfs.ts'
import type { Line } from '../text/line.ts'
import { lineText, pageText } from '../text/page-text.ts'
import { openPdf } from './open-pdf.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'
import { readWords } from './read-words.ts'
import { type RawImage, renderPage } from './render-page.ts'

let library: Pdfium
let folder: string
beforeAll(async () => {
  library = await loadPdfium()
  folder = await mkdtemp(join(tmpdir(), 'words-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(contents: Buffer, width = 600): Promise<{ lines: Line[]; picture: RawImage }> {
  const path = join(folder, 'page.pdf')
  await writeFile(path, contents)
  const pdf = openPdf(library, path, DEFAULT_BOUNDS)
  const page = library.FPDF_LoadPage(pdf.document, 0)
  try {
    const lines = readWords(library, page)
    const picture = await renderPage(pdf, 1, width, DEFAULT_BOUNDS, async (raw) => ({ ...raw, data: Buffer.from(raw.data) }))
    return { lines, picture }
  } finally {
    library.FPDF_ClosePage(page)
    pdf.close()
  }
}

const words = (lines: Line[]) => lines.flatMap((line) => line.words)

test('every word is inside the page, for any rotation, crop and position of the words', async () => {
  const place = fc.integer({ min: -300, max: 900 })
  const text = fc.record({
    x: place,
    y: place,
    size: fc.integer({ min: 1, max: 90 }),
    angle: fc.constantFrom(0, 90, 180, 270, 33),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0, 90, 180, 270),
      fc.option(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }), fc.integer({ min: 220, max: 600 }))),
      async (texts, rotate, crop) => {
        const content = texts.map(({ x, y, size, angle }) => {
          const [cos, sin] = [Math.cos((angle * Math.PI) / 180).toFixed(4), Math.sin((angle * Math.PI) / 180).toFixed(4)]
          return `BT /F1 ${size} Tf ${cos} ${sin} ${-sin} ${cos} ${x} ${y} Tm (Wort und Bild) Tj ET`
        })
        const box = crop ? { crop: [crop[0], crop[1], crop[2], crop[2] + 100] as [number, number, number, number] } : {}
        const { lines } = await read(makePdf({ pages: [{ content: content.join('\n'), rotate, ...box }] }), 50)
        for (const [word, x, y, width, height] of words(lines)) {
          expect(word).not.toBe('')
          for (const value of [x, y, width, height, x + width, y + height]) {
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(1.0001)
          }
        }
      },
    ),
    { numRuns: 120 },
  )
})

test('words have no characters that turn the direction of a text', async () => {
  const unicode = ['<78> <202E>', '<79> <2067>', '<7A> <202A>', '<77> <2069>']
  const map = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${unicode.length} beginbfchar ${unicode.join(' ')} endbfchar endcmap`
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 1000 0 R >>'
  const { lines } = await read(
    makePdf({
      pages: [{ content: 'BT /F1 10 Tf 50 500 Td (xBeryg zAlmw) Tj ET' }],
      objects: { 3: font, 1000: `<< /Length ${map.length} >>\nstream\n${map}\nendstream` },
    }),
  )
  expect(words(lines).map(([word]) => word)).toEqual(['Berg', 'Alm'])
})

test('words end at every kind of space that a file can name', async () => {
  const unicode = ['<78> <2028>', '<79> <205F>', '<7A> <1680>', '<77> <2029>', '<76> <00A0>', '<75> <200B>']
  const map = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${unicode.length} beginbfchar ${unicode.join(' ')} endbfchar endcmap`
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 1000 0 R >>'
  const { lines } = await read(
    makePdf({
      pages: [{ content: 'BT /F1 10 Tf 50 500 Td (AxBwCyDzEvFuG) Tj ET BT /F1 10 Tf 50 450 Td (xxyyzzww) Tj ET' }],
      objects: { 3: font, 1000: `<< /Length ${map.length} >>\nstream\n${map}\nendstream` },
    }),
  )
  expect(words(lines).map(([word]) => word)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
})

test.each([0, 90, 180, 270])(
  'places the word boxes exactly on the printed text of a page rotated by %i degrees',
  async (rotate) => {
    const content = 'BT /F1 28 Tf 130 330 Td (Druckerschwarz) Tj 0 -70 Td (Zeile) Tj ET'
    const { lines, picture: image } = await read(makePdf({ pages: [{ content, rotate, crop: [100, 150, 400, 500] }] }))
    expect(
      words(lines)
        .map(([word]) => word)
        .toSorted(),
    ).toEqual(['Druckerschwarz', 'Zeile'])
    const { width, height, data } = image
    const inside = (x: number, y: number) =>
      words(lines).some(([, left, top, w, h]) => {
        const [fx, fy] = [x / width, y / height]
        return fx >= left - 0.01 && fx <= left + w + 0.01 && fy >= top - 0.01 && fy <= top + h + 0.01
      })
    let ink = 0
    let astray = 0
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (data[(y * width + x) * 3]! > 128) continue
        ink++
        if (!inside(x, y)) astray++
      }
    expect(ink).toBeGreaterThan(500)
    expect(astray).toBe(0)
  },
)

test.each([
  [90, '0 1 -1 0 200 100', '0 1 -1 0 230 100'],
  [180, '-1 0 0 -1 400 400', '-1 0 0 -1 400 430'],
  [270, '0 -1 1 0 230 400', '0 -1 1 0 200 400'],
])('reads upright lines on a page rotated by %i degrees from top to bottom', async (rotate, first, second) => {
  const content = `BT /F1 12 Tf ${first} Tm (Die erste Zeile) Tj ${second} Tm (und die zweite) Tj ET`
  const { lines } = await read(makePdf({ pages: [{ content, rotate, size: [500, 500] }] }))
  expect(lines.map(lineText)).toEqual(['Die erste Zeile', 'und die zweite'])
  const [a, b] = lines.map((line) => line.words[0]!)
  expect(a![2]).toBeLessThan(b![2])
  expect(a![1]).toBeLessThan(lines[0]!.words[1]![1])
})

test('omits words outside the crop', async () => {
  const content = 'BT /F1 12 Tf 20 20 Td (Beschnittmarke) Tj ET BT /F1 12 Tf 150 300 Td (Satzspiegel) Tj ET'
  const { lines } = await read(makePdf({ pages: [{ content, crop: [100, 100, 400, 500] }] }))
  expect(words(lines).map(([word]) => word)).toEqual(['Satzspiegel'])
})

test('does not read across two columns', async () => {
  const column = (x: number, name: string) =>
    `BT /F1 10 Tf 12 TL ${x} 500 Td ${[1, 2, 3].map((line) => `(${name} ${line} ${name}) Tj T*`).join(' ')} ET`
  const { lines } = await read(makePdf({ pages: [{ content: `${column(40, 'links')} ${column(230, 'rechts')}` }] }))
  expect(lines.map(lineText)).toEqual(
    ['links 1', 'links 2', 'links 3', 'rechts 1', 'rechts 2', 'rechts 3'].map((each) => `${each} ${each.split(' ')[0]}`),
  )
})

test('a word hyphenated at the end of a line is found as a whole and shown in two parts', async () => {
  const content = 'BT /F1 12 Tf 14 TL 40 500 Td (Das gro\\337e Zeitungs-) Tj T* (sterben ist nicht das Ende.) Tj ET'
  const { lines } = await read(makePdf({ pages: [{ content }] }))
  expect(pageText(lines).text).toBe('Das große Zeitungssterben ist nicht das Ende.')
  expect(words(lines).map(([word]) => word)).toContain('Zeitungs-')
})

test('a letter-spaced word is found as one word', async () => {
  const content = 'BT /F1 12 Tf 14 TL 40 500 Td (V E R K E H R) Tj T* (Die Bahn kommt.) Tj ET'
  const { lines } = await read(makePdf({ pages: [{ content }] }))
  expect(pageText(lines).indexed).toBe('VERKEHR\nDie Bahn kommt.')
})

test('the letters of a letter-spaced line are words, separated where a space is printed or the gap is wider', async () => {
  const content = [
    'BT /F1 12 Tf 40 500 Td 4 Tc (Im n\\344chsten Heft) Tj ET',
    // Without printed spaces.
    'BT /F1 12 Tf 40 400 Td 4 Tc [(Im) -900 (Heft)] TJ ET',
    // Letters of a list, not of a word.
    'BT /F1 12 Tf 40 300 Td (A B C D) Tj ET',
  ]
  const { lines } = await read(makePdf({ pages: [{ content: content.join('\n') }] }))
  expect(lines.map(lineText)).toEqual(['Im nächsten Heft', 'Im Heft', 'A B C D'])
  const [im, next] = lines[0]!.words
  expect(next![1]).toBeGreaterThan(im![1] + im![3])
})

test('parentheses and backslashes are ordinary text', async () => {
  const content = `BT /F1 12 Tf 40 500 Td (${escaped('a (b) \\c')}) Tj ET`
  const { lines } = await read(makePdf({ pages: [{ content }] }))
  expect(lines.map(lineText)).toEqual(['a (b) \\c'])
})

test('a line in lower case that ends in bold says so, and has the style of its first words', async () => {
  const bold = { 1000: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>' }
  const readLine = async (first: string, rest: string) => {
    const content = `BT /F1 12 Tf 40 500 Td (${first}) Tj /F2 12 Tf (${rest}) Tj ET`
    return (await read(makePdf({ pages: [{ content, fonts: '/F2 1000 0 R' }], objects: bold }))).lines[0]!
  }
  const turned = await readLine('und offen. ', 'Ab Montag fahren hier alle')
  expect(turned).toMatchObject({ turnsBold: true, style: { font: 'Helvetica' } })
  // A number before a heading, and a few words.
  for (const [first, rest] of [
    ['3 ', 'Der Fahrplan ab Montag ist da'],
    ['im ', 'Tal'],
  ] as const)
    expect(await readLine(first, rest)).not.toHaveProperty('turnsBold')
})
