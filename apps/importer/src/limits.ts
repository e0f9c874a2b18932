import { MINUTE_MS } from '@kiosk/domain/time'

/** Limits for one file; a file that exceeds them is rejected. */
export type Bounds = {
  /** Size of the file. */
  bytes: number
  pages: number
  /** Words of all pages: they are in memory until the issue is assembled. */
  words: number
  /** Longest side of a page in PDF units, before UserUnit: the limit of the format itself. */
  pageSide: number
  /** Area of a rendered image in pixels; larger pages are scaled down. */
  pixels: number
  /** Time until a worker is ready for its first job. */
  startMs: number
  /** Time for one step of a worker: opening, or one page. */
  stepMs: number
  /** Time for the whole file. */
  fileMs: number
  /** Memory of one worker process. */
  memoryBytes: number
}

/** The text of 2,000 pages of books. */
export const ISSUE_WORDS = 2_000_000

const MEGABYTE_BYTES = 1024 * 1024

export const DEFAULT_BOUNDS: Bounds = {
  bytes: 400 * MEGABYTE_BYTES,
  pages: 2000,
  words: ISSUE_WORDS,
  pageSide: 14_400,
  pixels: 16_000_000,
  startMs: MINUTE_MS,
  stepMs: 45_000,
  fileMs: 45 * MINUTE_MS,
  memoryBytes: 1200 * MEGABYTE_BYTES,
}

/** Longest side of a WebP image. */
export const LONGEST_SIDE_PIXELS = 16_383
/** Maximum text of one page, stored and indexed; an index entry holds at most one megabyte. Characters. */
export const PAGE_TEXT = { kept: 200_000, indexed: 100_000 } as const
/** Maximum number of words of one page that are stored with their positions. */
export const PAGE_WORDS = 40_000
/** Maximum number of blocks on one page of a scan. */
export const PAGE_BLOCKS = 10_000
/** Limits for a METS file. `parts`: of all articles together. `headline`: characters. */
export const METS = { articles: 20_000, parts: 200_000, headline: 1_000 } as const
/**
 * Maximum text of all articles that a METS file or a sidecar names: they may share blocks and pages, so a small file could name
 * the same text thousands of times. Characters.
 */
export const NAMED_TEXT_CHARACTERS = 20_000_000
export const OUTLINE = { entries: 2000, depth: 8, headline: 300 } as const
/** Files of an issue that are written at the same time: with a bucket, each waits for an answer. */
export const FILES_AT_ONCE = 8
