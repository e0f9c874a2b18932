/**
 * Storage of covers, pages and PDFs. Names are paths with `/`, which we choose, never a visitor:
 * `issues/{uid}/{revision}/source.pdf`, `…/cover-280.webp`, `…/pages/7-1240.webp`, `…/pages/7.words.json`,
 * `…/text-1/7.words.json`,
 * `invoices/{2 digits}/{sha256}.pdf`, `documents/{2 digits}/{sha256}.pdf`.
 */
export type Files = {
  /**
   * Lists the files below a folder, whose name ends with `/`; '' lists all. Files written or removed meanwhile may be missing.
   */
  list(folder: string): AsyncIterable<StoredFile>
  /** Contents; null if the file does not exist. */
  read(name: string): Promise<Buffer | null>
  /** Size in bytes; null if the file does not exist. */
  size(name: string): Promise<number | null>
  /**
   * Writes atomically: readers see the old contents or the new, even after a crash. `durable`: the new contents survive a power
   * failure, too; for files that cannot be recreated.
   */
  write(name: string, contents: Uint8Array, options?: { durable?: boolean }): Promise<void>
  /** Removes a file, or everything below a name that ends with `/`. Does nothing if it does not exist. */
  remove(name: string): Promise<void>
  /** Path for programs that need a real file (PDFium workers); a remote storage downloads it to a temporary folder. */
  path(name: string): Promise<string>
  /**
   * Returns an address with which a browser gets the file from the storage itself, for {@link PUBLIC_ADDRESS_SECONDS}, and
   * its size in bytes; null if the file does not exist, or the address would not open it for that long. The existence of a file
   * is remembered for a minute. Absent: browsers cannot reach the storage, or are not meant to.
   */
  publicAddress?(name: string, answer: { type: string; cacheControl: string }): Promise<{ address: string; bytes: number } | null>
}

/** How long an address of the storage opens a file for everybody who knows it. A browser follows a redirect at once. */
export const PUBLIC_ADDRESS_SECONDS = 60

/** `version` changes with the contents: time of the last change, or the tag of a bucket. Size in bytes. */
export type StoredFile = { name: string; bytes: number; version: string }

/** Returns the folder of one revision of an issue. */
export function issueFolder(uid: string, revision: number): string {
  return `issues/${uid}/${revision}/`
}

/** Returns the path of the PDF of one revision of an issue. */
export function issuePdf(uid: string, revision: number): string {
  return `${issueFolder(uid, revision)}source.pdf`
}

/** Returns the path of a PDF that is stored under the hash of its content. */
export function hashedPdf(folder: 'invoices' | 'documents', sha256: Uint8Array): string {
  const hex = Buffer.from(sha256).toString('hex')
  return `${folder}/${hex.slice(0, 2)}/${hex}.pdf`
}

/** An issue whose words were read `text_version` times since its file was imported. */
type Worded = { uid: string; files_revision: number; text_version: number }

/**
 * Returns the folder with the words of an issue's pages. The words of the import stay where a server of the previous version
 * looks for them.
 */
export function wordsFolder({ uid, files_revision, text_version }: Worded): string {
  return `${issueFolder(uid, files_revision)}${text_version === 0 ? 'pages' : `text-${text_version}`}/`
}

/** Returns the file with the words of a page. */
export function wordsFile(issue: Worded, page: number): string {
  return `${wordsFolder(issue)}${page}.words.json`
}
