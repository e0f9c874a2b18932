import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Sidecar } from './metadata/sidecar.ts'
import { readMets } from './mets/read-mets.ts'
import { MOST_BYTES } from './mets/read-xml.ts'
import { refusals } from './refusal.ts'
import { readBounded } from './regular-file.ts'

/**
 * All that is said of an issue beside its PDF, as it is kept with the issue: sidecar and index word for word, of a scan's text
 * and structure the SHA-256 of its files. Null where nothing is said.
 * @throws Refusal where the METS file is at fault
 */
export async function whatIsSaid(issue: { metadata: Sidecar; metsPath?: string | null }): Promise<Buffer | null> {
  const { metadata, metsPath } = issue
  const said = metsPath ? { ...metadata, mets: await metsMark(metsPath) } : metadata
  return Object.keys(said).length > 0 ? Buffer.from(JSON.stringify(said)) : null
}

/** Hash of a METS file and of the ALTO or PAGE files that it names, in their order. */
async function metsMark(path: string): Promise<string> {
  try {
    const hash = createHash('sha256')
    const { textFiles } = await readMets(path)
    for (const file of [path, ...textFiles])
      hash.update(
        createHash('sha256')
          .update(await readBounded(file, MOST_BYTES))
          .digest(),
      )
    return hash.digest('hex')
  } catch (error) {
    throw refusals.wrongSidecar(basename(path), (error as Error).message)
  }
}
