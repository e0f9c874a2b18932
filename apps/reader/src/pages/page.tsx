import { readerAddress } from '@kiosk/domain/addresses'
import type { Contents } from '@kiosk/domain/reading/endpoints'
import type { PageWidth } from '@kiosk/domain/reading/limits'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Mark, padded } from '../search/hits.ts'
import { opensElsewhere } from '../shell/opens-elsewhere.ts'
import { useReading } from '../shell/reader-context.ts'
import styles from './page.module.css'
import { PageImage } from './page-image.tsx'
import { type Lines, paragraphs } from './page-text.ts'
import { TextLayer } from './text-layer.tsx'

type Options = {
  page: Contents['pages'][number]
  /** Width of the image. */
  width: PageWidth
  /** Height on the slide at scale 1. Pixels. */
  height: number
  current: boolean
  marks: readonly Mark[]
  /** The current hit. */
  mark: Mark | null
  onArticle: (id: string) => void
  onShown?: (() => void) | undefined
  /** What is above the image, and below text and marks. */
  tiles?: ReactNode
}

/** One page: its image, its text for selection and screen readers, its articles and search hits. */
export function Page({ page, width, height, current, marks, mark, onArticle, onShown, tiles }: Options) {
  const { contents, t } = useReading()
  const lines = useWords(page.number, current)
  const spoken = useMemo(() => (lines ? paragraphs(lines) : []), [lines])
  const articles = contents.articles.filter((article) => article.regions.some((region) => region.page === page.number))
  return (
    <section className={styles.page} data-page={page.number} aria-label={t('READER.PAGE', { page: page.number })}>
      <PageImage page={page.number} width={width} current={current} onShown={onShown} />
      {tiles}
      {current &&
        articles.map((article) =>
          article.regions
            .filter((region) => region.page === page.number)
            .map((region, index) => {
              const key = `${article.id} ${region.x} ${region.y}`
              const place = boxStyle([region.x, region.y, region.width, region.height])
              // Further regions of an article open it by touch and mouse; one link per page is enough for the keyboard.
              if (index > 0) return <span key={key} className={styles.region} style={place} data-article={article.id} />
              return (
                <a
                  key={key}
                  className={styles.region}
                  style={place}
                  href={readerAddress('/reader', contents.uid, { page: page.number, article: article.id })}
                  data-article={article.id}
                  draggable={false}
                  onClick={(event) => {
                    if (opensElsewhere(event)) return
                    event.preventDefault()
                    // The viewport handles touch and mouse: a press may be the first of a double tap.
                    if (event.detail === 0) onArticle(article.id)
                  }}
                >
                  <span className="unseen" lang={document.documentElement.lang}>
                    {t('READER.READ_ARTICLE', { headline: article.headline })}
                  </span>
                </a>
              )
            }),
        )}
      {marks.map(
        (each) =>
          each.box && (
            <span
              key={each.box.join()}
              className={styles.mark}
              data-current={each === mark || undefined}
              style={boxStyle(padded(each.box))}
              aria-hidden="true"
            />
          ),
      )}
      {current && lines && (
        <TextLayer lines={lines} proportions={page.width / page.height} height={height} language={contents.language} />
      )}
      {current && (
        <div className={`unseen ${styles.screenReaderText}`} lang={contents.language}>
          {spoken.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a page never change places
            <p key={index}>{paragraph}</p>
          ))}
          {lines && !spoken.length && <p lang={document.documentElement.lang}>{t('READER.PAGE_WITHOUT_TEXT')}</p>}
        </div>
      )}
    </section>
  )
}

const percent = (fraction: number) => `${fraction * 100}%`
const boxStyle = ([x, y, width, height]: readonly [number, number, number, number]) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
})

/** Time on a page before its words are requested, so that fast turning requests few. */
const SETTLED_MS = 60

/** Returns the words of a page once it is current; null until loaded, and on errors. */
function useWords(page: number, current: boolean): Lines | null {
  const { api, access, contents } = useReading()
  const [lines, setLines] = useState<Lines | null>(null)
  const isNeeded = current && contents.textLayer !== 'none'
  useEffect(() => {
    if (!isNeeded || lines) return
    let gone = false
    const timer = setTimeout(() => {
      api.words(page, access.signature).then(
        (found) => !gone && setLines(found),
        () => undefined,
      )
    }, SETTLED_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [isNeeded, lines, page, api, access.signature])
  return contents.textLayer === 'none' ? [] : lines
}
