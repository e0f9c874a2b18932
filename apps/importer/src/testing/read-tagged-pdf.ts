import { openPdf, readPdfInfo } from '../pdf/open-pdf.ts'
import { type Pdfium, readText } from '../pdf/pdfium.ts'
import { readWords } from '../pdf/read-words.ts'

/**
 * Reads a PDF as another program does: the words of each page, line by line, where they are, and its tags in reading order,
 * "Table > TR > TH".
 */
export function readTaggedPdf(library: Pdfium, path: string) {
  const pdf = openPdf(library, path, { bytes: 5e6, pages: 50 })
  const pdfInfo = readPdfInfo(pdf, path, { pageSide: 5000 })
  const pages = pdfInfo.pages.map((_, place) => {
    const page = library.FPDF_LoadPage(pdf.document, place)
    const lines = readWords(library, page)
    const text = lines.map(({ words }) => words.map(([word]) => word).join(' ')).join('\n')
    const words = lines.flatMap(({ words }) => words)
    const tags = tagsOf(library, page)
    library.FPDF_ClosePage(page)
    return { text, words, tags }
  })
  const tagged = library.FPDFCatalog_IsTagged(pdf.document)
  pdf.close()
  return { pdfInfo, pages, tagged }
}

function tagsOf(library: Pdfium, page: number): string[] {
  const tags: string[] = []
  const tree = library.FPDF_StructTree_GetForPage(page)
  const walk = (element: number, above: string) => {
    const type = readText(library, 50, (at, bytes) => library.FPDF_StructElement_GetType(element, at, bytes))
    if (type) tags.push(above + type)
    const count = library.FPDF_StructElement_CountChildren(element)
    for (let each = 0; each < count; each++) {
      const child = library.FPDF_StructElement_GetChildAtIndex(element, each)
      if (child) walk(child, type ? `${above}${type} > ` : above)
    }
  }
  for (let each = 0; each < library.FPDF_StructTree_CountChildren(tree); each++)
    walk(library.FPDF_StructTree_GetChildAtIndex(tree, each), '')
  library.FPDF_StructTree_Close(tree)
  return tags
}
