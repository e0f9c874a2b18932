import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePdf } from '../testing/malformed-pdfs.ts'
import { createWorkers } from '../workers/workers.ts'
import { createScanReader } from './scan-reader.ts'
import type { ScannedPage } from './scanned-page.ts'
import { tesseractProgram } from './tesseract.ts'

const program = await tesseractProgram('tesseract')
const isInstalled = program?.languages.includes('eng') ?? false
if (!isInstalled) console.warn('Skipped: reading a page with Tesseract, which is not installed here (tesseract-ocr).')

const LINES = [
  'Winter in the valley',
  'The sheep came down from the hills before the',
  'first snow, and the gates were closed behind them.',
]
const SIZE: [number, number] = [420, 160]

test.skipIf(!isInstalled)(
  'Tesseract reads a page that is a picture: words, boxes, sizes, confidence',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tesseract-'))
    const workers = createWorkers({ processes: 1 })
    const reader = createScanReader({ program: 'tesseract' })
    try {
      const content = `BT /F1 22 Tf 30 120 Td (${LINES[0]}) Tj /F1 12 Tf 0 -50 Td (${LINES[1]}) Tj 0 -18 Td (${LINES[2]}) Tj ET`
      await writeFile(join(folder, 'printed.pdf'), makePdf({ pages: [{ content, size: SIZE }] }))
      const drawn = await workers.run('picture', { path: join(folder, 'printed.pdf'), page: 1, width: 1750, format: 'png' })
      const jpeg = await sharp(drawn).jpeg({ quality: 85 }).toBuffer()
      const { width, height, channels } = await sharp(jpeg).metadata()
      const picture = Buffer.concat([
        Buffer.from(
          `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${channels === 1 ? 'DeviceGray' : 'DeviceRGB'} /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
        ),
        jpeg,
        Buffer.from('\nendstream'),
      ])
      const scan = {
        size: SIZE,
        resources: '/XObject << /Scan 1000 0 R >>',
        content: `q ${SIZE[0]} 0 0 ${SIZE[1]} 0 0 cm /Scan Do Q`,
      }
      await writeFile(join(folder, 'scan.pdf'), makePdf({ pages: [scan], objects: { 1000: picture } }))
      const page = { files: fileSystem(folder), pdf: 'scan.pdf', number: 1, width: SIZE[0], language: 'en', fraktur: false }
      const { by, lines } = JSON.parse(String((await reader.read(page)).stored)) as ScannedPage
      expect(by).toBe(`tesseract ${program!.version} eng`)
      expect(lines.map(({ words }) => words.map(([text]) => text).join(' '))).toEqual(LINES)
      expect(lines[0]!.size / lines[1]!.size).toBeCloseTo(22 / 12, 0)
      expect(lines[0]!.words[0]![1]).toBeCloseTo(30 / SIZE[0], 1)
      for (const { confidence } of lines) for (const each of confidence) expect(each).toBeGreaterThan(60)
    } finally {
      await reader.close()
      await workers.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
