import { hash } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import type { DownloadPart } from '@kiosk/domain/reading/download-endpoints'
import { type PageWidth, READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import pMap from 'p-map'
import { type Files, issueFolder, wordsFolder } from '../../adapters/storage/port.ts'
import type { Title } from '../../catalogue/catalogue-view.ts'
import type { IssueRow } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import type { RequestContext } from '../../http/handler.ts'
import { TryLater } from '../../http/try-later.ts'
import { imageOfPage, weightOfImage } from '../page-image.ts'
import type { OpenIssue, OpenPage } from '../page-right.ts'
import { weightOfWords, wordsOfPage } from '../page-text.ts'
import { hasPages } from '../queries.ts'
import { MOST_MAKING_MS } from '../waiter.ts'
import { offlineJson } from './offline-text.ts'

type Hashed = { bytes: number; sha256: string }
type Kind = 'words' | PageWidth
/** Pages read and hashed (and rendered, if missing) concurrently. */
const CONCURRENT_READS = 2
/** Number of pages sampled to estimate the size, and the assumed size of a page if none is rendered. Bytes. */
const SAMPLES = 8
const USUAL_BYTES = { words: 12_000, thumbnail: 4_000, picture: 140_000 }

/** The size of a page image grows with this power of its width. Measured: 1.2 to 1.5 with pages of the demonstration. */
const BYTES_BY_WIDTH = 1.4

/**
 * Returns every file of an issue that a download needs. Missing images are rendered, which takes time once.
 * @throws TryLater if so many are missing that rendering takes too long
 */
export async function partsOfDownload(
  row: IssueRow,
  title: Title,
  open: OpenIssue,
  width: PageWidth,
  call: RequestContext,
): Promise<DownloadPart[]> {
  const { ctx, language } = call
  const until = ctx.now().getTime() + MOST_MAKING_MS
  await requirePages(row, ctx)
  const text = sizeAndHash(Buffer.from(await offlineJson(row, title, open, call)))
  const [words, thumbnails, images] = [
    await hashesOf('words', open, call),
    await hashesOf(THUMBNAIL_WIDTH_PIXELS, open, call, until),
    await hashesOf(width, open, call, until),
  ]
  const each = (kind: DownloadPart['kind'], hashes: readonly Hashed[], path: (page: number) => string): DownloadPart[] =>
    hashes.map((hashed, index) => ({ kind, page: index + 1, path: path(index + 1), ...hashed }))
  return [
    { kind: 'text', page: 0, path: `offline?language=${language}&`, ...text },
    ...each('words', words, (page) => `pages/${page}/words?`),
    ...each('thumbnail', thumbnails, (page) => `pages/${page}/picture?width=${THUMBNAIL_WIDTH_PIXELS}&`),
    ...each('picture', images, (page) => `pages/${page}/picture?width=${width}&`),
  ]
}

/**
 * Estimates the size of a download without rendering: until the revision has been downloaded once, a sample of the rendered
 * pages is extrapolated.
 */
export async function sizeOfDownload(
  row: IssueRow,
  title: Title,
  open: OpenIssue,
  width: PageWidth,
  call: RequestContext,
): Promise<{ bytes: number; parts: number }> {
  const { ctx } = call
  await requirePages(row, ctx)
  const text = Buffer.byteLength(await offlineJson(row, title, open, call))
  const pages = await Promise.all(
    (['words', THUMBNAIL_WIDTH_PIXELS, width] as const).map((kind) => likelyWeight(kind, open, ctx)),
  )
  return { bytes: Math.round(pages.reduce((sum, bytes) => sum + bytes, text)), parts: 3 * row.page_count + 1 }
}

async function likelyWeight(kind: Kind, open: OpenIssue, ctx: Pick<AppContext, 'files'>): Promise<number> {
  const hashes = await keptHashes(kind, open, ctx)
  if (hashes) return hashes.reduce((sum, { bytes }) => sum + bytes, 0)
  const { files } = ctx
  const some = Array.from({ length: SAMPLES }, (_, index) => 1 + Math.floor((index * open.pages) / SAMPLES))
  const weights = await Promise.all(
    [...new Set(some)].map((number) => {
      const page = open.page(number)!
      return kind === 'words' ? weightOfWords(files, page) : likelyWeightOfImage(page, kind, files)
    }),
  )
  const there = weights.filter((bytes) => bytes !== null)
  const usual = USUAL_BYTES[kind === 'words' ? kind : kind === THUMBNAIL_WIDTH_PIXELS ? 'thumbnail' : 'picture']
  const each = there.length ? there.reduce((sum, bytes) => sum + bytes, 0) / there.length : usual
  return each * open.pages
}

/** Estimates the size of an image that is not rendered yet from the image made at import. Bytes; null if that is missing, too. */
async function likelyWeightOfImage(page: OpenPage, width: PageWidth, files: Files): Promise<number | null> {
  const weightOf = (width: PageWidth) => weightOfImage(files, page, { width, format: 'webp' })
  const there = await weightOf(width)
  if (there !== null) return there
  const imported = await weightOf(READING_WIDTH_PIXELS)
  return imported && imported * (width / READING_WIDTH_PIXELS) ** BYTES_BY_WIDTH
}

async function requirePages(row: IssueRow, { db }: Pick<AppContext, 'db'>): Promise<void> {
  if (row.page_count === 0 || !(await hasPages(db, row.id))) throw new ApiError('not_found', 'uid')
}

/** The name includes the pages that are down, because the hashes differ while they are down. */
function nameOf(kind: Kind, { issue }: OpenIssue): string {
  const state = issue.removed_pages.length > 0 ? `-${issue.revision}` : ''
  const folder = kind === 'words' ? wordsFolder(issue) : `${issueFolder(issue.uid, issue.files_revision)}pages/`
  return `${folder}hashes-${kind}${state}.json`
}

async function keptHashes(kind: Kind, open: OpenIssue, { files }: Pick<AppContext, 'files'>): Promise<Hashed[] | null> {
  const kept = await files.read(nameOf(kind, open))
  return kept && (JSON.parse(kept.toString('utf8')) as Hashed[])
}

/**
 * Returns size and hash of every page file in page order: computed once per revision, then stored next to the pages.
 * @param until no image is rendered after this; milliseconds since 1970
 */
async function hashesOf(kind: Kind, open: OpenIssue, call: RequestContext, until = 0): Promise<Hashed[]> {
  const { ctx } = call
  const kept = await keptHashes(kind, open, ctx)
  if (kept) return kept
  const contents = async (number: number) => {
    const page = open.page(number)!
    if (kind === 'words') return Buffer.from(JSON.stringify(await wordsOfPage(ctx.files, page)))
    const image = { width: kind, format: 'webp' } as const
    if (ctx.now().getTime() > until && (await weightOfImage(ctx.files, page, image)) === null) throw new TryLater()
    return imageOfPage(page, image, call)
  }
  const numbers = Array.from({ length: open.pages }, (_, index) => index + 1)
  const hashes = await pMap(numbers, async (number) => sizeAndHash(await contents(number)), { concurrency: CONCURRENT_READS })
  await ctx.files.write(nameOf(kind, open), Buffer.from(JSON.stringify(hashes)))
  return hashes
}

function sizeAndHash(contents: Buffer): Hashed {
  return { bytes: contents.length, sha256: hash('sha256', contents, 'hex') }
}
