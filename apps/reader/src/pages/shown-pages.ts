import type { Contents } from '@kiosk/domain/reading/endpoints'
import { articlesOn } from '../article/article-at.ts'
import type { Text } from '../shell/reader-context.ts'
import type { Whereabouts } from '../shell/use-place.ts'
import type { Spread } from './spreads.ts'

export type ShownPages = ReturnType<typeof shownPages>

/** Returns the pages that are shown, or are behind the list, with their label, article and text layer. */
export function shownPages({ spread, list, place }: Whereabouts, contents: Contents, t: Text) {
  const pages = spread.kind === 'pages' ? spread.pages : [place.page]
  const label = labelOf(pages, contents.pages.length, t)
  const areShown = !list && spread.kind === 'pages'
  return {
    pages,
    label,
    /** What screen readers announce. */
    spoken: list ? t('READER.LIST') : nameOf(spread, label, t),
    article: areShown ? articlesOn(contents.articles, pages)[0] : undefined,
    hasText: areShown && contents.textLayer !== 'none',
  }
}

function nameOf(spread: Spread, label: string, t: Text): string {
  if (spread.kind === 'advertisement') return t('READER.ADVERTISEMENT')
  if (spread.kind === 'gate') return t('READER.GATE_PAGE', { page: spread.page })
  return spread.kind === 'end' ? t('READER.END') : label
}

function labelOf(pages: readonly number[], count: number, t: Text): string {
  const [page = 1, second] = pages
  return second === undefined ? t('READER.PAGE_OF', { page, count }) : t('READER.PAGES_OF', { page, second, count })
}
