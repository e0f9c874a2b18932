import { realpath } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { ISSUE_WORDS, NAMED_TEXT_CHARACTERS } from '../limits.ts'
import { articleFrom } from '../page-model/articles.ts'
import type { Line } from '../text/line.ts'
import { countWords, runningText } from '../text/page-text.ts'
import { type Mets, readMets } from './read-mets.ts'
import { readTextFile, type TextPage } from './read-text-file.ts'

/** Contents of a library's scan of an issue: text and reading order of each page, and the articles. */
export type MetsIssue = { mets: Mets; pages: TextPage[] }

/** Reads a METS file and the ALTO or PAGE files that it names. @throws Error with a message of one line */
export async function readMetsIssue(path: string, mostWords = ISSUE_WORDS): Promise<MetsIssue> {
  const mets = await readMets(path)
  let words = 0
  const pages: TextPage[] = []
  for (const file of mets.textFiles) {
    try {
      await requireInside(dirname(path), file)
      const page = await readTextFile(file)
      for (const { lines } of page.blocks.values()) words += countWords(lines)
      pages.push(page)
    } catch (error) {
      throw new Error(`${basename(file)}: ${(error as Error).message}`)
    }
    if (words > mostWords) throw new Error('its pages have too much text')
  }
  if (lengthOfArticles({ mets, pages }) > NAMED_TEXT_CHARACTERS) throw new Error('its articles have too much text')
  return { mets, pages }
}

/** Characters of all blocks of all articles. */
function lengthOfArticles({ mets, pages }: MetsIssue): number {
  const lengthOf = (lines: Line[]) =>
    lines.reduce((sum, { words }) => words.reduce((all, [text]) => all + text.length + 1, sum), 0)
  const ofFile = new Map(
    mets.textFiles.map((file, index) => [
      file,
      new Map([...pages[index]!.blocks].map(([id, { lines }]) => [id, lengthOf(lines)] as const)),
    ]),
  )
  return mets.articles.reduce(
    (sum, { parts }) => parts.reduce((all, { file, block }) => all + (ofFile.get(file)?.get(block) ?? 0), sum),
    0,
  )
}

/** Rejects a file outside the folder: symbolic links to folders can lead outside, as ".." does. @throws Error */
async function requireInside(folder: string, file: string): Promise<void> {
  const [within, place] = await Promise.all([realpath(folder), realpath(dirname(file)).catch(() => null)])
  if (place !== null && !`${place}${sep}`.startsWith(`${within}${sep}`)) throw new Error('it is outside the folder')
}

/**
 * Returns the lines of each page in the order of the articles, then those of no article. A page keeps the PDF's lines if they
 * have many more words than the scan's. All pages do if the scan and the PDF have different numbers of pages.
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

/** Returns the articles of the METS file, with one paragraph per block; none if its number of pages differs from the PDF's. */
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

/** Removes spaces before punctuation, which OCR reads as separate words. */
function tidy(text: string): string {
  return text.replace(/ +([.,;:!?])/g, '$1').trim()
}

/** Returns the first words of a text as a headline, without leading page numbers and specks that OCR took for characters. */
function firstWords(all: string): string {
  const text = all.replace(/^[^\p{L}„“»«"]+/u, '') || all
  return text.length <= 60 ? text : `${text.slice(0, 60).replace(/\s\S*$/, '')} …`
}
