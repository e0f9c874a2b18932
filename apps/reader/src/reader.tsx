import { t as translate, type Values } from '@kiosk/i18n/translate'
import { type CSSProperties, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { OpenText } from './article/open-text.tsx'
import { useLookedUp } from './article/use-looked-up.ts'
import { useListening } from './audio/use-listening.ts'
import { ArticleList, type ListPlace } from './list/article-list.tsx'
import { firstView, PHONE } from './list/first-view.ts'
import { shownPages } from './pages/shown-pages.ts'
import { layoutFor } from './pages/spreads.ts'
import { Stage } from './pages/stage.tsx'
import { Thumbnails } from './pages/thumbnails.tsx'
import { useAdvertisements } from './pages/use-advertisements.ts'
import { useInsets } from './pages/use-insets.ts'
import { useStage } from './pages/use-stage.ts'
import { BookmarkTool } from './places/bookmark-tool.tsx'
import { useElsewhere } from './places/use-elsewhere.ts'
import { useSavedPlace } from './places/use-saved-place.ts'
import styles from './reader.module.css'
import { useSearch } from './search/use-search.ts'
import { BottomBar, TopBar } from './shell/bars.tsx'
import { keyActions } from './shell/key-actions.ts'
import { NetworkNotice } from './shell/network-notice.tsx'
import { Notices } from './shell/notices.tsx'
import { Panels } from './shell/panels.tsx'
import { readerApi } from './shell/reader-api.ts'
import { ReaderContext, type Reading } from './shell/reader-context.ts'
import type { ReaderData } from './shell/reader-data.ts'
import type { View } from './shell/storage.ts'
import { useAccess } from './shell/use-access.ts'
import { useKeyboard } from './shell/use-keyboard.ts'
import { usePlace } from './shell/use-place.ts'
import { usePreferences } from './shell/use-preferences.ts'
import { useReadingEvents } from './shell/use-reading-events.ts'
import { useTools } from './shell/use-tools.ts'

const Listening = lazy(() => import('./audio/listening.tsx').then((found) => ({ default: found.Listening })))
const LookUpMenu = lazy(() => import('./article/look-up-menu.tsx').then((found) => ({ default: found.LookUpMenu })))

/** The web reader of one issue. */
export function Reader({ data }: { data: ReaderData }) {
  const reading = useIssue(data)
  const { contents, api, access, t } = reading
  const [frame, setFrame] = useState(() => ({ width: innerWidth, height: innerHeight }))
  const [preferences, setPreferences] = usePreferences()
  const layout = preferences.layout === 'auto' ? layoutFor(frame) : preferences.layout
  const advertisements = useAdvertisements(access.ads, reading, data.partner)
  const where = usePlace({
    contents,
    access,
    layout,
    ads: advertisements.length > 0 && access.ads,
    savedPlace: data.place,
    owner: data.owner,
    keeps: data.keeps,
    view: firstView(contents, preferences, matchMedia(PHONE).matches),
  })
  const { spread, place, list } = where
  const elsewhere = useElsewhere(data, where)
  useSavedPlace(data, where)
  useReadingEvents(api, where)
  const tools = useTools(where, !data.shared)
  const { bars, hint } = tools
  const stage = useStage()
  const search = useSearch(api, () => place.page, where.goTo)
  const listening = useListening(where)
  const looking = useLookedUp()
  const left = useRef<ListPlace>({ scrolled: 0, followed: null })
  const [resume] = useState(place.page)
  const hasArticles = contents.articles.length > 0
  const showAs = (view: View) => {
    setPreferences({ ...preferences, [contents.kind]: view })
    tools.close()
    if (view === 'pages') where.goTo(place.page)
    else if (!list) where.openList()
  }

  const notice = !list && spread.kind !== 'pages' ? null : elsewhere.page !== null ? 'elsewhere' : hint.shown ? 'hint' : null
  const [noticeHeight, setNoticeHeight] = useState(0)
  const insets = useInsets({
    frame,
    bars: bars.shown,
    thumbnails: tools.thumbnails,
    notice: noticeHeight,
    listening: listening.height,
    place,
  })

  const shown = shownPages(where, contents, t)
  const { turn: turnPage } = where
  const { hide } = bars
  const turn = useCallback(
    (direction: 1 | -1) => {
      const turned = turnPage(direction)
      if (turned) hide()
      return turned
    },
    [turnPage, hide],
  )
  const { close: closeHint } = hint
  const enlarged = useCallback(() => {
    hide()
    closeHint()
  }, [hide, closeHint])
  const closeNotice = notice === 'elsewhere' ? elsewhere.dismiss : notice && hint.close
  const lastPage = contents.pages.length
  useKeyboard(keyActions({ where, stage, tools, search, shown, lastPage, onTurn: turn, closeNotice }), !list)

  return (
    <ReaderContext value={reading}>
      <div
        className={styles.reader}
        style={{ '--listening': `${listening.height}px` } as CSSProperties}
        data-docked={tools.docked || undefined}
        data-kind={list ? 'list' : spread.kind}
        data-layout={layout}
        onClickCapture={(event) => {
          if ((event.target as Element).closest('[role="toolbar"] button')) hint.close()
        }}
      >
        <TopBar
          shown={bars.shown}
          panel={tools.panel}
          hasArticle={shown.article !== undefined}
          hasText={shown.hasText}
          caller={data}
          bookmark={data.account && !list && <BookmarkTool data={data} page={shown.pages[0] ?? 1} article={null} />}
          onList={
            hasArticles && !list && (contents.kind === 'newspaper' || preferences.magazine === 'articles') ? where.openList : null
          }
          onPanel={tools.toggle}
          onArticle={() => shown.article && where.openArticle(shown.article.id)}
          onPageText={where.openPageText}
        />
        {list ? (
          <ArticleList
            resume={resume}
            notice={noticeHeight}
            left={left}
            onPage={where.goTo}
            onArticle={where.openArticle}
            onView={showAs}
          />
        ) : (
          <main className={styles.pages} aria-label={t('READER.PAGES')}>
            <h2 className="unseen">{shown.label}</h2>
            <Stage
              control={stage.control}
              spreads={where.spreads}
              at={where.at}
              seen={where.seen}
              insets={insets}
              fit={stage.fit}
              wheel={preferences.wheel}
              marks={search.marks}
              mark={search.mark}
              advertisements={advertisements}
              onTurn={turn}
              onTools={bars.toggle}
              onEnlarged={enlarged}
              onArticle={where.openArticle}
              onFrame={setFrame}
            />
          </main>
        )}
        {tools.thumbnails && !list && <Thumbnails pages={shown.pages} onPage={where.goTo} />}
        {!list && (
          <BottomBar
            shown={bars.shown}
            pages={shown.pages}
            label={shown.label}
            thumbnails={tools.thumbnails}
            onThumbnails={tools.toggleThumbnails}
            onTurn={(direction) => void where.turn(direction)}
            onPage={where.goTo}
            search={search.marks.length > 0 && tools.panel !== 'search' ? search : null}
            onSearch={() => tools.open('search')}
          />
        )}
        <p className="unseen" role="status">
          {shown.spoken}
        </p>
        <Notices
          shown={notice}
          over={list ? 'list' : 'pages'}
          elsewhere={elsewhere}
          onGo={where.goTo}
          onHintClosed={hint.close}
          onHeight={setNoticeHeight}
        />
        <NetworkNotice />
      </div>
      <Panels
        tools={tools}
        where={where}
        stage={stage}
        search={search}
        shown={shown}
        preferences={preferences}
        onPreferences={setPreferences}
        onView={hasArticles ? showAs : null}
      />
      <OpenText data={data} where={where} preferences={preferences} onPreferences={setPreferences} listening={listening} />
      <div ref={listening.slotIn('pages')} className={styles.listening} />
      {listening.requested && listening.slot && (
        <Suspense fallback={null}>
          <Listening
            requested={listening.requested}
            slot={listening.slot}
            speed={preferences.speed}
            onSpeed={(speed) => setPreferences({ ...preferences, speed })}
            onText={listening.goOn}
            onClose={listening.end}
          />
        </Suspense>
      )}
      {(looking.found || looking.byKeys) && (
        <Suspense fallback={null}>
          <LookUpMenu
            looking={looking}
            onSearch={(words) => {
              if (where.article !== null || where.pageText) where.closeArticle()
              search.start(words)
              tools.open('search')
            }}
          />
        </Suspense>
      )}
    </ReaderContext>
  )
}

/** Returns the context for every part of the reader: the issue, the visitor's access, and the messages. */
function useIssue(data: ReaderData): Reading {
  const { contents, language, words, account, price } = data
  const api = useMemo(() => readerApi(data), [data])
  const { access, renew } = useAccess(data.access, contents.revision, api)
  const t = useMemo(() => (key: string, values?: Values) => translate(words, key, values, language), [words, language])
  return useMemo(
    () => ({ contents, api, access, renew, t, language, account, price }),
    [contents, api, access, renew, t, language, account, price],
  )
}
