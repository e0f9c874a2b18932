import { t as translate, type Values } from '@kiosk/i18n/translate'
import { type CSSProperties, useMemo, useRef, useState } from 'react'
import { LookUp } from './article/look-up.tsx'
import { OpenText } from './article/open-text.tsx'
import { ReadAloud } from './audio/read-aloud.tsx'
import { useListening } from './audio/use-listening.ts'
import { ArticleList, type ListPlace } from './list/article-list.tsx'
import { firstView, PHONE } from './list/first-view.ts'
import { PagesView } from './pages/pages-view.tsx'
import { shownPages } from './pages/shown-pages.ts'
import { layoutFor } from './pages/spreads.ts'
import { useAdvertisements } from './pages/use-advertisements.ts'
import { useInsets } from './pages/use-insets.ts'
import { useStage } from './pages/use-stage.ts'
import { useElsewhere } from './places/use-elsewhere.ts'
import { useSavedPlace } from './places/use-saved-place.ts'
import styles from './reader.module.css'
import { useSearch } from './search/use-search.ts'
import { TopBar } from './shell/bars.tsx'
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
import { useNotice } from './shell/use-notice.ts'
import { usePlace } from './shell/use-place.ts'
import { usePreferences } from './shell/use-preferences.ts'
import { useReadingEvents } from './shell/use-reading-events.ts'
import { useTools } from './shell/use-tools.ts'

/** The web reader of one issue. */
export function Reader({ data }: { data: ReaderData }) {
  const reading = useIssue(data)
  const { contents, api, access, t } = reading
  const [frame, setFrame] = useState(() => ({ width: innerWidth, height: innerHeight }))
  const [preferences, setPreferences] = usePreferences()
  const layout = preferences.layout === 'auto' ? layoutFor(frame) : preferences.layout
  const advertisements = useAdvertisements(access.ads, reading, data.partner)
  const where = usePlace(data, access, {
    layout,
    ads: advertisements.length > 0 && access.ads,
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
  const left = useRef<ListPlace>({ scrolled: 0, followed: null })
  const [resume] = useState(place.page)
  const showAs = (view: View) => {
    setPreferences({ ...preferences, [contents.kind]: view })
    tools.close()
    if (view === 'pages') where.goTo(place.page)
    else if (!list) where.openList()
  }

  const notice = useNotice(where, { elsewhere, hint })
  const insets = useInsets({
    frame,
    bars: bars.shown,
    thumbnails: tools.thumbnails,
    notice: notice.height,
    listening: listening.height,
    place,
  })

  const shown = shownPages(where, contents, t)
  const lastPage = contents.pages.length
  useKeyboard(keyActions({ where, stage, tools, search, shown, lastPage, closeNotice: notice.close }), !list)

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
        <TopBar data={data} where={where} tools={tools} shown={shown} preferences={preferences} />
        {list ? (
          <ArticleList
            resume={resume}
            notice={notice.height}
            left={left}
            onPage={where.goTo}
            onArticle={where.openArticle}
            onView={showAs}
          />
        ) : (
          <PagesView
            where={where}
            shown={shown}
            stage={stage}
            tools={tools}
            search={search}
            insets={insets}
            wheel={preferences.wheel}
            advertisements={advertisements}
            onFrame={setFrame}
          />
        )}
        <p className="unseen" role="status">
          {shown.spoken}
        </p>
        <Notices
          shown={notice.shown}
          over={list ? 'list' : 'pages'}
          elsewhere={elsewhere}
          onGo={where.goTo}
          onHintClosed={hint.close}
          onHeight={notice.setHeight}
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
        onView={contents.articles.length > 0 ? showAs : null}
      />
      <OpenText data={data} where={where} preferences={preferences} onPreferences={setPreferences} listening={listening} />
      <ReadAloud listening={listening} speed={preferences.speed} onSpeed={(speed) => setPreferences({ ...preferences, speed })} />
      <LookUp
        onSearch={(words) => {
          if (where.article !== null || where.pageText) where.closeArticle()
          search.start(words)
          tools.open('search')
        }}
      />
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
