import { createHash } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import type { DownloadPart } from '@kiosk/domain/reading/download-endpoints'
import { type PageWidth, THUMBNAIL_WIDTH } from '@kiosk/domain/reading/terms'
import type { IssueRow } from '../catalogue/queries.ts'
import type { Title } from '../catalogue/shelf-view.ts'
import type { Asking } from '../endpoint.ts'
import type { House } from '../house.ts'
import { issueFolder } from '../outside/files/storage.ts'
import { offlineJson } from './offline-text.ts'
import { pictureOfPage } from './page-picture.ts'
import { hasPages } from './queries.ts'
import { wordsOfPage } from './words-of-page.ts'

type Hashed = { bytes: number; sha256: string }
type Kind = 'words' | PageWidth
/** Pages that are read and hashed at once, and drawn where they have to be. */
const AT_ONCE = 2
/** What a thumbnail weighs before anybody has drawn it. Bytes. */
const USUAL_THUMBNAIL = 5_000

/** Every file of an issue that a copy needs. Pictures that do not stand yet are drawn, which takes its time once. */
export async function partsOfDownload(row: IssueRow, title: Title, width: PageWidth, call: Asking): Promise<DownloadPart[]> {
  const { house, language } = call
  await demandPages(row, house)
  const text = hashOf(Buffer.from(await offlineJson(row, title, call)))
  const [words, thumbnails, pictures] = [
    await hashesOf('words', row, house),
    await hashesOf(THUMBNAIL_WIDTH, row, house),
    await hashesOf(width, row, house),
  ]
  const each = (kind: DownloadPart['kind'], hashes: readonly Hashed[], path: (page: number) => string): DownloadPart[] =>
    hashes.map((hash, index) => ({ kind, page: index + 1, path: path(index + 1), ...hash }))
  return [
    { kind: 'text', page: 0, path: `offline?language=${language}&`, ...text },
    ...each('words', words, (page) => `pages/${page}/words?`),
    ...each('thumbnail', thumbnails, (page) => `pages/${page}/picture?width=${THUMBNAIL_WIDTH}&`),
    ...each('picture', pictures, (page) => `pages/${page}/picture?width=${width}&`),
  ]
}

/** What a download would weigh, without drawing anything: thumbnails that nobody has asked for yet count as usual ones. */
export async function sizeOfDownload(
  row: IssueRow,
  title: Title,
  width: PageWidth,
  call: Asking,
): Promise<{ bytes: number; parts: number }> {
  const { house } = call
  await demandPages(row, house)
  const thumbnails = (await keptHashes(THUMBNAIL_WIDTH, row, house)) ?? row.page_count * USUAL_THUMBNAIL
  const known = [...(await hashesOf('words', row, house)), ...(await hashesOf(width, row, house))]
  const text = Buffer.byteLength(await offlineJson(row, title, call))
  const small = typeof thumbnails === 'number' ? thumbnails : weight(thumbnails)
  return { bytes: weight(known) + small + text, parts: 3 * row.page_count + 1 }
}

async function demandPages(row: IssueRow, { db }: House): Promise<void> {
  if (row.page_count === 0 || !(await hasPages(db, row.id))) throw new Refusal('not_found', 'uid')
}

const nameOf = (kind: Kind, row: IssueRow) => `${issueFolder(row.uid, row.revision)}pages/hashes-${kind}.json`

async function keptHashes(kind: Kind, row: IssueRow, { files }: House): Promise<Hashed[] | null> {
  const kept = await files.read(nameOf(kind, row))
  return kept && (JSON.parse(kept.toString('utf8')) as Hashed[])
}

/** Size and hash of every page's file, from the first page on: found once a revision, then kept beside the pages. */
async function hashesOf(kind: Kind, row: IssueRow, house: House): Promise<Hashed[]> {
  const kept = await keptHashes(kind, row, house)
  if (kept) return kept
  const contents = async (page: number) =>
    kind === 'words'
      ? Buffer.from(JSON.stringify(await wordsOfPage(house.files, row, page)))
      : pictureOfPage(row, { page, width: kind, format: 'webp' }, house)
  const hashes = new Array<Hashed>(row.page_count)
  let next = 0
  const work = async () => {
    for (let index = next++; index < row.page_count; index = next++) hashes[index] = hashOf(await contents(index + 1))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await house.files.write(nameOf(kind, row), Buffer.from(JSON.stringify(hashes)))
  return hashes
}

const weight = (hashes: readonly Hashed[]) => hashes.reduce((sum, { bytes }) => sum + bytes, 0)

function hashOf(contents: Buffer): Hashed {
  return { bytes: contents.length, sha256: createHash('sha256').update(contents).digest('hex') }
}
