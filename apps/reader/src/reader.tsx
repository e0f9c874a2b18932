import { t as translate, type Values } from '@kiosk/i18n/translate'
import { type CSSProperties, lazy, Suspense, useMemo, useRef, useState } from 'react'
import { articlesOn } from './article/article-at.ts'
import { OpenText } from './article/open-text.tsx'
import { useLookedUp } from './article/use-lookup.ts'
import { useListening } from './audio/use-listening.ts'
import { ArticleList, type ListPlace } from './list/article-list.tsx'
import { firstView, PHONE } from './list/first-view.ts'
import { layoutFor, type Spread } from './pages/spreads.ts'
import { Thumbnails } from './pages/thumbnails.tsx'
import { useAdvertisements } from './pages/use-advertisements.ts'
import { LOW_PIXELS, useInsets } from './pages/use-insets.ts'
import type { Fit } from './pages/use-view.ts'
import { Stage, type StageControl } from './pages/viewport.tsx'
import { BookmarkTool } from './places/bookmark-tool.tsx'
import { useElsewhere } from './places/use-elsewhere.ts'
import { useSavedPlace } from './places/use-saved-place.ts'
import styles from './reader.module.css'
import { SearchPanel } from './search/search-panel.tsx'
import { useSearch } from './search/use-search.ts'
import { BottomBar, type PanelName, TopBar } from './shell/bars.tsx'
import { toggleFullscreen, useFullscreen } from './shell/fullscreen.ts'
import { HelpDialog } from './shell/help-dialog.tsx'
import { NetworkNotice } from './shell/network-notice.tsx'
import { Notices } from './shell/notices.tsx'
import { OutlinePanel } from './shell/outline-panel.tsx'
import { useWide } from './shell/panel.tsx'
import { readerApi } from './shell/reader-api.ts'
import { ReaderContext, type Reading } from './shell/reader-context.ts'
import type { ReaderData } from './shell/reader-data.ts'
import type { View } from './shell/storage.ts'
import { useAccess } from './shell/use-access.ts'
import { useBars } from './shell/use-bars.ts'
import { useKeyboard } from './shell/use-keyboard.ts'
import { usePlace } from './shell/use-place.ts'
import { usePreferences } from './shell/use-preferences.ts'
import { useReadingEvents } from './shell/use-reading-events.ts'
import { useToolsHint } from './shell/use-tools-hint.ts'
import { ViewMenu } from './shell/view-menu.tsx'

const Listening = lazy(() => import('./audio/listening.tsx').then((found) => ({ default: found.Listening })))
const LookUpMenu = lazy(() => import('./article/dictionary-panel.tsx').then((found) => ({ default: found.LookUpMenu })))

/** The web reader of one issue. */
export function Reader({ data }: { data: ReaderData }) {
  const { contents, language, words } = data
  const api = useMemo(() => readerApi(data), [data])
  const { access, renew } = useAccess(data.access, contents.revision, api)
  const t = useMemo(() => (key: string, values?: Values) => translate(words, key, values, language), [words, language])
  const reading: Reading = useMemo(
    () => ({ contents, api, access, renew, t, language, account: data.account, price: data.price }),
    [contents, api, access, renew, t, language, data.account, data.price],
  )

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
  const elsewhere = useElsewhere(data, where)
  useSavedPlace(data, where)
  useReadingEvents(api, where)
  const { spread, place, list } = where
  const [fit, setFit] = useState<Fit>(() => (innerHeight < LOW_PIXELS && innerWidth > innerHeight ? 'width' : 'page'))
  const [panel, setPanel] = useState<PanelName | null>(null)
  const [thumbnails, setThumbnails] = useState(false)
  const wide = useWide()
  const fullscreen = useFullscreen()
  const bars = useBars(thumbnails || panel !== null || list)
  const left = useRef<ListPlace>({ scrolled: 0, followed: null })
  const [resume] = useState(place.page)
  const listable = contents.articles.length > 0
  const showAs = (view: View) => {
    setPreferences({ ...preferences, [contents.kind]: view })
    setPanel(null)
    if (view === 'pages') where.goTo(place.page)
    else if (!list) where.openList()
  }
  const stage = useRef<StageControl>(null)
  const search = useSearch(api, () => place.page, where.goTo)

  const listening = useListening(where)

  const hint = useToolsHint(where, panel !== null || thumbnails, !data.shared)
  const notice = !list && spread.kind !== 'pages' ? null : elsewhere.page !== null ? 'elsewhere' : hint.shown ? 'hint' : null
  const [noticeHeight, setNoticeHeight] = useState(0)
  const insets = useInsets({
    frame,
    bars: bars.shown,
    thumbnails,
    notice: noticeHeight,
    listening: listening.height,
    place,
  })

  const pages = spread.kind === 'pages' ? spread.pages : [place.page]
  const label = pageLabel(pages, contents.pages.length, t)
  const articleHere = !list && spread.kind === 'pages' ? articlesOn(contents.articles, pages)[0] : undefined
  const hasText = !list && spread.kind === 'pages' && contents.textLayer !== 'none'
  const looking = useLookedUp()
  const turn = (direction: 1 | -1) => {
    const turned = where.turn(direction)
    if (turned) bars.hide()
    return turned
  }
  const openArticleHere = () => {
    if (articleHere) where.openArticle(articleHere.id)
  }
  const toggle = (name: PanelName) => setPanel((open) => (open === name ? null : name))

  useKeyboard(
    {
      arrow(x, y) {
        const size = stage.current?.size() ?? { width: 0, height: 0 }
        const beyond = stage.current?.beyond() ?? { x: false, y: false }
        if (x ? beyond.x : beyond.y) stage.current?.moveBy({ x: -x * size.width * 0.3, y: -y * size.height * 0.3 })
        else turn(x + y > 0 ? 1 : -1)
      },
      screen(direction) {
        const height = stage.current?.size().height ?? 0
        if (!stage.current?.moveBy({ x: 0, y: -direction * height * 0.88 })) turn(direction)
      },
      end: (which) => where.goTo(which === 'first' ? 1 : contents.pages.length),
      zoom: (factor) => stage.current?.zoom(factor),
      fitPage() {
        setFit('page')
        stage.current?.fitAgain()
      },
      fitWidth: () => setFit(fit === 'width' ? 'page' : 'width'),
      fullscreen: toggleFullscreen,
      thumbnails: () => setThumbnails(!thumbnails),
      outline: () => toggle('outline'),
      search: () => setPanel('search'),
      hit: (direction) => search.marks.length > 0 && search.step(direction),
      article: () => (articleHere ? openArticleHere() : hasText && where.openPageText()),
      pageText: () => hasText && where.openPageText(),
      help: () => setPanel('help'),
      escape() {
        if (panel) setPanel(null)
        else if (thumbnails) setThumbnails(false)
        else if (stage.current?.enlarged()) stage.current.fitAgain()
        else if (search.marks.length) search.end()
        else if (notice === 'elsewhere') elsewhere.dismiss()
        else if (notice) hint.close()
        else if (!list) bars.toggle()
      },
    },
    !list,
  )

  const docked = wide && (panel === 'outline' || panel === 'search')
  return (
    <ReaderContext value={reading}>
      <div
        className={styles.reader}
        style={{ '--listening': `${listening.height}px` } as CSSProperties}
        data-docked={docked || undefined}
        data-kind={list ? 'list' : spread.kind}
        data-layout={layout}
        onClickCapture={(event) => {
          if ((event.target as Element).closest('[role="toolbar"] button')) hint.close()
        }}
      >
        <TopBar
          shown={bars.shown}
          panel={panel}
          hasArticle={articleHere !== undefined}
          hasText={hasText}
          caller={data}
          bookmark={data.account && !list && <BookmarkTool data={data} page={pages[0] ?? 1} article={null} />}
          onList={
            listable && !list && (contents.kind === 'newspaper' || preferences.magazine === 'articles') ? where.openList : null
          }
          onPanel={toggle}
          onArticle={openArticleHere}
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
            <h2 className="unseen">{label}</h2>
            <Stage
              control={stage}
              spreads={where.spreads}
              at={where.at}
              seen={where.seen}
              insets={insets}
              fit={fit}
              wheel={preferences.wheel}
              marks={search.marks}
              mark={search.mark}
              advertisements={advertisements}
              onTurn={turn}
              onTools={bars.toggle}
              onEnlarged={() => {
                bars.hide()
                hint.close()
              }}
              onArticle={where.openArticle}
              onFrame={setFrame}
            />
          </main>
        )}
        {thumbnails && !list && <Thumbnails pages={pages} onPage={where.goTo} />}
        {!list && (
          <BottomBar
            shown={bars.shown}
            pages={pages}
            label={label}
            thumbnails={thumbnails}
            onThumbnails={() => setThumbnails(!thumbnails)}
            onTurn={(direction) => void where.turn(direction)}
            onPage={where.goTo}
            search={search.marks.length > 0 && panel !== 'search' ? search : null}
            onSearch={() => setPanel('search')}
          />
        )}
        <p className="unseen" role="status">
          {list ? t('READER.LIST') : nameOf(spread, label, t)}
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
      {panel === 'outline' && (
        <OutlinePanel
          page={place.page}
          modal={!wide}
          onClose={() => setPanel(null)}
          onPage={where.goTo}
          onArticle={where.openArticle}
        />
      )}
      {panel === 'search' && <SearchPanel search={search} modal={!wide} onClose={() => setPanel(null)} />}
      {panel === 'help' && <HelpDialog onClose={() => setPanel(null)} />}
      {panel === 'view' && (
        <ViewMenu
          page={place.page}
          preferences={preferences}
          onPreferences={setPreferences}
          fit={fit}
          onFit={(chosen) => {
            setFit(chosen)
            stage.current?.fitAgain()
          }}
          onZoom={(factor) => stage.current?.zoom(factor)}
          fullscreen={fullscreen}
          onFullscreen={toggleFullscreen}
          onHelp={() => setPanel('help')}
          view={list ? 'articles' : 'pages'}
          onView={listable ? showAs : null}
          onPageText={
            hasText
              ? () => {
                  setPanel(null)
                  where.openPageText()
                }
              : null
          }
          onClose={() => setPanel(null)}
        />
      )}
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
              setPanel('search')
            }}
          />
        </Suspense>
      )}
    </ReaderContext>
  )
}

/** Returns what the screen reader says when a spread is shown. */
function nameOf(spread: Spread, label: string, t: Reading['t']): string {
  if (spread.kind === 'advertisement') return t('READER.ADVERTISEMENT')
  if (spread.kind === 'gate') return t('READER.GATE_PAGE', { page: spread.page })
  return spread.kind === 'end' ? t('READER.END') : label
}

function pageLabel(pages: readonly number[], count: number, t: Reading['t']): string {
  const [page = 1, second] = pages
  return second === undefined ? t('READER.PAGE_OF', { page, count }) : t('READER.PAGES_OF', { page, second, count })
}
