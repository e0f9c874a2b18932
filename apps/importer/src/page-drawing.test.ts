import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endlessPdf, plainIssue } from './awkward-pdfs.ts'
import { createPageDrawing, drawCover } from './page-drawing.ts'
import { leadingColour } from './pictures.ts'
import { createWorkers } from './workers/workers.ts'

let folder: string
let drawing: ReturnType<typeof createPageDrawing>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawing-'))
  drawing = createPageDrawing({ processes: 1 })
  await writeFile(join(folder, 'issue.pdf'), plainIssue(2))
})
afterAll(async () => {
  await drawing.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['webp', 720],
  ['avif', 720],
  ['webp', 2480],
] as const)('a page is drawn as %s at %i pixels', async (format, width) => {
  const picture = await drawing.drawPage(join(folder, 'issue.pdf'), 2, width, format)
  const about = await sharp(picture).metadata()
  expect(about.width).toBe(width)
  expect(about.height).toBe(Math.round((width * 595) / 420))
  expect(about.format).toBe(format === 'avif' ? 'heif' : 'webp')
})

test('the same picture asked for many times at once is drawn once', async () => {
  const asked = Array.from({ length: 20 }, () => drawing.drawPage(join(folder, 'issue.pdf'), 1, 1860, 'webp'))
  const pictures = await Promise.all(asked)
  expect(new Set(pictures).size).toBe(1)
})

test('a page that is not there is an error, and the next page is drawn', async () => {
  await expect(drawing.drawPage(join(folder, 'issue.pdf'), 9, 720, 'webp')).rejects.toThrow(/page 9/)
  await expect(drawing.drawPage(join(folder, 'issue.pdf'), 1, 160, 'webp')).resolves.toBeInstanceOf(Buffer)
})

test('more drawings than the queue holds are refused at once', async () => {
  const busy = createPageDrawing({ processes: 1 })
  await writeFile(join(folder, 'endless.pdf'), endlessPdf())
  const asked = Array.from({ length: 260 }, (_, page) =>
    busy.drawPage(join(folder, 'endless.pdf'), page + 1, 720, 'webp').catch((error: Error) => error.message),
  )
  expect(await asked.at(-1)).toMatch(/Too many pages wait/)
  await busy.close()
  const ends = await Promise.all(asked)
  expect(ends.every((end) => typeof end === 'string')).toBe(true)
})

test('closing ends processes that run in circles', async () => {
  const workers = createWorkers({ processes: 1 })
  const job = workers
    .run('picture', { path: join(folder, 'endless.pdf'), page: 1, width: 720, format: 'webp' })
    .catch((error: Error) => error.message)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await workers.close()
  expect(await job).toMatch(/stopped|closed/)
})

test('a cover is made smaller in any format, never larger', async () => {
  const cover = await sharp({ create: { width: 400, height: 560, channels: 3, background: '#a03020' } })
    .webp()
    .toBuffer()
  const small = await sharp(await drawCover(cover, 220, 'jpeg')).metadata()
  expect([small.format, small.width, small.height]).toEqual(['jpeg', 157, 220])
  expect((await sharp(await drawCover(cover, 900, 'avif')).metadata()).height).toBe(560)
})

test('the colour of a cover is that of its print, not of its paper', () => {
  const paper = Array.from({ length: 60 }, () => [250, 250, 248])
  const print = Array.from({ length: 40 }, () => [200, 40, 30])
  expect(leadingColour(Buffer.from([...paper, ...print].flat()))).toBe('#c8281e')
  expect(leadingColour(Buffer.from([...paper, [0, 0, 0]].flat()))).toMatch(/^#f/)
})
