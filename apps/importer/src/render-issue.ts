import { COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import { READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import pMap from 'p-map'
import { importErrors } from './import-error.ts'
import type { RenderedIssue } from './rendered-issue.ts'
import type { Revision } from './revision.ts'
import { countWords } from './text/page-text.ts'
import type { Workers } from './workers/workers.ts'

type Rendering = Pick<Revision, 'pdfInfo' | 'files' | 'folder' | 'pdfPath' | 'onPage'> & {
  /** `none`: the pages are only read, and there is no cover. */
  pictures: Revision['pictures'] | 'none'
}

/**
 * Renders cover and pages of an issue on all workers, writes them into the revision's folder and returns their words. The
 * first page that fails cancels the others. A configured layout model looks at each page; without its answer, the issue is still
 * rendered.
 * @throws ImportError
 */
export async function renderIssue(revision: Rendering, workers: Workers): Promise<RenderedIssue> {
  const { pdfInfo, files, folder, pdfPath: path, pictures: images } = revision
  const stop = new AbortController()
  const widths = images === 'now' ? [READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS] : []
  const pages: RenderedIssue['pages'] = []
  let cover: RenderedIssue['cover'] | undefined
  let failure: unknown
  let done = 0
  let words = 0
  const fail = (error: unknown) => {
    failure ??= error
    stop.abort()
  }
  const { layout } = workers
  const seen = (await layout?.open()) ?? null
  const seenUntil = performance.now() + (layout?.limits.issueMs ?? 0)
  const tooLong = setTimeout(
    () => fail(importErrors.tooSlow('all its pages', Math.round(workers.bounds.fileMs / 1000))),
    workers.bounds.fileMs + (seen ? layout!.limits.issueMs : 0),
  )

  async function draw(page: number): Promise<void> {
    const coverHeights = page === 1 && images !== 'none' ? [...COVER_HEIGHTS_PIXELS] : []
    const squareSide = seen && performance.now() < seenUntil ? seen.side : undefined
    const rendered = await workers.run('page', { path, page, widths, coverHeights, squareSide }, stop.signal)
    words += countWords(rendered.lines)
    if (words > workers.bounds.words) throw importErrors.tooMuchText(workers.bounds.words)
    for (const [index, image] of rendered.pictures.entries())
      await files.write(`${folder}pages/${page}-${widths[index]}.webp`, image)
    if (rendered.cover) {
      const { cover: kept, width, height, colour, smaller } = rendered.cover
      await files.write(`${folder}cover.webp`, kept)
      for (const [index, image] of smaller.entries()) await files.write(`${folder}cover-${coverHeights[index]}.webp`, image)
      cover = { width, height, colour }
    }
    const boxes = rendered.square && (await layout!.boxesOn(rendered.square, { file: path, page }))
    pages[page - 1] = { lines: rendered.lines, ...rendered.printed, frame: rendered.frame, ...(boxes && { layout: boxes }) }
    revision.onPage?.(++done, pdfInfo.pages.length)
  }

  try {
    const numbers = pdfInfo.pages.map((_, index) => index + 1)
    // Pictures that wait for the model take memory.
    const concurrency = seen ? workers.processes + 1 : Number.POSITIVE_INFINITY
    await pMap(numbers, (page) => draw(page).catch(fail), { concurrency })
  } finally {
    clearTimeout(tooLong)
  }
  if (failure) throw failure
  return { pages, cover: cover! }
}
