import { apiAddress } from '@kiosk/contract/route'
import { issueAsEpub, pageImage } from '@kiosk/contract/routes'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { authenticationAddress, PROGRAM_MARK } from '@kiosk/domain/catalogue/opds-addresses'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'
import { PAGE_WIDTHS_PIXELS, READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { coverAddress } from '@kiosk/ui/cover'
import { coverWidthAt } from '../cover-width.ts'
import { articleAddress, authenticationType, MANIFEST_TYPE, manifestAddress, type OpdsPlace, wholeAddress } from './opds.ts'

/**
 * Returns an issue as a Readium Web Publication Manifest: images of the pages that the client may open, with addresses valid
 * for half an hour, and the outline and articles of these pages.
 */
export function manifestDocument(
  options: { issue: Issue; contents: Contents; access: Access },
  place: OpdsPlace,
  extent: 'open pages' | 'whole' = 'open pages',
): object {
  const { issue, contents, access } = options
  const absolute = (href: string) => new URL(href, place.publicUrl).href
  const page = absolute(addressOf('issue', { id: issue.uid }))
  const authentication = { href: absolute(authenticationAddress), type: authenticationType }
  const image = (number: number, width: number) =>
    absolute(`${apiAddress(pageImage, { uid: issue.uid, page: number }, { width })}&${access.signature}&${PROGRAM_MARK}`)
  const open = contents.pages.filter(({ number }) => number <= access.pagesOpen)
  const readingOrder = open.map(({ number, width, height }) => {
    const at = (wide: number) => ({
      href: image(number, wide),
      type: 'image/webp',
      width: wide,
      height: Math.max(1, Math.round((wide * height) / width)),
    })
    return {
      ...at(READING_WIDTH_PIXELS),
      title: String(number),
      properties: { page: width > height ? 'center' : number % 2 === 0 ? 'left' : 'right' },
      alternate: PAGE_WIDTHS_PIXELS.filter((wide) => wide !== READING_WIDTH_PIXELS && wide !== THUMBNAIL_WIDTH_PIXELS).map(at),
    }
  })
  const outline = contents.outline.length > 0 ? contents.outline : contents.articles.map(articleAsEntry)
  const toc = outline
    .filter(({ page }) => page <= access.pagesOpen)
    .map(({ headline, page }) => ({ href: image(page, READING_WIDTH_PIXELS), type: 'image/webp', title: headline }))
  const periodical = {
    name: issue.titleLine,
    identifier: absolute(addressOf('currentIssue', { magazinekey: issue.magazineKey })),
  }
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      '@type': 'https://schema.org/PublicationIssue',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      identifier: page,
      title: `${issue.titleLine} ${issue.detailLine}`,
      language: issue.language,
      published: issue.releaseDate.slice(0, 10),
      numberOfPages: contents.pages.length,
      layout: 'fixed',
      readingProgression: 'ltr',
      belongsTo: { [contents.kind]: periodical },
    },
    links: [
      {
        rel: 'self',
        href: absolute((extent === 'whole' ? wholeAddress : manifestAddress)(issue.uid)),
        type: MANIFEST_TYPE,
        ...((extent === 'whole' || access.because !== null) && {
          properties: { authenticate: authentication },
        }),
      },
      { rel: 'alternate', href: page, type: 'text/html' },
      { rel: 'alternate', href: absolute(readerAddress(place.webapp, issue.uid)), type: 'text/html' },
      ...(access.epub && contents.articles.length > 0
        ? [
            {
              rel: 'alternate',
              href: absolute(apiAddress(issueAsEpub, { uid: issue.uid })),
              type: 'application/epub+zip',
              properties: { authenticate: authentication },
            },
          ]
        : []),
    ],
    readingOrder,
    resources: [
      {
        rel: 'cover',
        href: absolute(coverAddress(issue.coverURL, COVER_HEIGHT_PIXELS.top, 'jpeg')),
        type: 'image/jpeg',
        height: COVER_HEIGHT_PIXELS.top,
        width: coverWidthAt(issue, COVER_HEIGHT_PIXELS.top),
      },
      ...contents.articles
        .filter(({ lastPage }) => lastPage <= access.pagesOpen)
        .map(({ id, headline }) => ({
          href: absolute(articleAddress(issue.uid, id)),
          type: 'text/html',
          title: headline,
          language: contents.language,
        })),
    ],
    ...(toc.length > 0 && { toc }),
  }
}

function articleAsEntry({ headline, firstPage }: Contents['articles'][number]): { headline: string; page: number } {
  return { headline, page: firstPage }
}
