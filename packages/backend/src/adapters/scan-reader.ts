import type { Files } from './storage/port.ts'

/** A program that reads the text of scans. `languages`: its installed data, by the names that it uses. */
export type ScanProgram = { version: string; languages: string[] }

/** The program cannot read a page, and would fail again. The message is one line. */
export class UnreadableScan extends Error {}

/**
 * A page to read. `pdf`: name of its file in the storage; `width`: width of the page in points; `language`: ISO 639-1, or `und`.
 */
type ScanToRead = {
  files: Files
  pdf: string
  number: number
  width: number
  language: string
  /** Printed in broken type, as German newspapers were until about 1940. */
  fraktur: boolean
  signal?: AbortSignal | undefined
}

/** Reads text from pictures of pages. Injected by the server, because it belongs to the importer. */
export type ScanReader = {
  /** Returns the program of this machine; null = none is installed. */
  program(): Promise<ScanProgram | null>
  /**
   * Reads a page. Returns the result to be stored, from which `rebuild` of the importer makes the text, and whether there is any
   * text.
   * @throws UnreadableScan, or Error with a message of one line
   */
  read(page: ScanToRead): Promise<{ stored: Buffer; hasText: boolean }>
  close(): Promise<void>
}
