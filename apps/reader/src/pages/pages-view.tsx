import { useCallback } from 'react'
import styles from '../reader.module.css'
import type { IssueSearch } from '../search/use-search.ts'
import { BottomBar } from '../shell/bars.tsx'
import { useReading } from '../shell/reader-context.ts'
import type { Whereabouts } from '../shell/use-place.ts'
import type { Tools } from '../shell/use-tools.ts'
import type { Shown } from './advertisement.tsx'
import type { ShownPages } from './shown-pages.ts'
import { Stage } from './stage.tsx'
import { Thumbnails } from './thumbnails.tsx'
import type { StageOfPages } from './use-stage.ts'

type Options = {
  where: Whereabouts
  shown: ShownPages
  stage: StageOfPages
  tools: Tools
  search: IssueSearch
  /** Heights that bars and notices cover. Pixels. */
  insets: { top: number; bottom: number }
  wheel: 'turn' | 'zoom'
  advertisements: readonly Shown[]
  onFrame: (frame: { width: number; height: number }) => void
}

/** The pages of the issue, with the thumbnails and the lower bar. */
export function PagesView(options: Options) {
  const { where, shown, stage, tools, search } = options
  const { t } = useReading()
  const { hide } = tools.bars
  const { close: closeHint } = tools.hint
  const onEnlarged = useCallback(() => {
    hide()
    closeHint()
  }, [hide, closeHint])
  return (
    <>
      <main className={styles.pages} aria-label={t('READER.PAGES')}>
        <h2 className="unseen">{shown.label}</h2>
        <Stage
          control={stage.control}
          spreads={where.spreads}
          at={where.at}
          seen={where.seen}
          insets={options.insets}
          fit={stage.fit}
          wheel={options.wheel}
          marks={search.marks}
          mark={search.mark}
          advertisements={options.advertisements}
          onTurn={tools.turnAndHide}
          onTools={tools.bars.toggle}
          onEnlarged={onEnlarged}
          onArticle={where.openArticle}
          onFrame={options.onFrame}
        />
      </main>
      {tools.thumbnails && <Thumbnails pages={shown.pages} onPage={where.goTo} />}
      <BottomBar
        shown={tools.bars.shown}
        pages={shown.pages}
        label={shown.label}
        thumbnails={tools.thumbnails}
        onThumbnails={tools.toggleThumbnails}
        onTurn={(direction) => void where.turn(direction)}
        onPage={where.goTo}
        search={search.marks.length > 0 && tools.panel !== 'search' ? search : null}
        onSearch={() => tools.open('search')}
      />
    </>
  )
}
