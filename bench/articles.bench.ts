// Share of an issue's articles that is recognised correctly from its pages, compared with the original articles.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_BOUNDS } from '@kiosk/importer/limits'
import { findArticles } from '@kiosk/importer/page-model/articles'
import { orderedPages } from '@kiosk/importer/page-model/ordered-pages'
import { loadPdfium } from '@kiosk/importer/pdf/library'
import { openPdf, readPdfInfo } from '@kiosk/importer/pdf/open-pdf'
import { readPictures } from '@kiosk/importer/pdf/read-pictures'
import { readWords } from '@kiosk/importer/pdf/read-words'
import type { Row } from './row.ts'

const SHARED = join(import.meta.dirname, '../../shared/issues')
const BUDGET = 0.9

/** Measures the share of the given words that are in the right article in the right order. */
export async function run(): Promise<{ rows: Row[] }> {
  const options = join(SHARED, 'articles')
  if (!existsSync(options)) {
    console.log(`  There are no issues with given articles at ${options}: nothing is measured.`)
    return { rows: [] }
  }
  const rows: Row[] = []
  for (const issue of readdirSync(options)) {
    const [found, truths] = [await foundArticles(issue), articlesIn(join(options, issue))]
    let all = 0
    let right = 0
    for (const truth of truths) {
      const best = Math.max(0, ...found.map((article) => longestCommon(truth, article)))
      all += truth.length
      right += best
    }
    const share = right / all
    rows.push({
      what: `${issue}: words of ${truths.length} articles in the right article and order`,
      value: `${(share * 100).toFixed(1)} %`,
      budget: `≥ ${BUDGET * 100} %`,
      met: share >= BUDGET,
    })
  }
  return { rows }
}

async function foundArticles(issue: string): Promise<string[][]> {
  const path = join(SHARED, issue.replace(/-[^-]*$/, ''), `${issue}.pdf`)
  const library = await loadPdfium()
  const pdf = openPdf(library, path, DEFAULT_BOUNDS)
  const pdfInfo = readPdfInfo(pdf, path, DEFAULT_BOUNDS)
  const pages = pdfInfo.pages.map(({ width, height }, index) => {
    const page = library.FPDF_LoadPage(pdf.document, index)
    const read = { lines: readWords(library, page), ...readPictures(library, page), width, height }
    library.FPDF_ClosePage(page)
    return read
  })
  pdf.close()
  const outline = pdfInfo.outline.map((entry) => ({ ...entry, y: null }))
  return findArticles(orderedPages(pages), outline).map(({ headline, byline, html }) => wordsOf(`${headline} ${byline} ${html}`))
}

/** Reads the words of the given articles: one folder each, with the text in `index.html` below some metadata. */
function articlesIn(folder: string): string[][] {
  return readdirSync(folder)
    .map((name) => join(folder, name, 'index.html'))
    .filter((file) => existsSync(file))
    .map((file) => wordsOf(readFileSync(file, 'utf8').replace(/^---[\s\S]*?\n---\n/, '')))
}

function wordsOf(html: string): string[] {
  const text = html.replace(/<[^>]+>/g, ' ').replace(/&(?:\w+|#\d+);/g, ' ')
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Returns the number of words in the longest common subsequence. */
function longestCommon(one: string[], other: string[]): number {
  const row = new Uint32Array(other.length + 1)
  for (const word of one) {
    let diagonal = 0
    for (let place = 1; place <= other.length; place++) {
      const above = row[place]!
      row[place] = word === other[place - 1] ? diagonal + 1 : Math.max(above, row[place - 1]!)
      diagonal = above
    }
  }
  return row[other.length]!
}
