import type { RenderedTile } from '@kiosk/backend/adapters/page-renderer'
import type { TileArea } from '@kiosk/domain/reading/tiles'
import { importErrors } from '../import-error.ts'
import { type Bounds, LONGEST_SIDE_PIXELS } from '../limits.ts'
import type { OpenPdf } from './open-pdf.ts'

/** Three bytes per pixel: red, green, blue. Of a page that is being used, they are in the memory of PDFium. */
export type RawImage = { data: Buffer; width: number; height: number }

const BGR = 2
const WHITE = 0xffffffff
const ANNOTATIONS = 0x01
const RED_FIRST = 0x10

/** Returns width and height of a page's image: `width`, or less if the image would have too many pixels. */
function imageSize(page: { width: number; height: number }, width: number, pixels: number): { width: number; height: number } {
  const ratio = page.height / page.width
  const fitting = Math.floor(Math.min(width, LONGEST_SIDE_PIXELS, LONGEST_SIDE_PIXELS / ratio, Math.sqrt(pixels / ratio)))
  const shown = Math.max(1, fitting)
  return { width: shown, height: Math.min(LONGEST_SIDE_PIXELS, Math.max(1, Math.round(shown * ratio))) }
}

/** What is done with a rendered page. Until it has ended, nothing of PDFium may be called, which could move or reuse the pixels. */
type Use<Result> = (image: RawImage) => Promise<Result>

/** Renders a page (from 1), rotation and crop applied, on white. Returns what `use` makes of it. */
export function renderPage<Result>(
  pdf: OpenPdf,
  number: number,
  width: number,
  bounds: Pick<Bounds, 'pixels'>,
  use: Use<Result>,
): Promise<Result> {
  return withPage(pdf, number, (page) => renderLoadedPage(pdf.library, page, width, bounds, use))
}

/** Renders a part of a page (from 1) of `width` and `tile.pageHeight` pixels: takes the memory of the part, not of the page. */
export function renderTile<Result>(
  pdf: OpenPdf,
  number: number,
  width: number,
  { left, top, pageHeight, ...size }: RenderedTile,
  use: Use<Result>,
): Promise<Result> {
  return withPage(pdf, number, (page) => renderPart(pdf.library, page, size, { left, top, width, height: pageHeight }, use))
}

async function withPage<Result>(
  { library, document }: OpenPdf,
  number: number,
  render: (page: number) => Promise<Result>,
): Promise<Result> {
  const page = library.FPDF_LoadPage(document, number - 1)
  if (!page) throw importErrors.damagedPage(number)
  try {
    return await render(page)
  } finally {
    library.FPDF_ClosePage(page)
  }
}

/** Like `renderPage`, for a loaded page. */
export function renderLoadedPage<Result>(
  library: OpenPdf['library'],
  page: number,
  width: number,
  bounds: Pick<Bounds, 'pixels'>,
  use: Use<Result>,
): Promise<Result> {
  const shown = { width: library.FPDF_GetPageWidthF(page), height: library.FPDF_GetPageHeightF(page) }
  const size = imageSize(shown, width, bounds.pixels)
  return renderPart(library, page, size, { left: 0, top: 0, ...size }, use)
}

/** Renders what a loaded page shows in a window of `size`. `whole`: place of the window on the page, and size of the page. */
async function renderPart<Result>(
  library: OpenPdf['library'],
  page: number,
  size: { width: number; height: number },
  whole: TileArea,
  use: Use<Result>,
): Promise<Result> {
  const bitmap = library.FPDFBitmap_CreateEx(size.width, size.height, BGR, 0, 0)
  if (!bitmap) throw new Error('PDFium is out of memory')
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, WHITE)
    const { left, top, width, height } = whole
    library.FPDF_RenderPageBitmap(bitmap, page, -left, -top, width, height, 0, ANNOTATIONS | RED_FIRST)
    const at = library.FPDFBitmap_GetBuffer(bitmap)
    const stride = library.FPDFBitmap_GetStride(bitmap)
    return await use({ ...size, data: packed(library.pdfium.HEAPU8, at, stride, size) })
  } finally {
    library.FPDFBitmap_Destroy(bitmap)
  }
}

/** Removes the padding of PDFium's rows (to four bytes), which the encoder does not accept. Rows without padding are not copied. */
function packed(heap: Uint8Array, at: number, stride: number, { width, height }: { width: number; height: number }): Buffer {
  const row = width * 3
  if (stride === row) return Buffer.from(heap.buffer, heap.byteOffset + at, row * height)
  const data = Buffer.allocUnsafe(row * height)
  for (let y = 0; y < height; y++) data.set(heap.subarray(at + y * stride, at + y * stride + row), y * row)
  return data
}
