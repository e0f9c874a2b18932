import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { importErrors } from '../import-error.ts'
import { readMets } from '../mets/read-mets.ts'
import { MOST_XML_BYTES } from '../mets/read-xml.ts'
import { readBounded } from '../regular-file.ts'
import type { Sidecar } from './sidecar.ts'

/** Path of the file with the metadata in the folder of a revision, which ends with a slash. */
export const metadataFile = (folder: string) => `${folder}said.json`

/**
 * Returns the metadata of an issue as stored with it: sidecar and index unchanged, and the SHA-256 of the METS file and its
 * text files. Null if there are none.
 * @throws ImportError if the METS file is invalid
 */
export async function storedMetadata(issue: { metadata: Sidecar; metsPath?: string | null }): Promise<Buffer | null> {
  const { metadata, metsPath } = issue
  const stored = metsPath ? { ...metadata, mets: await metsMark(metsPath) } : metadata
  return Object.keys(stored).length > 0 ? Buffer.from(JSON.stringify(stored)) : null
}

/** Returns a hash of a METS file and of the ALTO or PAGE files that it names, in their order. */
async function metsMark(path: string): Promise<string> {
  try {
    const hash = createHash('sha256')
    const { textFiles } = await readMets(path)
    for (const file of [path, ...textFiles])
      hash.update(
        createHash('sha256')
          .update(await readBounded(file, MOST_XML_BYTES))
          .digest(),
      )
    return hash.digest('hex')
  } catch (error) {
    throw importErrors.wrongSidecar(basename(path), (error as Error).message)
  }
}
