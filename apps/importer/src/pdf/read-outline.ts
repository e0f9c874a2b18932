import { OUTLINE } from '../limits.ts'
import { type Pdfium, readText } from './pdfium.ts'

/** `page` counts from 1; `top` is the height of the position in page units from the bottom, if the outline has one. */
export type OutlineEntry = { headline: string; page: number; level: number; top: number | null }

const GO_TO = 1

/** Returns the outline in reading order, flat, `level` from 0. Cuts cycles in malicious files. */
export function readOutline(library: Pdfium, document: number, pageCount: number): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  const walk = (first: number, level: number): void => {
    for (
      let bookmark = first;
      bookmark && !seen.has(bookmark);
      bookmark = library.FPDFBookmark_GetNextSibling(document, bookmark)
    ) {
      seen.add(bookmark)
      if (seen.size > OUTLINE.entries * 2) return
      const headline = readText(library, OUTLINE.headline, (at, bytes) => library.FPDFBookmark_GetTitle(bookmark, at, bytes))
      const target = destination(library, document, bookmark)
      const page = target ? library.FPDFDest_GetDestPageIndex(document, target) : -1
      if (headline && page >= 0 && page < pageCount)
        entries.push({ headline, page: page + 1, level, top: topOf(library, target) })
      if (level < OUTLINE.depth) walk(library.FPDFBookmark_GetFirstChild(document, bookmark), level + 1)
    }
  }
  walk(library.FPDFBookmark_GetFirstChild(document, 0), 0)
  return entries
}

function destination(library: Pdfium, document: number, bookmark: number): number {
  const direct = library.FPDFBookmark_GetDest(document, bookmark)
  if (direct) return direct
  const action = library.FPDFBookmark_GetAction(bookmark)
  return action && library.FPDFAction_GetType(action) === GO_TO ? library.FPDFAction_GetDest(document, action) : 0
}

function topOf(library: Pdfium, target: number): number | null {
  const { pdfium } = library
  const at = pdfium.wasmExports.malloc(24)
  try {
    const known = library.FPDFDest_GetLocationInPage(target, at, at + 4, at + 8, at + 12, at + 16, at + 20)
    return known && pdfium.getValue(at + 4, 'i32') ? pdfium.getValue(at + 16, 'float') : null
  } finally {
    pdfium.wasmExports.free(at)
  }
}
