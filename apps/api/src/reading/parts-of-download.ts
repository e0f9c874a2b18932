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
import { pictureOfPage, weightOfPicture } from './page-picture.ts'
import type { OpenIssue } from './page-right.ts'
import { weightOfWords, wordsOfPage } from './page-text.ts'
import { hasPages } from './queries.ts'

type Hashed = { bytes: number; sha256: string }
type Kind = 'words' | PageWidth
/** Pages that are read and hashed at once, and drawn where they have to be. */
const AT_ONCE = 2
/** Pages that are looked at for a likely size, and what a page weighs where not even one stands. Bytes. */
const SAMPLES = 8
const USUAL = { words: 12_000, thumbnail: 4_000, picture: 140_000 }

/** Every file of an issue that a copy needs. Pictures that do not stand yet are drawn, which takes its time once. */
export async function partsOfDownload(
  row: IssueRow,
  title: Title,
  open: OpenIssue,
  width: PageWidth,
  call: Asking,
): Promise<DownloadPart[]> {
  const { house, language } = call
  await demandPages(row, house)
  const text = hashOf(Buffer.from(await offlineJson(row, title, open, call)))
  const [words, thumbnails, pictures] = [
    await hashesOf('words', open, call),
    await hashesOf(THUMBNAIL_WIDTH, open, call),
    await hashesOf(width, open, call),
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
  open: OpenIssue,
  width: PageWidth,
  call: Asking,
): Promise<{ bytes: number; parts: number }> {
  const { house } = call
  await demandPages(row, house)
  const text = Buffer.byteLength(await offlineJson(row, title, open, call))
  const pages = await Promise.all((['words', THUMBNAIL_WIDTH, width] as const).map((kind) => likelyWeight(kind, open, house)))
  return { bytes: Math.round(pages.reduce((sum, bytes) => sum + bytes, text)), parts: 3 * row.page_count + 1 }
}

async function likelyWeight(kind: Kind, open: OpenIssue, house: House): Promise<number> {
  const hashes = await keptHashes(kind, open, house)
  if (hashes) return hashes.reduce((sum, { bytes }) => sum + bytes, 0)
  const { files } = house
  const some = Array.from({ length: SAMPLES }, (_, index) => 1 + Math.floor((index * open.pages) / SAMPLES))
  const weights = await Promise.all(
    [...new Set(some)].map((number) => {
      const page = open.page(number)!
      return kind === 'words' ? weightOfWords(files, page) : weightOfPicture(files, page, { width: kind, format: 'webp' })
    }),
  )
  const there = weights.filter((bytes) => bytes !== null)
  const usual = USUAL[kind === 'words' ? kind : kind === THUMBNAIL_WIDTH ? 'thumbnail' : 'picture']
  const each = there.length ? there.reduce((sum, bytes) => sum + bytes, 0) / there.length : usual
  return each * open.pages
}

async function demandPages(row: IssueRow, { db }: House): Promise<void> {
  if (row.page_count === 0 || !(await hasPages(db, row.id))) throw new Refusal('not_found', 'uid')
}

const nameOf = (kind: Kind, { issue }: OpenIssue) => `${issueFolder(issue.uid, issue.revision)}pages/hashes-${kind}.json`

async function keptHashes(kind: Kind, open: OpenIssue, { files }: House): Promise<Hashed[] | null> {
  const kept = await files.read(nameOf(kind, open))
  return kept && (JSON.parse(kept.toString('utf8')) as Hashed[])
}

/** Size and hash of every page's file, from the first page on: found once a revision, then kept beside the pages. */
async function hashesOf(kind: Kind, open: OpenIssue, call: Asking): Promise<Hashed[]> {
  const { house } = call
  const kept = await keptHashes(kind, open, house)
  if (kept) return kept
  const contents = async (number: number) => {
    const page = open.page(number)!
    return kind === 'words'
      ? Buffer.from(JSON.stringify(await wordsOfPage(house.files, page)))
      : pictureOfPage(page, { width: kind, format: 'webp' }, call)
  }
  const hashes = new Array<Hashed>(open.pages)
  let next = 0
  const work = async () => {
    for (let index = next++; index < open.pages; index = next++) hashes[index] = hashOf(await contents(index + 1))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await house.files.write(nameOf(kind, open), Buffer.from(JSON.stringify(hashes)))
  return hashes
}

function hashOf(contents: Buffer): Hashed {
  return { bytes: contents.length, sha256: createHash('sha256').update(contents).digest('hex') }
}
