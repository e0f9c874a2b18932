// A process that reads and renders untrusted PDFs. It has no database, settings or secrets; its parent may kill it at any time.
import { statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import sharp from 'sharp'
import { endWithParent } from '../end-with-parent.ts'
import { encodePage, keptCover, squareOf } from '../images.ts'
import { ImportError, importErrors } from '../import-error.ts'
import type { Bounds } from '../limits.ts'
import { type OpenPdf, openPdf, readPdfInfo } from '../pdf/open-pdf.ts'
import { loadPdfium } from '../pdf/pdfium.ts'
import { visibleBoxOf } from '../pdf/place-on-page.ts'
import { readLinks } from '../pdf/read-links.ts'
import { readPictures } from '../pdf/read-pictures.ts'
import { readWords } from '../pdf/read-words.ts'
import { type RawImage, renderLoadedPage, renderPage, renderTile } from '../pdf/render-page.ts'
import type { Answer, Jobs, PageFrame, Request } from './jobs.ts'

const { bounds, niceness } = JSON.parse(process.argv[2]!) as { bounds: Bounds; niceness: number }
/** Two issues may be in progress at the same time. */
const KEPT_OPEN = 2

sharp.concurrency(1)
sharp.cache(false)
if (niceness > 0) setPriority(niceness)

endWithParent({ memoryBytes: bounds.memoryBytes, overMemory: 'SIGKILL' })

const library = await loadPdfium()
const open = new Map<string, OpenPdf>()

/** Opens a file and keeps it open for its other pages. Opens it again if it was replaced in the meantime. */
function opened(path: string): OpenPdf {
  const { size, mtimeMs, ino } = statSync(path)
  const name = `${path}|${size}|${mtimeMs}|${ino}`
  const known = open.get(name)
  if (known) {
    open.delete(name)
    open.set(name, known)
    return known
  }
  for (const [oldest, pdf] of open) {
    if (open.size < KEPT_OPEN) break
    pdf.close()
    open.delete(oldest)
  }
  const pdf = openPdf(library, path, bounds)
  open.set(name, pdf)
  return pdf
}

type PageAnswer = Jobs['page']['answer']

async function page({ path, page: number, ...wanted }: Jobs['page']['ask']): Promise<PageAnswer> {
  const { document } = opened(path)
  const loaded = library.FPDF_LoadPage(document, number - 1)
  if (!loaded) throw importErrors.damagedPage(number)
  try {
    const lines = readWords(library, loaded)
    const widest = Math.max(0, ...wanted.widths)
    // A cover is made from the page at reading width, even if page images are rendered on demand.
    const images =
      widest || wanted.coverHeights.length || wanted.squareSide
        ? await renderLoadedPage(library, loaded, widest || READING_WIDTH_PIXELS, bounds, (raw) => imagesOf(raw, wanted))
        : { pictures: [], cover: null }
    const printed = { ...readPictures(library, loaded), links: readLinks(library, document, loaded) }
    return { lines, printed, frame: frameOf(loaded), ...images }
  } finally {
    library.FPDF_ClosePage(loaded)
  }
}

async function imagesOf(
  raw: RawImage,
  { widths, coverHeights, squareSide }: Pick<Jobs['page']['ask'], 'widths' | 'coverHeights' | 'squareSide'>,
): Promise<Pick<PageAnswer, 'pictures' | 'cover' | 'square'>> {
  const pictures = await Promise.all(widths.map((width) => encodePage(raw, 'webp', width)))
  const cover = coverHeights.length ? await keptCover(raw, coverHeights) : null
  return { pictures, cover, ...(squareSide && { square: await squareOf(raw, squareSide) }) }
}

function frameOf(page: number): PageFrame {
  return { turns: library.FPDFPage_GetRotation(page), ...visibleBoxOf(library, page) }
}

async function answerTo(request: Request): Promise<Jobs[keyof Jobs]['answer']> {
  if (request.job === 'pdfInfo') return readPdfInfo(opened(request.ask.path), request.ask.path, bounds)
  if (request.job === 'page') return page(request.ask)
  const { path, page: number, width, format, tile } = request.ask
  const pdf = opened(path)
  const encode = (raw: RawImage) => encodePage(raw, format)
  return tile ? renderTile(pdf, number, width, tile, encode) : renderPage(pdf, number, width, bounds, encode)
}

process.on('message', async (request: Request) => {
  const { id } = request
  try {
    reply({ id, answer: await answerTo(request) })
  } catch (error) {
    if (error instanceof ImportError) {
      const { code, values, message } = error
      return reply({ id, rejected: { code, values, message } })
    }
    // After a trap the state of PDFium's memory is undefined, so the next file gets a new process.
    reply({ id, broke: String(error) }, () => process.exit(1))
  }
})
process.on('disconnect', () => process.exit(0))
// A terminal sends these signals to all processes; the parent decides what happens to the work.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.send!('ready')

function reply(answer: Answer, then?: () => void): void {
  process.send!(answer, undefined, undefined, () => then?.())
}
