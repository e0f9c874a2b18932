import type { RenderedTile } from '@kiosk/backend/adapters/page-renderer'
import type { ImageFormat } from '../images.ts'
import type { PdfInfo } from '../pdf/open-pdf.ts'
import type { PageLink } from '../pdf/read-links.ts'
import type { Printed } from '../pdf/read-pictures.ts'
import type { Line } from '../text/line.ts'

/** Requests to a worker process; pages count from 1, widths and heights are pixels. */
export type Jobs = {
  pdfInfo: { ask: { path: string }; answer: PdfInfo }
  page: {
    /** `squareSide`: of the square picture that a layout model takes; pixels. */
    ask: { path: string; page: number; widths: number[]; coverHeights: number[]; squareSide?: number | undefined }
    answer: {
      lines: Line[]
      printed: Printed & { links: PageLink[] }
      frame: PageFrame
      pictures: Uint8Array[]
      cover: RenderedCover | null
      /** RGB bytes of the whole page, row by row. */
      square?: Uint8Array
    }
  }
  picture: {
    ask: { path: string; page: number; width: number; format: ImageFormat; tile?: RenderedTile | undefined }
    answer: Uint8Array
  }
}

/** Position of page units on the visible page: clockwise quarter turns, and the visible box from the lower left. */
export type PageFrame = { turns: number; left: number; bottom: number; right: number; top: number }

type RenderedCover = { cover: Uint8Array; width: number; height: number; colour: string; smaller: Uint8Array[] }

export type JobName = keyof Jobs
export type Request = { [Name in JobName]: { id: number; job: Name; ask: Jobs[Name]['ask'] } }[JobName]
export type Answer =
  | { id: number; answer: Jobs[JobName]['answer'] }
  | { id: number; rejected: { code: string; values: Record<string, string | number>; message: string } }
  | { id: number; broke: string }
