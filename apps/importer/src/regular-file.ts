import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a file for reading, and nothing else that may lie in a folder: opening a pipe would wait for its other end.
 * @throws Error in one line where it is not a file, with `code` where it can't be opened
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error('it is not a file')
}

/** The contents of a file of at most so many bytes; a bigger one is not read. @throws Error in one line */
export async function readBounded(path: string, mostBytes: number): Promise<Buffer> {
  const file = await openRegular(path)
  try {
    if ((await file.stat()).size > mostBytes) throw new Error('it is too big')
    return await file.readFile()
  } finally {
    await file.close()
  }
}
