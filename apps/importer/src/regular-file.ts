import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a regular file for reading. Opening a pipe would block, and a symbolic link may point to a file that its creator may
 * not read.
 * @throws Error with a message of one line, if it is not a file; with `code` if it cannot be opened
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

/** Reads a file of at most `mostBytes`. @throws Error with a message of one line, if it is bigger or not a file */
export async function readBounded(path: string, mostBytes: number): Promise<Buffer> {
  const file = await openRegular(path)
  try {
    if ((await file.stat()).size > mostBytes) throw new Error('it is too big')
    return await file.readFile()
  } finally {
    await file.close()
  }
}
