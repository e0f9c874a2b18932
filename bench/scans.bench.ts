// Reads words from pictures of pages with known text (ADR-0327): npm run bench scans -- --seed 1 [--fraktur FONT.woff]
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import { createScanReader } from '@kiosk/importer/scans/scan-reader'
import type { ScannedPage } from '@kiosk/importer/scans/scanned-page'
import { createWorkers } from '@kiosk/importer/workers/workers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { type Language, Random, sentence, titleOf } from './pages/words.ts'
import type { Row } from './row.ts'

const PAGES = 3
/** A4 in points. */
const PAGE = { width: 595, height: 842 }
type Scanner = { name: string; dpi: number; degrees: number; blur: number; quality: number }
/** Pixels per inch of the picture; how far it is askew, in degrees; how blurred, in pixels; and the quality of its JPEG. */
const SCANNERS: Scanner[] = [
  { name: 'clean, 300 dpi', dpi: 300, degrees: 0, blur: 0, quality: 85 },
  { name: 'of an office, 200 dpi', dpi: 200, degrees: 0.4, blur: 0.6, quality: 70 },
]
const MARGIN = 48
const GAP = 18
const BUDGET = { share: 0.95, seconds: 15 }

type Kind = { name: string; language: Language; font: string; fraktur: boolean }

/** Sets pages, makes pictures of them, slightly askew, and has them read. */
export async function run(options: string[]): Promise<{ rows: Row[] }> {
  const { values } = parseArgs({ args: options, options: { seed: { type: 'string' }, fraktur: { type: 'string' } } })
  const reader = createScanReader({ program: 'tesseract' })
  if (values.seed === undefined || !(await reader.program())) {
    console.log('  Skipped without a seed or without Tesseract: npm run bench scans -- --seed 1')
    return { rows: [] }
  }
  const kinds: Kind[] = (['de', 'en', 'fr'] as const).map((language) => ({
    name: language,
    language,
    font: 'Times-Roman',
    fraktur: false,
  }))
  if (values.fraktur) kinds.push({ name: 'de, Fraktur', language: 'de', font: values.fraktur, fraktur: true })
  const folder = await mkdtemp(join(tmpdir(), 'scans-'))
  const workers = createWorkers({ processes: 1 })
  const rows: Row[] = []
  try {
    for (const [scanner, kind] of SCANNERS.flatMap((each) => kinds.map((kind) => [each, kind] as const))) {
      let [found, expected, read, ms] = [0, 0, 0, 0]
      for (let index = 0; index < PAGES; index++) {
        const { pdf, words } = await setPage(kind, Number(values.seed) * 100 + index)
        const printed = join(folder, 'printed.pdf')
        await writeFile(printed, pdf)
        const width = Math.round((PAGE.width / 72) * scanner.dpi)
        const picture = Buffer.from(await workers.run('picture', { path: printed, page: 1, width, format: 'png' }))
        const name = `${kind.language}-${index}.pdf`
        await writeFile(join(folder, name), await scanOf(picture, scanner))
        const started = performance.now()
        const { language, fraktur } = kind
        const ask = { files: fileSystem(folder), pdf: name, number: 1, width: PAGE.width, language, fraktur }
        const { lines } = JSON.parse(String((await reader.read(ask)).stored)) as ScannedPage
        ms += performance.now() - started
        const answer = lines.flatMap((line) => line.words.map(([text]) => text))
        found += common(words, answer)
        expected += words.length
        read += answer.length
      }
      const [recall, precision, seconds] = [found / expected, found / read, ms / PAGES / 1000]
      rows.push({
        what: `${kind.name}, ${scanner.name}: words that are read exactly, of ${expected}; of those read; seconds a page`,
        value: `${(recall * 100).toFixed(1)} %; ${(precision * 100).toFixed(1)} %; ${seconds.toFixed(1)}`,
        budget: `${BUDGET.share * 100} %; ${BUDGET.seconds} s`,
        met: recall >= BUDGET.share && seconds <= BUDGET.seconds,
      })
    }
  } finally {
    await workers.close()
    await reader.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { rows }
}

/** Sets a page of two columns with a headline of its own, and returns its words. */
async function setPage({ language, font, fraktur }: Kind, seed: number): Promise<{ pdf: Buffer; words: string[] }> {
  const random = new Random(seed)
  const headline = titleOf(random, language)
  const width = (PAGE.width - 2 * MARGIN - GAP) / 2
  const document = new PDFDocument({ size: [PAGE.width, PAGE.height], margin: 0 })
  const pdf = contentsOf(document)
  const printed = (text: string) => (fraktur ? withLongS(text) : text)
  document
    .font(font)
    .fontSize(26)
    .text(printed(headline), MARGIN, MARGIN, { width: PAGE.width - 2 * MARGIN })
  const top = document.y + GAP
  document.fontSize(fraktur ? 11 : 9.5)
  const words = headline.split(/\s+/)
  for (const x of [MARGIN, MARGIN + width + GAP]) {
    let y = top
    for (;;) {
      const paragraph = Array.from({ length: 4 }, () => sentence(random, language)).join(' ')
      const height = document.heightOfString(printed(paragraph), { width, align: 'justify' })
      if (y + height > PAGE.height - MARGIN) break
      document.text(printed(paragraph), x, y, { width, align: 'justify' })
      words.push(...paragraph.split(/\s+/))
      y += height + 6
    }
  }
  document.end()
  return { pdf: await pdf, words }
}

/** In Fraktur, an s that does not end a word is long. */
const withLongS = (text: string) => text.replace(/s(?=\p{L})/gu, 'ſ')

async function scanOf(picture: Buffer, { degrees, blur, quality }: Scanner): Promise<Buffer> {
  const turned = degrees ? sharp(picture).rotate(degrees, { background: '#f4f1ea' }) : sharp(picture)
  const jpeg = await (blur ? turned.blur(blur) : turned).jpeg({ quality }).toBuffer()
  const document = new PDFDocument({ size: [PAGE.width, PAGE.height], margin: 0 })
  const pdf = contentsOf(document)
  document.image(jpeg, 0, 0, { width: PAGE.width, height: PAGE.height })
  document.end()
  return pdf
}

function contentsOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(pieces))))
}

/** Returns how many words of a list are in another, each as often as it is in both. */
function common(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1)
  return words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count > 0
  }).length
}
