// What the importer reads in a PDF, by the same steps as an import.
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { DEFAULT_BOUNDS } from '@kiosk/importer/limits'
import { findArticles, rolesOf } from '@kiosk/importer/page-model/articles'
import type { PlacedEntry } from '@kiosk/importer/page-model/drafts'
import { linesOf, orderedPages } from '@kiosk/importer/page-model/ordered-pages'
import { loadPdfium } from '@kiosk/importer/pdf/library'
import { openPdf, readPdfInfo } from '@kiosk/importer/pdf/open-pdf'
import { readLinks } from '@kiosk/importer/pdf/read-links'
import { readPictures } from '@kiosk/importer/pdf/read-pictures'
import { readWords } from '@kiosk/importer/pdf/read-words'
import { pageText } from '@kiosk/importer/text/page-text'
import { foundRoles, type RoleWords } from './roles.ts'

/** Returns the articles of an issue, the text of each page, its outline, which has no positions here, and what is printed as what. */
export async function readIssue(
  path: string,
): Promise<{ articles: PublishedArticle[]; texts: string[]; outline: PlacedEntry[]; roles: () => RoleWords[] }> {
  const library = await loadPdfium()
  const pdf = openPdf(library, path, DEFAULT_BOUNDS)
  const pdfInfo = readPdfInfo(pdf, path, DEFAULT_BOUNDS)
  const pages = pdfInfo.pages.map(({ width, height }, index) => {
    const page = library.FPDF_LoadPage(pdf.document, index)
    const printed = { ...readPictures(library, page), links: readLinks(library, pdf.document, page) }
    const read = { lines: readWords(library, page), ...printed, width, height }
    library.FPDF_ClosePage(page)
    return read
  })
  pdf.close()
  const outline = pdfInfo.outline.map((entry) => ({ ...entry, y: null }))
  const model = orderedPages(pages)
  const articles = findArticles(model, outline)
  return {
    ...{ outline, articles },
    roles: () => foundRoles(model, rolesOf(model, outline).blocks, articles),
    texts: model.pages.map((page) => pageText(linesOf(page)).text),
  }
}
