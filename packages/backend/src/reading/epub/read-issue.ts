import { addressOf } from '@kiosk/domain/addresses'
import { ApiError } from '@kiosk/domain/errors'
import { FALLBACK_LANGUAGE, isLanguage, localeOf } from '@kiosk/domain/locale'
import { articleLanguage } from '@kiosk/domain/reading/article-language'
import type { ArticlePicture } from '@kiosk/domain/reading/endpoints'
import { READING_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { isReadByMachine } from '@kiosk/domain/reading/read-by-machine'
import sharp from 'sharp'
import type { Title } from '../../catalogue/catalogue-view.ts'
import { detailLine } from '../../catalogue/present-issue.ts'
import type { Region } from '../../catalogue/published-article.ts'
import { type IssueRow, issueChangedAt } from '../../catalogue/queries.ts'
import { outlineEntries } from '../../catalogue/table-of-contents.ts'
import type { Database } from '../../db/connect.ts'
import type { RequestContext } from '../../http/handler.ts'
import { pictureAsJpeg } from '../article-picture.ts'
import { imageOfPage } from '../page-image.ts'
import type { OpenIssue } from '../page-right.ts'
import { articlesToTakeAlong } from '../page-text.ts'
import { contentsOfIssue, hasPages } from '../queries.ts'
import type { EpubFigure, EpubIssue } from './epub-issue.ts'

const QUALITY = 80
/** Maximum number of pictures in one EPUB, from the first article on: about 60 kB each. */
const MOST_PICTURES = 1000

/**
 * Returns the contents of an EPUB of an issue, without what was taken down; null if the issue has no articles.
 * @throws ApiError `not_found` if the issue itself was taken down meanwhile
 */
export async function epubIssueOf(row: IssueRow, title: Title, open: OpenIssue, call: RequestContext): Promise<EpubIssue | null> {
  const { db, publicUrl } = call.ctx
  const articles = await articlesToTakeAlong(db, open)
  if (articles.length === 0) return null
  const [{ pages, text_layer, ...stored }, modified, cover] = await Promise.all([
    contentsOfIssue(db, row.id),
    lastChange(db, row),
    coverOf(open, call),
  ])
  const [first] = pages
  const read = { pages: pages.map(({ number, read_by_machine }) => ({ number, readByMachine: read_by_machine })) }
  const regionsOf = new Map(stored.articles.map(({ id, regions }) => [String(id), regions as unknown as Region[]]))
  let room = MOST_PICTURES
  const shown = articles.map(({ besides }) => {
    const some = besides.pictures.slice(0, room)
    room -= some.length
    return some
  })
  // The language of the issue, not of the reader.
  const language = isLanguage(row.language) ? row.language : FALLBACK_LANGUAGE
  return {
    address: new URL(addressOf('issue', { id: row.uid }), publicUrl).href,
    title: title.name,
    detail: detailLine(row, { locale: localeOf(language, call.region) }),
    language: row.language,
    publisher: title.publisher,
    issn: title.issn,
    date: row.issue_date,
    modified,
    hasAllText: text_layer === 'full',
    outline: outlineEntries(stored),
    articles: articles.map(({ id, headline, byline, first_page, last_page, html, language, besides: { kicker, deck } }, at) => ({
      headline,
      byline,
      kicker,
      deck,
      html,
      firstPage: first_page,
      isReadByMachine: isReadByMachine(read, {
        firstPage: first_page,
        lastPage: last_page,
        regions: regionsOf.get(String(id)) ?? [],
      }),
      language: articleLanguage(language, row.language),
      figures: shown[at]!.map((picture) => figureOf(picture, open, call)),
    })),
    cover: cover && first ? { ...sizeOf(first), jpeg: async () => cover } : null,
  }
}

/** A picture as in the article view; it is cut out of its page when its turn comes. */
function figureOf(picture: ArticlePicture, open: OpenIssue, call: RequestContext): EpubFigure {
  const { caption, credit, alternative, after, pixels, ...region } = picture
  const width = Math.max(1, Math.round(region.width * READING_WIDTH_PIXELS))
  return {
    caption,
    credit,
    after,
    width,
    height: Math.max(1, Math.round((width * pixels.height) / pixels.width)),
    alternative: alternative ? { text: alternative.text, isCaption: alternative.from === 'caption' } : null,
    jpeg: async () => {
      const page = open.page(region.page)
      if (!page) throw new Error(`page ${region.page} of ${open.issue.uid} is not open`)
      return pictureAsJpeg(page, region, call)
    },
  }
}

/** The first page as JPEG, which every reading program shows; null if it was taken down or there is only a cover. */
async function coverOf(open: OpenIssue, call: RequestContext): Promise<Buffer | null> {
  const page = open.page(1)
  if (!page || open.issue.removed_pages.includes(1) || !(await hasPages(call.ctx.db, open.issue.id))) return null
  const image = await imageOfPage(page, { width: READING_WIDTH_PIXELS, format: 'webp' }, call)
  return sharp(image).jpeg({ quality: QUALITY }).toBuffer()
}

/** Size of the image of a page in pixels. */
function sizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: READING_WIDTH_PIXELS, height: Math.max(1, Math.round((READING_WIDTH_PIXELS * height) / width)) }
}

async function lastChange(db: Database, { id }: IssueRow): Promise<Date> {
  const { at } = await db
    .selectFrom('issues')
    .select(issueChangedAt.as('at'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new ApiError('not_found', 'uid'))
  return at
}
