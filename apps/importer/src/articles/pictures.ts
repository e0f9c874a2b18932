import type { ArticlePicture, PublishedArticle } from '@kiosk/backend/catalogue/published-article'
import { areaOf, around, type Edges, edgesOf, edgesOfWord, holds, IN_FRACTIONS } from '../page-model/geometry.ts'
import { logosAmong, MOST_WORDS_ON_PICTURE, namingWords, ownerOf, shareNamed } from '../page-model/picture-owner.ts'
import type { Printed } from '../pdf/read-pictures.ts'
import type { Line } from '../text/line.ts'
import { lineText } from '../text/page-text.ts'
import { type Box, bodySize, type SetLine, setLines } from '../text/set-line.ts'

/** A page with its lines in reading order; `height` in points. */
type ReadPage = { lines: Line[]; height: number }

/** A caption is less than a line of it away, has a few lines, and is hardly larger than the text. */
const CAPTION = { gap: 0.025, lines: 4, largest: 1.1 }

/**
 * Gives articles whose places alone are known the pictures printed next to them: first the largest one of the first page that has
 * any. Which article a picture belongs to follows from distance, layout, rules and caption (ADR-0231).
 */
export function withPicturesNear(
  articles: readonly PublishedArticle[],
  pages: readonly (ReadPage & Pick<Printed, 'pictures' | 'rules'>)[],
): PublishedArticle[] {
  const set = pages.map(({ lines, height }, index) => setLines(lines, index + 1, height))
  const body = bodySize(set.flat())
  const words = new Map(articles.map((article) => [article, namingWords(textOf(article))]))
  const isLogo = logosAmong(pages.flatMap(({ pictures }) => pictures))
  const given = new Map<PublishedArticle, ArticlePicture[]>()
  for (const [index, { pictures: printed, rules }] of pages.entries()) {
    const page = index + 1
    const lines = set[index]!
    const regions = articles.flatMap((article) =>
      article.regions.flatMap((each) => (each.page === page ? { article, each } : [])),
    )
    const onPage = new Set(regions.map(({ article }) => article))
    for (const picture of printed) {
      if (wordsOn(picture, lines) > MOST_WORDS_ON_PICTURE || isLogo(picture)) continue
      const caption = captionOf(picture, lines, body)
      const captionEdges = caption.length > 0 ? caption.map(({ box }) => edges(box)).reduce(around) : null
      const isCaption = ({ each }: (typeof regions)[number]) => captionEdges !== null && isWithin(edges(each), captionEdges)
      const texts = regions
        .filter((region) => !isCaption(region))
        .map(({ article, each }) => ({ owner: article, edges: edges(each), heading: false }))
      const captionText = caption.map(({ line }) => lineText(line)).join(' ')
      const said = namingWords(captionText)
      const named = (article: PublishedArticle) => shareNamed(said, article, { onPage, words })
      const article = ownerOf(
        {
          edges: edges(picture),
          captions: captionEdges ? [captionEdges] : [],
          captionOf: regions.find(isCaption)?.article ?? null,
        },
        texts,
        { ...IN_FRACTIONS, rules: rules.map(edges), frames: [] },
        { named, goesOn: ({ lastPage }) => lastPage > page },
      )
      if (!article) continue
      const printedPicture = { page, ...picture, caption: captionText, credit: '', after: blocksIn(article) }
      given.set(article, [...(given.get(article) ?? []), printedPicture])
    }
  }
  return articles.map((article) => {
    const pictures = given.get(article)
    const [lead] = pictures ?? []
    if (!pictures || !lead) return article
    const { page, x, y, width, height } = lead
    return { ...article, picture: { page, x, y, width, height }, pictures }
  })
}

const blocksIn = ({ html }: PublishedArticle) => html.match(/<(?:p|h2|h3|li|table)>/g)?.length ?? 0

/** Returns the lines directly below a picture, within its width: its caption, or the text that continues there. */
function captionOf(picture: Box, lines: readonly SetLine[], body: number): SetLine[] {
  let bottom = picture.y + picture.height
  const caption: SetLine[] = []
  const below = lines
    .filter(({ box }) => box.y >= bottom - 0.005 && box.x >= picture.x - 0.01)
    .filter(({ box }) => box.x + box.width <= picture.x + picture.width + 0.01)
    .toSorted((one, other) => one.box.y - other.box.y)
  for (const line of below) {
    if (line.box.y - bottom > CAPTION.gap || line.size > body * CAPTION.largest || caption.length === CAPTION.lines) break
    caption.push(line)
    bottom = line.box.y + line.box.height
  }
  return caption
}

/** Returns the text of an article without its captions. */
const textOf = ({ headline, html }: PublishedArticle) =>
  `${headline} ${html.replace(/<em>[\s\S]*?<\/em>/g, ' ').replace(/<[^>]+>/g, ' ')}`

function wordsOn(picture: Box, lines: readonly SetLine[]): number {
  const isOn = (word: SetLine['line']['words'][number]) => holds(edges(picture), edgesOfWord(word, IN_FRACTIONS))
  return lines.reduce((sum, { line }) => sum + line.words.filter(isOn).length, 0)
}

const edges = (box: Box) => edgesOf(box, IN_FRACTIONS)
const isWithin = (one: Edges, other: Edges) => areaOf(around(one, other)) <= 1.1 * areaOf(other)
