import { addressOf } from '@kiosk/domain/addresses'
import type { ReactNode } from 'react'
import type { ShownPages } from '../pages/shown-pages.ts'
import { BookmarkTool } from '../places/bookmark-tool.tsx'
import { HitSteps } from '../search/search-panel.tsx'
import type { IssueSearch } from '../search/use-search.ts'
import styles from './bars.module.css'
import { DownloadPlace } from './download-place.tsx'
import { Icon } from './icon.tsx'
import { useReading } from './reader-context.ts'
import type { ReaderData } from './reader-data.ts'
import type { Preferences } from './storage.ts'
import { Tool } from './tool.tsx'
import type { Whereabouts } from './use-place.ts'
import type { Tools } from './use-tools.ts'

type TopOptions = {
  data: ReaderData
  where: Whereabouts
  tools: Tools
  shown: ShownPages
  preferences: Preferences
}

/** The upper bar: back, title, tools. */
export function TopBar({ data, where, tools, shown: { pages, article, hasText }, preferences }: TopOptions) {
  const { contents, t } = useReading()
  const { bars, panel, toggle } = tools
  const opensAsList = contents.kind === 'newspaper' || preferences.magazine === 'articles'
  return (
    <header className={styles.bar} data-bar="top" data-shown={bars.shown || undefined}>
      <a
        className="tool"
        href={addressOf('issue', { id: contents.uid })}
        aria-label={t('READER.BACK_TO_ISSUE')}
        title={t('READER.BACK_TO_ISSUE')}
      >
        <Icon name="back" />
      </a>
      <h1 className={styles.title} lang={contents.language}>
        <span>{contents.titleLine}</span> <small>{contents.detailLine}</small>
      </h1>
      <div role="toolbar" aria-label={t('READER.TOOLS')} className={styles.tools}>
        {article && (
          <Tool
            icon="article"
            label={t('READER.ARTICLE')}
            caption={t('READER.CAPTION.ARTICLE')}
            shortcut="a"
            onPress={() => where.openArticle(article.id)}
          />
        )}
        {!article && hasText && (
          <Tool
            icon="article"
            label={t('READER.PAGE_TEXT_TOOL')}
            caption={t('READER.CAPTION.PAGE_TEXT')}
            shortcut="x"
            onPress={where.openPageText}
          />
        )}
        <Tool
          icon="search"
          label={t('READER.SEARCH')}
          caption={t('READER.CAPTION.SEARCH')}
          pressed={panel === 'search'}
          shortcut="s"
          onPress={() => toggle('search')}
        />
        {data.account && !where.list && <BookmarkTool data={data} page={pages[0] ?? 1} article={null} />}
        {!data.shared && <DownloadPlace caller={data} />}
        <Tool
          icon="outline"
          label={t('READER.OUTLINE')}
          caption={t('READER.OUTLINE')}
          pressed={panel === 'outline'}
          shortcut="o"
          onPress={() => toggle('outline')}
        />
      </div>
      {contents.articles.length > 0 && !where.list && opensAsList && (
        <Tool icon="articles" label={t('READER.TO_LIST')} onPress={where.openList} />
      )}
      <Tool icon="view" label={t('READER.MORE')} pressed={panel === 'view'} onPress={() => toggle('view')} />
    </header>
  )
}

type BottomOptions = {
  shown: boolean
  pages: readonly number[]
  label: string
  thumbnails: boolean
  onThumbnails: () => void
  onTurn: (direction: 1 | -1) => void
  onPage: (page: number) => void
  /** While hits are highlighted, the hit navigation replaces the slider. */
  search: IssueSearch | null
  onSearch: () => void
}

/** The lower bar: the current place and navigation to any other. */
export function BottomBar({ shown, pages, label, thumbnails, onThumbnails, onTurn, onPage, search, onSearch }: BottomOptions) {
  const { contents, t } = useReading()
  if (search) {
    return (
      <Bottom shown>
        <div className={styles.hits}>
          <HitSteps search={search} />
          <Tool icon="search" label={t('READER.SEARCH')} onPress={onSearch} />
          <Tool icon="close" label={t('READER.END_SEARCH')} onPress={search.end} />
        </div>
      </Bottom>
    )
  }
  const count = contents.pages.length
  const page = pages[0] ?? 1
  return (
    <Bottom shown={shown}>
      <Tool icon="previous" label={t('READER.PREVIOUS')} onPress={() => onTurn(-1)} />
      <input
        className={styles.slider}
        type="range"
        min={1}
        max={count}
        step={1}
        value={page}
        style={{ '--read': `${count > 1 ? ((page - 1) / (count - 1)) * 100 : 100}%` } as React.CSSProperties}
        aria-label={t('READER.GO_TO_PAGE')}
        aria-valuetext={label}
        onChange={(event) => onPage(Number(event.currentTarget.value))}
      />
      <button
        type="button"
        className={styles.position}
        aria-pressed={thumbnails}
        aria-keyshortcuts="t"
        title={t('READER.THUMBNAILS')}
        onClick={onThumbnails}
      >
        <span className="unseen">{t('READER.THUMBNAILS')}: </span>
        <span>
          {pages.join('–')} / {count}
        </span>
        <Icon name="thumbnails" />
      </button>
      <Tool icon="next" label={t('READER.NEXT')} onPress={() => onTurn(1)} />
    </Bottom>
  )
}

function Bottom({ shown, children }: { shown: boolean; children: ReactNode }) {
  const { t } = useReading()
  return (
    <nav className={styles.bar} data-bar="bottom" data-shown={shown || undefined} aria-label={t('READER.PAGES')}>
      {children}
    </nav>
  )
}
