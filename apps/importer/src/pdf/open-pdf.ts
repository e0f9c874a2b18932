import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isDay } from '@kiosk/domain/iso-time'
import { importErrors } from '../import-error.ts'
import { type Bounds, OUTLINE } from '../limits.ts'
import { floatsAt, type Pdfium, readText, withMemory } from './pdfium.ts'
import { type OutlineEntry, readOutline } from './read-outline.ts'
import { userUnits } from './user-units.ts'

export type OpenPdf = { library: Pdfium; document: number; pageCount: number; close(): void }

/** Properties of a file, read before any page is rendered. */
export type PdfInfo = {
  /** Shown size in points: rotation, crop and UserUnit applied. */
  pages: { width: number; height: number }[]
  outline: OutlineEntry[]
  title: string
  author: string
  /** Creation date, ISO 8601, if the file has one. */
  created: string | null
  language: string | null
}

const PASSWORD = 4
const SECURITY = 5

/** Opens a file for reading. @throws ImportError */
export function openPdf(library: Pdfium, path: string, bounds: Pick<Bounds, 'bytes' | 'pages'>): OpenPdf {
  const { pdfium } = library
  const file = openSync(path, 'r')
  let at = 0
  let size = 0
  try {
    size = fstatSync(file).size
    if (size > bounds.bytes) throw importErrors.tooManyBytes(size, bounds.bytes)
    at = pdfium.wasmExports.malloc(Math.max(size, 1))
    if (!at) throw importErrors.tooMuchMemory('the file itself', bounds.bytes)
    for (let read = 0; read < size; ) {
      const got = readSync(file, pdfium.HEAPU8, at + read, size - read, read)
      if (!got) throw importErrors.changed()
      read += got
    }
  } catch (error) {
    if (at) pdfium.wasmExports.free(at)
    throw error
  } finally {
    closeSync(file)
  }
  const document = library.FPDF_LoadMemDocument(at, size, '')
  const close = () => {
    if (document) library.FPDF_CloseDocument(document)
    pdfium.wasmExports.free(at)
  }
  try {
    if (!document) {
      const reason = library.FPDF_GetLastError()
      if (reason === PASSWORD || reason === SECURITY) throw importErrors.encrypted()
      throw endIsMissing(pdfium.HEAPU8.subarray(at, at + size)) ? importErrors.truncated() : importErrors.damaged()
    }
    // PDFium repairs files, so a truncated one would silently lose pages.
    if (!library.FPDF_DocumentHasValidCrossReferenceTable(document) && endIsMissing(pdfium.HEAPU8.subarray(at, at + size)))
      throw importErrors.truncated()
    const pageCount = library.FPDF_GetPageCount(document)
    if (pageCount < 1) throw importErrors.noPages()
    if (pageCount > bounds.pages) throw importErrors.tooManyPages(pageCount, bounds.pages)
    return { library, document, pageCount, close }
  } catch (error) {
    close()
    throw error
  }
}

/** A complete file ends with %%EOF; some programs add a few bytes. */
function endIsMissing(bytes: Uint8Array): boolean {
  return !Buffer.from(bytes.subarray(-2048)).includes('%%EOF')
}

/** Reads page sizes, outline and properties. @throws ImportError if a page cannot be loaded or has an impossible size */
export function readPdfInfo(pdf: OpenPdf, path: string, bounds: Pick<Bounds, 'pageSide'>): PdfInfo {
  const { library, document, pageCount } = pdf
  const objectNumbers: number[] = []
  const pages: { width: number; height: number }[] = []
  withMemory(library, 8, (at) => {
    for (let index = 0; index < pageCount; index++) {
      // Loading a page would parse its whole content.
      if (!library.FPDF_GetPageSizeByIndexF(document, index, at)) throw importErrors.damagedPage(index + 1)
      const [width, height] = floatsAt(library, at, 2) as [number, number]
      const possible = width > 0 && height > 0 && Math.max(width, height) <= bounds.pageSide
      if (!possible) throw importErrors.pageTooBig(index + 1, width, height)
      pages.push({ width, height })
      objectNumbers.push(library.EPDFDoc_GetPageObjectNumberByIndex(document, index))
    }
  })
  const units = userUnits(path, objectNumbers)
  for (const [index, page] of pages.entries()) {
    const unit = units.get(objectNumbers[index]!) ?? 1
    page.width *= unit
    page.height *= unit
  }
  const about = (key: string) => readText(library, 500, (at, bytes) => library.FPDF_GetMetaText(document, key, at, bytes))
  const [, year, month, day] = /^D:(\d{4})(\d{2})(\d{2})/.exec(about('CreationDate')) ?? []
  const created = `${year}-${month}-${day}`
  const language = readText(library, 35, (at, bytes) => library.EPDFCatalog_GetLanguage(document, at, bytes))
  return {
    pages,
    outline: readOutline(library, document, pageCount).slice(0, OUTLINE.entries),
    title: about('Title'),
    author: about('Author'),
    created: isDay(created) ? created : null,
    language: /^[a-z]{2,3}\b/i.exec(language)?.[0].toLowerCase() ?? null,
  }
}
