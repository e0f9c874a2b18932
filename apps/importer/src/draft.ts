import type { Files } from '@kiosk/backend/adapters/storage/port'
import { COVER_HEIGHTS_PIXELS } from '@kiosk/domain/catalogue/limits'
import { READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import pMap from 'p-map'
import { FILES_AT_ONCE } from './limits.ts'
import type { PdfInfo } from './pdf/open-pdf.ts'
import type { Draft, RenderedIssue } from './rendered-issue.ts'

/** Words of all pages take some megabytes, so the information about the file is stored separately. */
const pdfInfoFile = (folder: string) => `${folder}pdf-info.json`
const renderedFile = (folder: string) => `${folder}rendered.json`

export async function writeDraft(files: Files, { folder, pdfInfo, rendered }: Draft): Promise<void> {
  await files.write(renderedFile(folder), Buffer.from(JSON.stringify(rendered)))
  await files.write(pdfInfoFile(folder), Buffer.from(JSON.stringify(pdfInfo)))
}

/** @throws Error if the draft is not complete */
export async function readDraft(files: Files, folder: string): Promise<Draft> {
  const [pdfInfo, rendered] = await Promise.all([
    readPdfInfo(files, folder),
    readJson<RenderedIssue>(files, renderedFile(folder)),
  ])
  return { folder, pdfInfo, rendered }
}

/** @throws Error if the draft is not complete */
export const readPdfInfo = (files: Files, folder: string) => readJson<PdfInfo>(files, pdfInfoFile(folder))

async function readJson<Value>(files: Files, name: string): Promise<Value> {
  const stored = await files.read(name)
  if (!stored) throw new Error(`${name} is missing`)
  return JSON.parse(stored.toString('utf8')) as Value
}

/** Copies cover and pages of a draft into the folder of a revision, and returns what else was read. */
export async function copyDraft(draft: Draft, to: { files: Files; folder: string }): Promise<RenderedIssue> {
  const { files, folder } = to
  const pages = draft.rendered.pages.map((_, index) => index + 1)
  const names = [
    'cover.webp',
    ...COVER_HEIGHTS_PIXELS.map((height) => `cover-${height}.webp`),
    ...pages.flatMap((page) => [READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS].map((width) => `pages/${page}-${width}.webp`)),
  ]
  const copy = async (name: string) => {
    const picture = await files.read(draft.folder + name)
    if (!picture) throw new Error(`${draft.folder}${name} is missing`)
    await files.write(folder + name, picture)
  }
  await pMap(names, copy, { concurrency: FILES_AT_ONCE })
  return draft.rendered
}
