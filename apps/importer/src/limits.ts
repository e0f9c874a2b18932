/** What one file may ask of the house; a file that asks for more is refused. */
export type Bounds = {
  /** Size of the file. */
  bytes: number
  pages: number
  /** Longest side of a page in PDF units, before UserUnit: the limit of the format itself. */
  pageSide: number
  /** Area of a drawn picture; taller pages are drawn smaller. */
  pixels: number
  /** Time for one step of a worker: opening, or one page. Milliseconds. */
  stepTime: number
  /** Time for the whole file. Milliseconds. */
  fileTime: number
  /** Memory of one worker process. Bytes. */
  memory: number
}

const MEGABYTE = 1024 * 1024

export const DEFAULT_BOUNDS: Bounds = {
  bytes: 400 * MEGABYTE,
  pages: 2000,
  pageSide: 14_400,
  pixels: 16_000_000,
  stepTime: 45_000,
  fileTime: 45 * 60_000,
  memory: 1200 * MEGABYTE,
}

/** WebP knows no longer side. Pixels. */
export const LONGEST_SIDE = 16_383
/** Text of one page that is kept, and that is indexed: an index entry holds at most one megabyte. Characters. */
export const PAGE_TEXT = { kept: 200_000, indexed: 100_000 } as const
/** Words of one page whose places are kept. */
export const PAGE_WORDS = 40_000
/** Blocks of one page of a scan. */
export const PAGE_BLOCKS = 10_000
/** What a METS file may name. `parts`: of all articles together. */
export const METS = { articles: 20_000, parts: 200_000, headline: 1_000 } as const
export const OUTLINE = { entries: 2000, depth: 8, headline: 300 } as const
