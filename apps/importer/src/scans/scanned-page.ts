import type { Files } from '@kiosk/backend/adapters/storage/port'
import { scanFile } from '@kiosk/backend/catalogue/scans/read-scans'
import type { RenderedIssue } from '../rendered-issue.ts'
import type { Line } from '../text/line.ts'
import { countWords } from '../text/page-text.ts'
import type { ScannedLine } from './read-hocr.ts'

/** What a program has read on a page, as stored. `by`: the program and its data. */
export type ScannedPage = { by: string; lines: ScannedLine[] }

/** A page with fewer words is a picture: a number, or the name of a photographer, may be printed on it. */
const FEWEST_WORDS = 12
/** Below this confidence, of 100, a line is found by search, but no article is made of it. Most are patterns in pictures. */
const SURE = 50

/** Returns whether a page has so little text that its picture should be read. */
export function isScan(lines: readonly Line[]): boolean {
  return countWords(lines) < FEWEST_WORDS
}

/** Returns the pages of an issue with what a program has read on those without text. Those on which it has found no text keep theirs. */
export async function withScans(
  pages: RenderedIssue['pages'],
  files: Files,
  { uid, revision }: { uid: string; revision: number },
): Promise<RenderedIssue['pages']> {
  const found: RenderedIssue['pages'] = []
  for (const [index, page] of pages.entries()) {
    const stored = isScan(page.lines) ? await files.read(scanFile(uid, revision, index + 1)) : null
    if (!stored) found.push(page)
    else {
      const lines = linesOf(JSON.parse(stored.toString('utf8')) as ScannedPage)
      found.push(hasText(lines) ? { ...page, lines, scan: 'words' } : { ...page, scan: 'nothing' })
    }
  }
  return found
}

/** A picture in which a few words are found, or a pattern that looks like words, is not text. */
const hasText = (lines: readonly Line[]) => !isScan(lines.filter(({ doubtful }) => !doubtful))

/** Returns whether a program has found text on a page. */
export const foundText = (page: ScannedPage): boolean => hasText(linesOf(page))

/** Returns the lines of a scan as the importer has those of a PDF. Fonts are unknown; sizes are those that the program has measured. */
function linesOf({ lines }: ScannedPage): Line[] {
  return lines.map(({ words, confidence, size }): Line => {
    const letters = words.map(([text]) => text.length)
    const all = letters.reduce((sum, each) => sum + each, 0)
    const mean = confidence.reduce((sum, each, index) => sum + each * letters[index]!, 0) / Math.max(1, all)
    return {
      words,
      joins: false,
      style: { size, font: '', italic: false, colour: 0 },
      ...(mean < SURE && { doubtful: true as const }),
    }
  })
}
