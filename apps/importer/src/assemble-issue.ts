import { basename } from 'node:path'
import type { PublishedIssue } from '@kiosk/backend/catalogue/publish-issue'
import type { PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { KNOWN_LANGUAGES } from '@kiosk/domain/reading/article-language'
import { withPicturesNear } from './articles/pictures.ts'
import { importErrors } from './import-error.ts'
import { makeupOf } from './learning/makeup.ts'
import { readWithHabits } from './learning/read-with-habits.ts'
import { NAMED_TEXT_CHARACTERS } from './limits.ts'
import type { Identity } from './metadata/issue-identity.ts'
import { articlesOfMets, linesInReadingOrder, type MetsIssue, readMetsIssue } from './mets/mets-issue.ts'
import type { Habits } from './page-model/habits.ts'
import { linesOf, orderedPages } from './page-model/ordered-pages.ts'
import type { RenderedIssue } from './rendered-issue.ts'
import type { Revision } from './revision.ts'
import { isScan } from './scans/scanned-page.ts'
import { languageOf, languageOfArticle } from './text/language.ts'
import type { Line } from './text/line.ts'
import { pageText, textLayer } from './text/page-text.ts'
import { htmlOf } from './text/paragraphs.ts'
import type { PageFrame } from './workers/jobs.ts'

type Assembling = Pick<Revision, 'metadata' | 'metsPath' | 'pdfInfo' | 'uid' | 'revision'> & {
  identity: Omit<Identity, 'title' | 'key' | 'dateIsSure'>
  source: { sha256: string }
}

/**
 * Builds everything that the catalogue stores about an issue, and the lines of each page for selection and search.
 * @param habits what other issues of its title show
 */
export async function assembleIssue(
  revision: Assembling,
  rendered: RenderedIssue,
  habits: Habits,
): Promise<{ issue: PublishedIssue; lines: Line[][] }> {
  const { metadata, identity, pdfInfo, uid, source } = revision
  if (identity.dateEnd && identity.dateEnd <= identity.date)
    throw importErrors.wrongSidecar('entry', 'dateEnd: lies before the date')
  const mets = await metsOf(revision)
  const read = rendered.pages.map((page, index) => ({ ...page, lines: page.lines.filter(isSure), ...pdfInfo.pages[index]! }))
  const model = orderedPages(read, habits.furniture)
  // Hardly legible words can be searched, but no article is made of them.
  const ofPdf = model.pages.map((page, index) => [
    ...linesOf(page),
    ...rendered.pages[index]!.lines.filter((line) => !isSure(line)),
  ])
  const lines = mets ? linesInReadingOrder(mets, ofPdf) : ofPdf
  const texts = lines.map(pageText)
  const language = metadata.language?.split('-')[0] ?? detectLanguage(texts.map(({ text }) => text).join('\n'), pdfInfo.language)
  const outline = placedOutline(pdfInfo.outline, rendered.pages)
  const heights = pdfInfo.pages.map(({ height }) => height)
  const fromMets = mets ? articlesOfMets(mets, heights) : []
  const fromSidecar = articlesOfSidecar(revision, texts)
  const given = [fromSidecar, fromMets].find(({ length }) => length > 0)
  const printed = rendered.pages.map(({ pictures = [], rules = [] }, index) => ({
    lines: ofPdf[index]!,
    pictures,
    rules,
    height: heights[index]!,
  }))
  const found = given ? null : readWithHabits(read, model, outline, habits)
  const issue: PublishedIssue = {
    uid,
    name: identity.name,
    number: identity.number,
    volume: identity.volume,
    date: identity.date,
    dateEnd: identity.dateEnd,
    kind: metadata.issueKind ?? (metadata.dateEnd ? 'double' : 'regular'),
    edition: identity.edition,
    supplementTo: metadata.supplementTo ?? null,
    language,
    headline: metadata.headline ?? '',
    description: metadata.description ?? '',
    textLayer: textLayer(lines),
    sha256: source.sha256,
    revision: revision.revision,
    outline: outline.map(({ headline, page, level }) => ({ headline, page, level })),
    cover: rendered.cover,
    targetingTags: metadata.targetingTags ?? [],
    pages: pdfInfo.pages.map((size, index) => {
      const { scan, hiddenText } = rendered.pages[index]!
      const isRead = scan === 'words'
      const readByMachine = isRead || (!mets && hiddenText === true)
      const isDue = !mets && !scan && isScan(lines[index]!)
      return { ...size, ...texts[index]!, readByMachine, scan: isRead ? 'done' : isDue ? 'waiting' : undefined }
    }),
    articles: (found?.articles ?? withPicturesNear(given!, printed)).map((article) => {
      const own = languageOfArticle(article.html.replace(/<[^>]*>/g, ' '))
      return own ? { ...article, language: own } : article
    }),
    makeup: found && makeupOf(found.alone.pages, found.alone),
  }
  return { issue, lines }
}

const isSure = ({ doubtful }: Line) => !doubtful

async function metsOf({ metsPath }: Assembling): Promise<MetsIssue | null> {
  if (!metsPath) return null
  return readMetsIssue(metsPath).catch((error: Error) => {
    throw importErrors.wrongSidecar(basename(metsPath), error.message)
  })
}

/** The language of the text counts more than the one declared in the file. */
function detectLanguage(text: string, declared: string | null): string {
  const detected = languageOf(text)
  if (detected) return detected
  const muchText = text.length > 2000
  const isDetectable = KNOWN_LANGUAGES.some((each) => each === declared)
  return declared && !(muchText && isDetectable) ? declared : 'und'
}

/** Returns the outline with the place of each entry on its page. */
export function placedOutline<Entry extends { page: number; top: number | null }>(
  outline: readonly Entry[],
  pages: readonly { frame: PageFrame }[],
): (Entry & { y: number | null })[] {
  return outline.map((entry) => ({ ...entry, y: placeOf(entry.top, pages[entry.page - 1]!.frame) }))
}

/** Converts a height in page units to a fraction of the page from its top; null on rotated pages, where the outline has none. */
function placeOf(top: number | null, frame: PageFrame): number | null {
  if (top === null || frame.turns !== 0) return null
  return Math.min(1, Math.max(0, (frame.top - top) / (frame.top - frame.bottom)))
}

function articlesOfSidecar({ metadata, pdfInfo }: Assembling, texts: { text: string }[]): PublishedArticle[] {
  let characters = 0
  return (metadata.articles ?? []).map((article): PublishedArticle => {
    const { headline, byline, firstPage } = article
    const lastPage = Math.max(firstPage, article.lastPage ?? firstPage)
    if (lastPage > pdfInfo.pages.length) throw importErrors.wrongSidecar('entry', `articles: there is no page ${lastPage}`)
    const common = { headline, byline, firstPage, lastPage, regions: [], source: 'sidecar' as const }
    if (article.html !== undefined) return { ...common, html: article.html }
    const text = texts
      .slice(firstPage - 1, lastPage)
      .map((page) => page.text.replace(/\n+/g, ' '))
      .join(' ')
    characters += text.length
    if (characters > NAMED_TEXT_CHARACTERS) throw importErrors.wrongSidecar('entry', 'articles: they have too much text')
    return { ...common, html: htmlOf([{ text, size: 1, heading: false, page: firstPage }]) }
  })
}
