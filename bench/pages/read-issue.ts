// What the importer reads in a PDF, by the same steps as an import.
import type { FormerIssue } from '@kiosk/backend/catalogue/learning/issue-makeup'
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { habitsOf } from '@kiosk/importer/learning/habits-of'
import { makeupOf } from '@kiosk/importer/learning/makeup'
import { DEFAULT_BOUNDS } from '@kiosk/importer/limits'
import { findArticles, readArticles, rolesOf } from '@kiosk/importer/page-model/articles'
import { NO_HABITS } from '@kiosk/importer/page-model/habits'
import { linesOf, orderedPages } from '@kiosk/importer/page-model/ordered-pages'
import type { PlacedEntry } from '@kiosk/importer/page-model/outlined-articles'
import { openPdf, readPdfInfo } from '@kiosk/importer/pdf/open-pdf'
import { loadPdfium } from '@kiosk/importer/pdf/pdfium'
import { readLinks } from '@kiosk/importer/pdf/read-links'
import { readPictures } from '@kiosk/importer/pdf/read-pictures'
import { readWords } from '@kiosk/importer/pdf/read-words'
import { pageText } from '@kiosk/importer/text/page-text'
import { foundRoles, type RoleWords } from './roles.ts'

type ReadIssue = {
  articles: PublishedArticle[]
  /** Of each page. */
  texts: string[]
  /** It has no positions here. */
  outline: PlacedEntry[]
  roles: () => RoleWords[]
  /** Returns the articles that are found with what former issues of the title show, nearest first. */
  articlesAfter: (former: readonly FormerIssue[]) => PublishedArticle[]
  /** What this issue teaches for the next ones; null if it has no text. */
  learned: () => FormerIssue | null
}

/** Reads an issue without what other issues of its title show. */
export async function readIssue(path: string): Promise<ReadIssue> {
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
  const alone = readArticles(model, outline, NO_HABITS)
  const { articles } = alone
  return {
    outline,
    articles,
    articlesAfter: (former) => {
      const habits = habitsOf(former)
      return findArticles(orderedPages(pages, habits.furniture), outline, habits)
    },
    learned: () => {
      const makeup = makeupOf(model.pages, alone)
      return makeup && { makeup, isCurrent: true, corrected: null }
    },
    roles: () => foundRoles(model, rolesOf(model, outline).blocks, articles),
    texts: model.pages.map((page) => pageText(linesOf(page)).text),
  }
}
