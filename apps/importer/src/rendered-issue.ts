import type { LayoutBox } from './page-model/layout-witness.ts'
import type { PdfInfo } from './pdf/open-pdf.ts'
import type { PageLink } from './pdf/read-links.ts'
import type { Printed } from './pdf/read-pictures.ts'
import type { Line } from './text/line.ts'
import type { PageFrame } from './workers/jobs.ts'

/** What was read from the pages of an issue when they were rendered. */
export type RenderedIssue = {
  /**
   * `pictures`, `rules` and `links` are missing in drafts of earlier versions. `scan`: a program has read its
   * picture, and the lines are the words that it found, or it found nothing. `layout`: what a layout model has found.
   */
  pages: ({ lines: Line[]; frame: PageFrame; scan?: 'words' | 'nothing'; layout?: LayoutBox[] } & Partial<
    Printed & { links: PageLink[] }
  >)[]
  cover: { width: number; height: number; colour: string }
}

/** What was rendered and read from a PDF before anybody decided which issue it is; pictures are in `folder`. */
export type Draft = { folder: string; pdfInfo: PdfInfo; rendered: RenderedIssue }
