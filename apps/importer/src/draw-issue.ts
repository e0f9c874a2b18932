import { COVER_HEIGHTS } from '@kiosk/domain/catalogue/terms'
import { READING_WIDTH, THUMBNAIL_WIDTH } from '@kiosk/domain/reading/terms'
import type { Revision } from './import-issue.ts'
import type { Line } from './pdf/read-words.ts'
import { refusals } from './refusal.ts'
import type { PageFrame } from './workers/jobs.ts'
import type { Workers } from './workers/workers.ts'

export type DrawnIssue = {
  pages: { lines: Line[]; frame: PageFrame }[]
  cover: { width: number; height: number; colour: string }
}

/**
 * Draws cover and pages of an issue on all workers and writes them into the revision's folder; answers the words.
 * The first page that fails ends the work on the others. @throws Refusal
 */
export async function drawIssue(revision: Revision, workers: Workers): Promise<DrawnIssue> {
  const { facts, files, folder, pdfPath: path, pictures } = revision
  const stop = new AbortController()
  const widths = pictures === 'now' ? [READING_WIDTH, THUMBNAIL_WIDTH] : []
  const pages: DrawnIssue['pages'] = []
  let cover: DrawnIssue['cover'] | undefined
  let failure: unknown
  let done = 0
  const fail = (error: unknown) => {
    failure ??= error
    stop.abort()
  }
  const tooLong = setTimeout(
    () => fail(refusals.tooSlow('all its pages', Math.round(workers.bounds.fileTime / 1000))),
    workers.bounds.fileTime,
  )

  async function draw(page: number): Promise<void> {
    const coverHeights = page === 1 ? [...COVER_HEIGHTS] : []
    const drawn = await workers.run('page', { path, page, widths, coverHeights }, stop.signal)
    for (const [index, picture] of drawn.pictures.entries())
      await files.write(`${folder}pages/${page}-${widths[index]}.webp`, picture)
    if (drawn.cover) {
      const { cover: kept, width, height, colour, smaller } = drawn.cover
      await files.write(`${folder}cover.webp`, kept)
      for (const [index, picture] of smaller.entries()) await files.write(`${folder}cover-${coverHeights[index]}.webp`, picture)
      cover = { width, height, colour }
    }
    pages[page - 1] = { lines: drawn.lines, frame: drawn.frame }
    revision.onPage?.(++done, facts.pages.length)
  }

  try {
    await Promise.all(facts.pages.map((_, index) => draw(index + 1).catch(fail)))
  } finally {
    clearTimeout(tooLong)
  }
  if (failure) throw failure
  return { pages, cover: cover! }
}
