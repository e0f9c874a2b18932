import type { EditableArticle, SentArticle } from './article-endpoints.ts'

/** An article while it is edited. `current`: its position as loaded; null for one that is new. */
export type EditedArticle = EditableArticle & { key: string; current: number | null }

type Articles = readonly EditedArticle[]

/** Returns loaded articles to edit. */
export function toEdit(articles: readonly EditableArticle[]): EditedArticle[] {
  return articles.map((article, current) => ({ ...article, current, key: String(current) }))
}

/** Returns what is sent to the server: a text only where it has changed. */
export function toSend(articles: Articles, loaded: readonly EditableArticle[]): SentArticle[] {
  return articles.map(({ from, current, headline, byline, text, firstPage, lastPage, regions }) => {
    const keepsText = current !== null && loaded[current]?.text === text
    return { from, current, headline, byline, text: keepsText ? null : text, firstPage, lastPage, regions }
  })
}

export function withChange(
  articles: Articles,
  at: number,
  values: Partial<Pick<EditedArticle, 'headline' | 'byline' | 'text'>>,
): EditedArticle[] {
  return articles.map((article, index) => (index === at ? { ...article, ...values } : article))
}

/**
 * Splits an article before a position in its text. A heading at the beginning of the second part becomes its headline. Both keep
 * the regions, because it is unknown where on the page the text was split.
 */
export function withSplit(articles: Articles, at: number, position: number): EditedArticle[] {
  const article = articles[at]!
  const [first, second] = [article.text.slice(0, position).trim(), article.text.slice(position).trim()]
  if (first === '' || second === '') return [...articles]
  const [, heading, rest] = /^#{2,3} ([^\n]+)(?:\n+([\s\S]*))?$/.exec(second) ?? []
  const isHeaded = heading !== undefined && (rest ?? '').trim() !== ''
  const halves = [
    { ...article, text: first },
    {
      ...article,
      key: `${article.key}+${position}`,
      current: null,
      byline: '',
      headline: isHeaded ? heading : article.headline,
      text: isHeaded ? rest!.trim() : second,
    },
  ]
  return articles.toSpliced(at, 1, ...halves)
}

/** Joins an article with the next one, whose headline becomes a heading in the text. */
export function withJoin(articles: Articles, at: number): EditedArticle[] {
  const [first, second] = [articles[at]!, articles[at + 1]]
  if (!second) return [...articles]
  const heading = second.headline && second.headline !== first.headline ? `## ${second.headline}\n\n` : ''
  const joined: EditedArticle = {
    ...first,
    from: [...new Set([...first.from, ...second.from])].sort((a, b) => a - b),
    byline: first.byline || second.byline,
    text: [first.text, heading + second.text].filter(Boolean).join('\n\n'),
    firstPage: Math.min(first.firstPage, second.firstPage),
    lastPage: Math.max(first.lastPage, second.lastPage),
    regions: [...first.regions, ...second.regions.filter((region) => !first.regions.some((each) => isSame(each, region)))],
  }
  return articles.toSpliced(at, 2, joined)
}

export function withMove(articles: Articles, at: number, to: number): EditedArticle[] {
  if (to < 0 || to >= articles.length) return [...articles]
  return articles.toSpliced(at, 1).toSpliced(to, 0, articles[at]!)
}

/** Removes a region of an article, and its page if no other region is on it. The last one stays. */
export function withoutRegion(articles: Articles, at: number, region: number): EditedArticle[] {
  const article = articles[at]!
  const regions = article.regions.toSpliced(region, 1)
  if (regions.length === 0) return [...articles]
  const pages = regions.map(({ page }) => page)
  return articles.toSpliced(at, 1, {
    ...article,
    regions,
    firstPage: Math.min(...pages),
    lastPage: Math.max(...pages),
  })
}

type Region = EditableArticle['regions'][number]
const isSame = (a: Region, b: Region) => a.page === b.page && a.x === b.x && a.y === b.y
