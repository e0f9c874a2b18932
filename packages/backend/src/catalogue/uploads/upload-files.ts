import type { ReceivedUpload } from '../../adapters/pdf-importer.ts'
import type { Files } from '../../adapters/storage/port.ts'

/** Everything of an upload. */
export const uploadFolder = (id: string) => `uploads/${id}/`
export const partsFolder = (id: string) => `${uploadFolder(id)}parts/`
export const pdfFile = (id: string) => `${uploadFolder(id)}source.pdf`
/** Pictures of pages, cover, and what was read. */
export const draftFolder = (id: string) => `${uploadFolder(id)}draft/`
export const contentsFile = (id: string) => `${uploadFolder(id)}contents.json`

/** Puts the parts of a complete upload together; they are removed when the whole survives a power failure. @throws Error if one is missing */
export async function joinParts(files: Files, { id, bytes, parts }: ReceivedUpload): Promise<void> {
  if ((await files.size(pdfFile(id))) === bytes) return
  const whole = Buffer.alloc(bytes)
  let at = 0
  for (const part of parts) {
    const contents = await files.read(partsFolder(id) + part)
    if (!contents) throw new Error(`part ${part} of upload ${id} is missing`)
    at += contents.copy(whole, at)
  }
  if (at !== bytes) throw new Error(`upload ${id} has ${at} bytes instead of ${bytes}`)
  await files.write(pdfFile(id), whole, { durable: true })
  await files.remove(partsFolder(id))
}
