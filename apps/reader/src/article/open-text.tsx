import type { useListening } from '../audio/use-listening.ts'
import { BookmarkTool } from '../places/bookmark-tool.tsx'
import type { ReaderData } from '../shell/reader-data.ts'
import type { Preferences } from '../shell/storage.ts'
import type { Whereabouts } from '../shell/use-place.ts'
import { ArticleView } from './article-view.tsx'
import { PageTextView } from './page-text-view.tsx'

type Options = {
  data: ReaderData
  where: Whereabouts
  preferences: Preferences
  onPreferences(preferences: Preferences): void
  listening: ReturnType<typeof useListening>
}

/** The article or the text of a page that is open over the pages or the list. */
export function OpenText({ data, where, preferences, onPreferences, listening }: Options) {
  const { page } = where.place
  const view = {
    preferences,
    onPreferences,
    onListen: listening.start,
    slot: listening.slotIn('text'),
  }
  return (
    <>
      {where.article !== null && (
        <ArticleView
          {...view}
          id={where.article}
          onClose={where.closeArticle}
          onArticle={where.openArticle}
          bookmark={data.account && <BookmarkTool data={data} page={page} article={where.article} />}
          fromList={where.list}
        />
      )}
      {where.pageText && <PageTextView {...view} page={page} onClose={() => where.closeArticle()} onPage={where.goTo} />}
    </>
  )
}
