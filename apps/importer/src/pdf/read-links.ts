import { pageLink, safeLink } from '@kiosk/domain/reading/article-links'
import type { Box } from '../text/set-line.ts'
import { floatsAt, type Pdfium, withMemory } from './pdfium.ts'
import { placeOn } from './place-on-page.ts'

/** A link of a page: where it lies, in fractions of the shown page, and its address as `safeLink` returns it. */
export type PageLink = Box & { href: string }

/** Maximum number of links of a page that are read: contents pages and lists of references have hundreds. */
const MOST_LINKS = 1000
const LONGEST_URI_BYTES = 4096
/** Types of actions. */
const GO_TO = 1
const URI = 3

/** Returns the links of a loaded page that articles may have: to the web, to addresses, and to pages of the same document. */
export function readLinks(library: Pdfium, document: number, page: number): PageLink[] {
  const place = placeOn(library, page)
  const pageCount = library.FPDF_GetPageCount(document)
  return withMemory(library, 24, (at) => {
    const links: PageLink[] = []
    library.pdfium.setValue(at, 0, 'i32')
    for (let count = 0; count < MOST_LINKS && library.FPDFLink_Enumerate(page, at, at + 4); count++) {
      const link = library.pdfium.getValue(at + 4, 'i32')
      if (!link || !library.FPDFLink_GetAnnotRect(link, at + 8)) continue
      const [left, top, right, bottom] = floatsAt(library, at + 8, 4) as [number, number, number, number]
      const box = place({ left, top, right, bottom })
      const href = box && addressOf(library, document, link, pageCount)
      if (!box || !href) continue
      const [x, y, width, height] = box
      links.push({ x, y, width, height, href })
    }
    return links
  })
}

function addressOf(library: Pdfium, document: number, link: number, pageCount: number): string | null {
  const action = library.FPDFLink_GetAction(link)
  const type = action ? library.FPDFAction_GetType(action) : 0
  if (type === URI) {
    const uri = uriOf(library, document, action)
    return safeLink(/^www\./i.test(uri) ? `https://${uri}` : uri)
  }
  // Without an action, the destination is in the link. PDFium also returns that of an action for another file.
  if (action && type !== GO_TO) return null
  const target = action ? library.FPDFAction_GetDest(document, action) : library.FPDFLink_GetDest(document, link)
  const index = target ? library.FPDFDest_GetDestPageIndex(document, target) : -1
  return index >= 0 && index < pageCount ? pageLink(index + 1) : null
}

/** URIs are bytes: UTF-8 in newer files. */
function uriOf(library: Pdfium, document: number, action: number): string {
  const bytes = library.FPDFAction_GetURIPath(document, action, 0, 0)
  if (bytes <= 1 || bytes > LONGEST_URI_BYTES) return ''
  return withMemory(library, bytes, (at) => {
    library.FPDFAction_GetURIPath(document, action, at, bytes)
    return new TextDecoder().decode(library.pdfium.HEAPU8.slice(at, at + bytes - 1)).trim()
  })
}
