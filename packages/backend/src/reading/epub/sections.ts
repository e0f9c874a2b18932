import type { EpubArticle, EpubIssue } from './epub-issue.ts'

/** Articles that follow one another in one section; `headline` is null outside sections. */
export type Section<A> = { headline: string | null; articles: A[] }

/**
 * Groups the articles of an issue by the sections of its outline, which are the entries that contain other entries. An article
 * belongs to the entry with its headline, otherwise to the last one that begins on its page or earlier.
 */
export function sectionsOf<A extends Pick<EpubArticle, 'headline' | 'firstPage'>>(
  articles: readonly A[],
  outline: EpubIssue['outline'],
): Section<A>[] {
  const top = Math.min(...outline.map(({ level }) => level))
  let number = -1
  const entries = outline.map((entry, at) => {
    const isTop = entry.level === top
    if (isTop) number = at
    return { ...entry, number, isSection: isTop && (outline[at + 1]?.level ?? 0) > top }
  })
  const sections: (Section<A> & { number: number | null })[] = []
  for (const article of articles) {
    const named = entries.find(({ headline, page }) => headline === article.headline && page === article.firstPage)
    const before = entries.filter(({ level, page }) => level === top && page <= article.firstPage).at(-1)
    const entry = entries[(named ?? before)?.number ?? -1]
    const ownNumber = entry?.isSection ? entry.number : null
    const last = sections.at(-1)
    if (last && last.number === ownNumber) last.articles.push(article)
    else sections.push({ number: ownNumber, headline: ownNumber === null ? null : entry!.headline, articles: [article] })
  }
  return sections.map(({ headline, articles: own }) => ({ headline, articles: own }))
}
