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
/** Pages that are looked at for a likely size, and what a page weighs where not even one stands. Bytes. */
const SAMPLES = 8
const USUAL = { words: 12_000, thumbnail: 4_000, picture: 140_000 }

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

/**
 * What a download would weigh. Nothing is drawn for it: as long as nobody has downloaded the revision, some pages that
 * stand speak for the others.
 */
export async function sizeOfDownload(
  row: IssueRow,
  title: Title,
  width: PageWidth,
  call: Asking,
): Promise<{ bytes: number; parts: number }> {
  const { house } = call
  await demandPages(row, house)
  const text = Buffer.byteLength(await offlineJson(row, title, call))
  const pages = await Promise.all((['words', THUMBNAIL_WIDTH, width] as const).map((kind) => likelyWeight(kind, row, house)))
  return { bytes: Math.round(pages.reduce((sum, bytes) => sum + bytes, text)), parts: 3 * row.page_count + 1 }
}

async function likelyWeight(kind: Kind, row: IssueRow, house: House): Promise<number> {
  const hashes = await keptHashes(kind, row, house)
  if (hashes) return hashes.reduce((sum, { bytes }) => sum + bytes, 0)
  const some = Array.from({ length: SAMPLES }, (_, index) => 1 + Math.floor((index * row.page_count) / SAMPLES))
  const files = await Promise.all(
    [...new Set(some)].map((page) => house.files.read(`${issueFolder(row.uid, row.revision)}pages/${fileOf(kind, page)}`)),
  )
  const there = files.filter((file) => file !== null)
  const usual = USUAL[kind === 'words' ? kind : kind === THUMBNAIL_WIDTH ? 'thumbnail' : 'picture']
  const each = there.length ? there.reduce((sum, { length }) => sum + length, 0) / there.length : usual
  return each * row.page_count
}

const fileOf = (kind: Kind, page: number) => (kind === 'words' ? `${page}.words.json` : `${page}-${kind}.webp`)

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

function hashOf(contents: Buffer): Hashed {
  return { bytes: contents.length, sha256: createHash('sha256').update(contents).digest('hex') }
}
