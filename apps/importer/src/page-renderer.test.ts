import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leadingColour } from './images.ts'
import { DEFAULT_BOUNDS } from './limits.ts'
import { createPageRenderer, renderCover } from './page-renderer.ts'
import { openPdf } from './pdf/open-pdf.ts'
import { loadPdfium, withMemory } from './pdf/pdfium.ts'
import { renderPage } from './pdf/render-page.ts'
import { endlessPdf, plainIssue, UPRIGHT } from './testing/malformed-pdfs.ts'
import { createWorkers } from './workers/workers.ts'

let folder: string
let rendering: ReturnType<typeof createPageRenderer>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawing-'))
  rendering = createPageRenderer({ processes: 1 })
  await writeFile(join(folder, 'issue.pdf'), plainIssue(2, 'Probe', UPRIGHT))
})
afterAll(async () => {
  await rendering.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['webp', 720],
  ['avif', 720],
  ['webp', 2480],
] as const)('renders a page as %s at %i pixels', async (format, width) => {
  const image = await rendering.renderPage(join(folder, 'issue.pdf'), 2, width, format)
  const about = await sharp(image).metadata()
  expect(about.width).toBe(width)
  expect(about.height).toBe(Math.round((width * 595) / 420))
  expect(about.format).toBe(format === 'avif' ? 'heif' : 'webp')
})

test('renders a tile that is the same part of the page as in the whole image', async () => {
  const path = join(folder, 'issue.pdf')
  const [width, pageHeight] = [1240, Math.round((1240 * 595) / 420)]
  const tile = { left: 100, top: 120, width: 512, height: 400 }
  const cut = await rendering.renderPage(path, 2, width, 'webp', { ...tile, pageHeight })
  const about = await sharp(cut).metadata()
  expect([about.format, about.width, about.height]).toEqual(['webp', 512, 400])
  const whole = await rendering.renderPage(path, 2, width, 'webp')
  const pixels = (image: Sharp) => image.greyscale().raw().toBuffer()
  const [expected, other, got] = await Promise.all([
    pixels(sharp(whole).extract(tile)),
    pixels(sharp(whole).extract({ ...tile, top: 320 })),
    pixels(sharp(cut)),
  ])
  const difference = (one: Buffer) => one.reduce((sum, grey, at) => sum + Math.abs(grey - got[at]!), 0) / got.length
  // Compression differs by some shades of grey.
  expect(difference(expected)).toBeLessThan(2)
  expect(difference(other)).toBeGreaterThan(4)
})

test('the pixels of a page stay in the memory of PDFium while they are used, and are freed afterwards', async () => {
  const library = await loadPdfium()
  const pdf = openPdf(library, join(folder, 'issue.pdf'), DEFAULT_BOUNDS)
  const stay = () =>
    renderPage(pdf, 1, 600, DEFAULT_BOUNDS, async ({ data }) => {
      const { byteOffset, length } = data
      const before = Buffer.from(data)
      await new Promise(setImmediate)
      withMemory(library, length, (at) => library.pdfium.HEAPU8.fill(7, at, at + length))
      return Buffer.from(library.pdfium.HEAPU8.buffer, byteOffset, length).equals(before)
    })
  expect(await stay()).toBe(true)
  const memoryBytes = library.pdfium.HEAPU8.length
  for (let pages = 0; pages < 20; pages++) expect(await stay()).toBe(true)
  expect(library.pdfium.HEAPU8.length).toBe(memoryBytes)
  pdf.close()
})

test('renders an image once for many concurrent requests', async () => {
  const requested = Array.from({ length: 20 }, () => rendering.renderPage(join(folder, 'issue.pdf'), 1, 1860, 'webp'))
  const images = await Promise.all(requested)
  expect(new Set(images).size).toBe(1)
})

test('a missing page is an error, and the next page is rendered', async () => {
  await expect(rendering.renderPage(join(folder, 'issue.pdf'), 9, 720, 'webp')).rejects.toThrow(/page 9/)
  await expect(rendering.renderPage(join(folder, 'issue.pdf'), 1, 160, 'webp')).resolves.toBeInstanceOf(Buffer)
})

test('requests beyond the queue are rejected at once', async () => {
  const busy = createPageRenderer({ processes: 1 })
  await writeFile(join(folder, 'endless.pdf'), endlessPdf())
  const requested = Array.from({ length: 260 }, (_, page) =>
    busy.renderPage(join(folder, 'endless.pdf'), page + 1, 720, 'webp').catch((error: Error) => error.message),
  )
  expect(await requested.at(-1)).toMatch(/Too many pages wait/)
  await busy.close()
  const ends = await Promise.all(requested)
  expect(ends.every((end) => typeof end === 'string')).toBe(true)
})

test('closing ends processes in an endless loop', async () => {
  const workers = createWorkers({ processes: 1 })
  const job = workers
    .run('picture', { path: join(folder, 'endless.pdf'), page: 1, width: 720, format: 'webp' })
    .catch((error: Error) => error.message)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await workers.close()
  expect(await job).toMatch(/stopped|closed/)
})

test('scales a cover down in any format, never up', async () => {
  const cover = await sharp({ create: { width: 400, height: 560, channels: 3, background: '#a03020' } })
    .webp()
    .toBuffer()
  const small = await sharp(await renderCover(cover, 220, 'jpeg')).metadata()
  expect([small.format, small.width, small.height]).toEqual(['jpeg', 157, 220])
  expect((await sharp(await renderCover(cover, 900, 'avif')).metadata()).height).toBe(560)
})

test('the colour of a cover is the printed one, not white', () => {
  const paper = Array.from({ length: 60 }, () => [250, 250, 248])
  const print = Array.from({ length: 40 }, () => [200, 40, 30])
  expect(leadingColour(Buffer.from([...paper, ...print].flat()))).toBe('#c8281e')
  expect(leadingColour(Buffer.from([...paper, [0, 0, 0]].flat()))).toMatch(/^#f/)
})
