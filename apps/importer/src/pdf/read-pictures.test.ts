import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_BOUNDS } from '../limits.ts'
import { image, makePdf, stream } from '../testing/malformed-pdfs.ts'
import { openPdf } from './open-pdf.ts'
import { loadPdfium, type Pdfium } from './pdfium.ts'
import { readPictures } from './read-pictures.ts'

let library: Pdfium
let folder: string
beforeAll(async () => {
  library = await loadPdfium()
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Forms = { [name: string]: { content: string; entries?: string } }

/** What is printed on a page of 400 × 500 points. `forms` may draw the picture P and one another. */
async function printedOn(content: string, page: { rotate?: number; size?: [number, number] } = {}, forms: Forms = {}) {
  const path = join(folder, 'page.pdf')
  const numbers = Object.keys(forms).map((name, index) => `/${name} ${1001 + index} 0 R`)
  const resources = `/XObject << /P 1000 0 R ${numbers.join(' ')} >>`
  const form = ({ content, entries = '/BBox [0 0 400 500]' }: Forms[string]) =>
    stream(content, `/Type /XObject /Subtype /Form ${entries} /Resources << ${resources} >>`)
  const objects = Object.fromEntries([image(8, 8), ...Object.values(forms).map(form)].map((body, index) => [1000 + index, body]))
  await writeFile(path, makePdf({ pages: [{ content, resources, size: [400, 500], ...page }], objects }))
  const pdf = openPdf(library, path, DEFAULT_BOUNDS)
  const loaded = library.FPDF_LoadPage(pdf.document, 0)
  try {
    return readPictures(library, loaded)
  } finally {
    library.FPDF_ClosePage(loaded)
    pdf.close()
  }
}

const picturesOf = async (...page: Parameters<typeof printedOn>) => (await printedOn(...page)).pictures

/** Draws the picture, with its lower left corner at x and y. */
const draw = (x: number, y: number, width: number, height: number) => `q ${width} 0 0 ${height} ${x} ${y} cm /P Do Q`

/** Lines of text from the top. `mode`: how they are drawn; 3 = invisible. */
const linesIn = (mode: number, count: number) =>
  Array.from({ length: count }, (_, line) => `BT ${mode} Tr /F1 9 Tf 20 ${480 - 12 * line} Td (Wort und Bild) Tj ET`).join('\n')

test.each([
  ['invisible text over a picture', draw(0, 0, 400, 500), linesIn(3, 20), true],
  ['with a stamp that is visible', draw(0, 0, 400, 500), linesIn(3, 20) + linesIn(0, 3), true],
  [
    'over strips, with margins',
    [0, 1, 2, 3].map((strip) => draw(20, 30 + strip * 100, 360, 100)).join('\n'),
    linesIn(3, 20),
    true,
  ],
  ['printed text over a background', draw(0, 0, 400, 500), linesIn(0, 20), undefined],
  ['a few invisible words over a background', draw(0, 0, 400, 500), linesIn(0, 20) + linesIn(3, 3), undefined],
  ['invisible text beside a picture', draw(0, 300, 400, 200), linesIn(3, 20), undefined],
  ['invisible text without a picture', '', linesIn(3, 20), undefined],
  ['a picture without text', draw(0, 0, 400, 500), '', undefined],
])('text is hidden behind what was scanned: %s', async (_, pictures, text, hidden) => {
  expect((await printedOn(`${pictures}\n${text}`)).hiddenText).toBe(hidden)
})

test('text is hidden, too, where programs put it in a form', async () => {
  const content = `${draw(0, 0, 400, 500)}\nq /A Do Q`
  const entries = '/BBox [0 0 400 500]'
  expect((await printedOn(content, {}, { A: { content: linesIn(3, 20), entries } })).hiddenText).toBe(true)
})

test('finds pictures behind thousands of texts, and small ones on a large page', async () => {
  const letters = 'BT /F1 8 Tf 20 20 Td (a) Tj ET '.repeat(6000)
  expect(await picturesOf(`${letters}\n${draw(40, 100, 200, 150)}`)).toHaveLength(1)
  // A column of a newspaper is 14 % of its page.
  expect(await picturesOf(draw(100, 100, 75, 50), { size: [900, 1300] })).toHaveLength(1)
  expect(await picturesOf(draw(100, 100, 60, 50), { size: [900, 1300] })).toHaveLength(0)
})

test('a strip across a column is a picture, a lower one an ornament', async () => {
  expect(await picturesOf(draw(40, 100, 244, 44), { size: [600, 800] })).toHaveLength(1)
  expect(await picturesOf(draw(40, 100, 120, 44), { size: [600, 800] })).toHaveLength(0)
  expect(await picturesOf(draw(40, 100, 400, 30), { size: [600, 800] })).toHaveLength(0)
})

test('finds the pictures of a page, the largest first, without ornaments and backgrounds', async () => {
  const content = [draw(0, 0, 400, 500), draw(40, 400, 80, 50), draw(40, 100, 200, 150), draw(10, 10, 30, 30)].join('\n')
  expect(await picturesOf(content)).toEqual([
    { x: 0.1, y: 0.5, width: 0.5, height: 0.3 },
    { x: 0.1, y: 0.1, width: 0.2, height: 0.1 },
  ])
})

test('a picture is as large as its visible part', async () => {
  expect(await picturesOf(`q 40 100 200 150 re W n ${draw(0, 0, 400, 400)} Q`)).toEqual([
    { x: 0.1, y: 0.5, width: 0.5, height: 0.3 },
  ])
  expect(await picturesOf(draw(600, 100, 200, 150))).toEqual([])
})

test('a picture of a rotated page is placed as it is shown', async () => {
  const [picture] = await picturesOf(draw(40, 100, 200, 150), { rotate: 90 })
  expect(picture).toEqual({ x: 0.2, y: 0.1, width: 0.3, height: 0.5 })
})

test('finds pictures in forms, and in forms within forms, where their matrices put them', async () => {
  const large = { content: draw(0, 0, 100, 100), entries: '/BBox [0 0 100 100]' }
  // Twice as wide by its own matrix, then moved by that of the page.
  const wide = { ...large, entries: '/BBox [0 0 100 100] /Matrix [2 0 0 1.5 0 0]' }
  expect(await picturesOf('q 1 0 0 1 40 100 cm /A Do Q', {}, { A: wide })).toEqual([{ x: 0.1, y: 0.5, width: 0.5, height: 0.3 }])
  const outer = { content: 'q 0.5 0 0 0.5 20 50 cm /A Do Q' }
  expect(await picturesOf('q 2 0 0 2 0 0 cm /B Do Q', {}, { A: wide, B: outer })).toEqual([
    { x: 0.1, y: 0.5, width: 0.5, height: 0.3 },
  ])
  // Turned to the left: what was across is up.
  expect(await picturesOf('q 0 1 -1 0 240 100 cm /A Do Q', {}, { A: wide })).toEqual([
    { x: 0.225, y: 0.4, width: 0.375, height: 0.4 },
  ])
})

test('a picture in a form is as large as what the form and its clip path show of it', async () => {
  const form = { content: draw(0, 0, 400, 400), entries: '/BBox [0 0 200 150]' }
  const expected = [{ x: 0.1, y: 0.5, width: 0.5, height: 0.3 }]
  expect(await picturesOf('q 1 0 0 1 40 100 cm /A Do Q', {}, { A: form })).toEqual(expected)
  const open = { ...form, entries: '/BBox [-400 -400 800 800]' }
  expect(await picturesOf('q 40 100 200 150 re W n 1 0 0 1 20 60 cm /A Do Q', {}, { A: open })).toEqual(expected)
  expect(await picturesOf('q 1 0 0 1 500 0 cm /A Do Q', {}, { A: form })).toEqual([])
})

test('a form that draws itself ends', async () => {
  expect(await picturesOf('/A Do', {}, { A: { content: `${draw(40, 100, 200, 150)} /A Do` } })).toContainEqual({
    x: 0.1,
    y: 0.5,
    width: 0.5,
    height: 0.3,
  })
})

test('finds rules and the edges of boxes, as far as they can be seen', async () => {
  const rulesOf = async (content: string) => (await printedOn(content)).rules
  const across = { x: 0.1, y: 0.499, width: 0.8, height: 0.002 }
  expect(await rulesOf('1 w 40 250 m 360 250 l S')).toEqual([expect.objectContaining({ width: expect.closeTo(0.8, 1) })])
  expect(await rulesOf('40 249.5 320 1 re f')).toEqual([across])
  expect(await rulesOf('1 g 40 249.5 320 1 re f')).toEqual([])
  expect(await rulesOf('40 249.5 20 1 re f')).toEqual([])
  expect(await rulesOf('0.9 g 40 100 200 150 re f')).toEqual([
    { x: 0.1, y: 0.5, width: 0.5, height: 0 },
    { x: 0.1, y: 0.8, width: 0.5, height: 0 },
    { x: 0.1, y: 0.5, width: 0, height: 0.3 },
    { x: 0.6, y: 0.5, width: 0, height: 0.3 },
  ])
  expect(await rulesOf('1 1 1 rg 40 100 200 150 re f')).toEqual([])
  expect(await rulesOf('0.5 g 100 100 m 300 100 l 350 200 l 300 300 l 200 380 l 100 300 l 50 200 l h f')).toEqual([])
})

test('small drawings and pictures as wide as high are dots', async () => {
  const content = [
    '40 250 4 4 re f',
    '1 g 40 240 4 4 re f',
    '0 g 40 230 4 20 re f',
    '40 200 30 30 re f',
    draw(40, 180, 5, 5),
  ].join('\n')
  const { dots, rules, pictures } = await printedOn(content)
  expect(dots.map(({ y }) => Math.round(500 * (1 - y)))).toEqual([254, 185])
  expect([rules, pictures]).toEqual([[], []])
})

test('a border that is drawn as an outer and an inner edge has the rules of a box, and a star has none', async () => {
  const border = '0.3 g 40 100 200 150 re 41 101 198 148 re f*'
  expect((await printedOn(border)).rules).toHaveLength(4)
  const star = '0.3 g 140 250 m 160 190 l 240 175 l 160 160 l 140 100 l 120 160 l 40 175 l 120 190 l h f'
  expect((await printedOn(star)).rules).toHaveLength(0)
})
