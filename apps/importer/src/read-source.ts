import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { dayInUtc } from '@kiosk/domain/day'
import { importErrors } from './import-error.ts'
import type { Bounds } from './limits.ts'
import { openRegular } from './regular-file.ts'

/** A file as it was read: contents, SHA-256 in hex, date of its last change; `mark` shows whether it changes later. */
export type Source = { contents: Buffer; sha256: string; changed: string; mark: string }

/** Reads a file that should be a PDF. @throws ImportError if it is not a PDF, empty, too big or unreadable */
export async function readSource(path: string, bounds: Pick<Bounds, 'bytes'>): Promise<Source> {
  const file = await opened(path)
  try {
    const { size, mtime, mtimeMs, ino } = await file.stat()
    if (size === 0) throw importErrors.empty()
    const start = Buffer.alloc(Math.min(size, 1024))
    await file.read(start, 0, start.length, 0)
    if (!start.includes('%PDF-')) throw importErrors.notPdf(looksLike(start))
    if (size > bounds.bytes) throw importErrors.tooManyBytes(size, bounds.bytes)
    const contents = await file.readFile()
    const sha256 = createHash('sha256').update(contents).digest('hex')
    return { contents, sha256, changed: dayInUtc(mtime), mark: `${size}|${mtimeMs}|${ino}` }
  } finally {
    await file.close()
  }
}

/** @throws ImportError if the file has changed since it was read */
export async function checkUnchanged(path: string, source: Source): Promise<void> {
  const file = await opened(path)
  try {
    const { size, mtimeMs, ino } = await file.stat()
    if (`${size}|${mtimeMs}|${ino}` !== source.mark) throw importErrors.changed()
  } finally {
    await file.close()
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await openRegular(path)
  } catch (error) {
    throw importErrors.unreadable((error as NodeJS.ErrnoException).code ?? 'not a file')
  }
}

const SIGNATURES: [string, string][] = [
  ['PK\u0003\u0004', 'a ZIP archive or an Office file'],
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['%!PS', 'PostScript'],
  ['<', 'HTML or XML'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Office file'],
]

function looksLike(start: Buffer): string {
  const text = start.toString('latin1').trimStart()
  const known = SIGNATURES.find(([signature]) => text.startsWith(signature))
  if (known) return known[1]
  return start.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13)) ? 'plain text' : 'something else'
}
