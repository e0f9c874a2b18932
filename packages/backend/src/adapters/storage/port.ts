/**
 * Where covers, pages and PDFs lie. Names are paths with `/`, made by us, never by a visitor:
 * `issues/{uid}/{revision}/source.pdf`, `…/cover-280.webp`, `…/pages/7-1240.webp`, `…/pages/7.words.json`,
 * `invoices/{2 digits}/{sha256}.pdf`.
 */
export type Files = {
  /** Contents, or null where there is no such file. */
  read(name: string): Promise<Buffer | null>
  /** Bytes, or null where there is no such file. */
  size(name: string): Promise<number | null>
  /**
   * Writes whole or not at all: a reader sees the old contents or the new, also after a crash. `durable`: once this returns,
   * they survive a loss of power, too; for what cannot be made again.
   */
  write(name: string, contents: Uint8Array, options?: { durable?: boolean }): Promise<void>
  /** Removes a file, or everything below a name that ends with `/`. Nothing there is no error. */
  remove(name: string): Promise<void>
  /** Path for programs that need a real file (PDFium workers); fetched to a temporary place where storage is remote. */
  path(name: string): Promise<string>
}

/** Folder of one revision of an issue. */
export function issueFolder(uid: string, revision: number): string {
  return `issues/${uid}/${revision}/`
}
