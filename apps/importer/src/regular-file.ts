import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a file for reading, and nothing else that may lie in a folder: opening a pipe would wait for its other end, and a
 * symbolic link may lead to what its maker may not read.
 * @throws Error in one line where it is not a file, with `code` where it can't be opened
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ELOOP') throw error
      throw Object.assign(new Error('it is a symbolic link'), { code: 'a symbolic link' })
    },
  )
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
