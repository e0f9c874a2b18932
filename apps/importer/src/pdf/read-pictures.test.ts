import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_BOUNDS } from '../limits.ts'
import { image, makePdf } from '../testing/malformed-pdfs.ts'
import { loadPdfium, type Pdfium } from './library.ts'
import { openPdf } from './open-pdf.ts'
import { readPictures } from './read-pictures.ts'

let library: Pdfium
let folder: string
beforeAll(async () => {
  library = await loadPdfium()
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Pictures of a page of 400 × 500 points. */
async function picturesOf(content: string, page: { rotate?: number } = {}) {
  const path = join(folder, 'page.pdf')
  const resources = '/XObject << /P 1000 0 R >>'
  const objects = { 1000: image(8, 8) }
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

/** Draws the picture, with its lower left corner at x and y. */
const draw = (x: number, y: number, width: number, height: number) => `q ${width} 0 0 ${height} ${x} ${y} cm /P Do Q`

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

test('places it as shown on a rotated page', async () => {
  const [picture] = await picturesOf(draw(40, 100, 200, 150), { rotate: 90 })
  expect(picture).toEqual({ x: 0.2, y: 0.1, width: 0.3, height: 0.5 })
})
