import { realpath } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import type { PublishedArticle } from '@kiosk/backend/catalogue/publish-issue'
import { articleFrom } from '../articles/articles.ts'
import type { Line } from '../pdf/read-words.ts'
import { runningText } from '../text/page-text.ts'
import { type Mets, readMets } from './read-mets.ts'
import { readTextFile, type TextPage } from './read-text-file.ts'

/** What a library's scan knows of an issue: text and reading order of each page, and the articles. */
export type MetsIssue = { mets: Mets; pages: TextPage[] }

/** Reads a METS file and the ALTO or PAGE files that it names. @throws Error in one line */
export async function readMetsIssue(path: string): Promise<MetsIssue> {
  const mets = await readMets(path)
  const pages: TextPage[] = []
  for (const file of mets.textFiles) {
    try {
      await requireInside(dirname(path), file)
      pages.push(await readTextFile(file))
    } catch (error) {
      throw new Error(`${basename(file)}: ${(error as Error).message}`)
    }
  }
  return { mets, pages }
}

/** Links to folders lead out as ".." does. @throws Error */
async function requireInside(folder: string, file: string): Promise<void> {
  const [within, place] = await Promise.all([realpath(folder), realpath(dirname(file)).catch(() => null)])
  if (place !== null && !`${place}${sep}`.startsWith(`${within}${sep}`)) throw new Error('it is outside the folder')
}

/**
 * Lines of each page in the order of the articles, then what belongs to none. A page whose PDF has more words than the scan's
 * own text keeps the PDF's. Nothing is changed where scan and PDF have not the same number of pages.
 */
export function linesInReadingOrder({ mets, pages }: MetsIssue, ofPdf: Line[][]): Line[][] {
  if (pages.length !== ofPdf.length) return ofPdf
  return pages.map((page, index) => {
    const file = mets.textFiles[index]
    const named = mets.articles.flatMap(({ parts }) => parts.filter((part) => part.file === file).map(({ block }) => block))
    const ordered = [...new Set([...named, ...page.blocks.keys()])]
    const lines = ordered.flatMap((id) => page.blocks.get(id)?.lines ?? [])
    return countWords(lines) * 1.25 >= countWords(ofPdf[index]!) ? lines : ofPdf[index]!
  })
}

function countWords(lines: Line[]): number {
  return lines.reduce((count, { words }) => count + words.length, 0)
}

/** Articles as the METS file names them, a paragraph for each of its blocks. Heights of the pages in points. */
export function articlesOfMets({ mets, pages }: MetsIssue, heights: number[]): PublishedArticle[] {
  if (pages.length !== heights.length) return []
  return mets.articles.flatMap(({ headline, parts }) => {
    const found = parts.flatMap(({ file, block: id, heading }) => {
      const page = mets.textFiles.indexOf(file) + 1
      const block = pages[page - 1]?.blocks.get(id)
      const text = block ? tidy(runningText(block.lines, ' ')) : ''
      return block && text ? [{ text, heading, page, size: 1, box: block.box }] : []
    })
    const printed = found.filter(({ heading }) => heading).map(({ text }) => text)
    const name = headline || printed.join(' ') || firstWords(found[0]?.text ?? '')
    return articleFrom(name, found, found, 'mets') ?? []
  })
}

/** OCR takes a comma for a word of its own. */
function tidy(text: string): string {
  return text.replace(/ +([.,;:!?])/g, '$1').trim()
}

/** Page numbers and specks that OCR took for letters do not begin a headline. */
function firstWords(all: string): string {
  const text = all.replace(/^[^\p{L}„“»«"]+/u, '') || all
  return text.length <= 60 ? text : `${text.slice(0, 60).replace(/\s\S*$/, '')} …`
}
