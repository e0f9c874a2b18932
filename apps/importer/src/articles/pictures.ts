import type { PublishedArticle, Region } from '@kiosk/backend/catalogue/published-article'
import type { PictureBox } from '../pdf/read-pictures.ts'
import type { Line } from '../pdf/read-words.ts'

/** What is printed on a page. */
type Printed = { lines: readonly Line[]; pictures: readonly PictureBox[] }

/** A picture with more words on it is the background of a text. */
const MOST_WORDS_ON_IT = 12
/** Distance between a picture and its article: a caption's height. Fraction of the page. */
const FURTHEST = 0.08

/**
 * Gives each article the picture printed next to it: the first by page, and the largest of a page. A picture belongs to the
 * article that is nearest to it on the page.
 */
export function withPictures(articles: readonly PublishedArticle[], pages: readonly Printed[]): PublishedArticle[] {
  const pictures = new Map<PublishedArticle, Region>()
  for (const [index, { lines, pictures: printed }] of pages.entries()) {
    const page = index + 1
    for (const box of printed) {
      if (wordsOn(box, lines) > MOST_WORDS_ON_IT) continue
      const article = nearest(box, page, articles)
      if (article && !pictures.has(article)) pictures.set(article, { page, ...box })
    }
  }
  return articles.map((article) => {
    const picture = pictures.get(article)
    return picture ? { ...article, picture } : article
  })
}

function wordsOn(box: PictureBox, lines: readonly Line[]): number {
  const isOn = ([, x, y, width, height]: Line['words'][number]) =>
    distance(box, { x: x + width / 2, y: y + height / 2, width: 0, height: 0 }) === 0
  return lines.reduce((sum, { words }) => sum + words.filter(isOn).length, 0)
}

function nearest(box: PictureBox, page: number, articles: readonly PublishedArticle[]): PublishedArticle | null {
  const near = articles
    .flatMap((article) =>
      article.regions.filter((region) => region.page === page).map((region) => ({ article, far: distance(box, region) })),
    )
    .reduce<{ article: PublishedArticle | null; far: number }>((best, each) => (each.far < best.far ? each : best), {
      article: null,
      far: Number.POSITIVE_INFINITY,
    })
  return near.far <= FURTHEST ? near.article : null
}

/** Returns the distance between two boxes along the axis on which they are further apart; 0 if they touch. */
function distance(one: PictureBox, other: PictureBox): number {
  const across = Math.max(one.x - (other.x + other.width), other.x - (one.x + one.width))
  const down = Math.max(one.y - (other.y + other.height), other.y - (one.y + one.height))
  return Math.max(0, across, down)
}
