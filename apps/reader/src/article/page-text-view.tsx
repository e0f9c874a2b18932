import { isReadByMachine } from '@kiosk/domain/reading/read-by-machine'
import { textDirection } from '@kiosk/domain/text-direction'
import { useMemo } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { articlesOn } from './article-at.ts'
import { pageParts } from './page-parts.ts'
import { pageTextId } from './page-text-id.ts'
import styles from './text-frame.module.css'
import { Beside, Failed, Note, Skeleton, Source, TextFrame, type TextSettings } from './text-frame.tsx'
import { useResponse } from './use-response.ts'

type Options = TextSettings & {
  page: number
  onPage: (page: number) => void
  onClose: () => void
  onListen: (id: string) => void
  slot: (element: HTMLElement | null) => void
}

/** The whole text of a page in reading order, if no articles were detected, or on request. */
export function PageTextView({ page, preferences, onPreferences, onPage, onClose, onListen, slot }: Options) {
  const { contents, access, api, t } = useReading()
  const id = pageTextId(page)
  const silent = contents.textLayer === 'none'
  const { answer: lines, failed, again } = useResponse(id, async () => (silent ? [] : api.words(page, access.signature)))
  const parts = useMemo(() => lines && pageParts(lines), [lines])
  const label = t('READER.PAGE_TEXT', { page })
  const open = Math.min(access.pagesOpen, contents.pages.length)
  const neighbour = (at: number, words: string) =>
    at >= 1 && at <= open ? { id: pageTextId(at), label: t(words), headline: t('READER.PAGE', { page: at }) } : null
  const go = (direction: 1 | -1) => {
    if (page + direction >= 1 && page + direction <= open) onPage(page + direction)
  }
  return (
    <TextFrame
      id={id}
      label={label}
      preferences={preferences}
      onPreferences={onPreferences}
      onClose={onClose}
      onListen={() => onListen(id)}
      onBeside={go}
      slot={slot}
    >
      <article
        className={styles.text}
        lang={contents.language}
        dir={textDirection(contents.language)}
        data-readout={parts ? id : undefined}
        data-look-up=""
      >
        <Source />
        <h2 className={styles.headline} lang={document.documentElement.lang} data-silent="" data-quiet="">
          {label}
        </h2>
        {parts && parts.length > 0 && (
          <Note>{t(articlesOn(contents.articles, [page]).length ? 'READER.PAGE_TEXT_ALL' : 'READER.PAGE_TEXT_FLOWS')}</Note>
        )}
        {parts && parts.length > 0 && isReadByMachine(contents, { firstPage: page, lastPage: page }) && (
          <Note>{t('READER.READ_BY_MACHINE')}</Note>
        )}
        {parts?.length === 0 && <Note>{t('READER.PAGE_WITHOUT_TEXT')}</Note>}
        {parts && (
          <div className={styles.body}>
            {parts.map(({ text, heading }, at) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a page never change places
              heading ? <h3 key={at}>{text}</h3> : <p key={at}>{text}</p>,
            )}
          </div>
        )}
        {!parts && !failed && <Skeleton words={t('READER.ARTICLE_LOADING')} />}
        {failed && <Failed words={t('READER.PAGE_TEXT_FAILED')} again={again} />}
      </article>
      {(parts || failed) && (
        <Beside
          label={t('READER.PAGE_TEXT_TOOL')}
          neighbours={[neighbour(page - 1, 'READER.PREVIOUS_PAGE_TEXT'), neighbour(page + 1, 'READER.NEXT_PAGE_TEXT')]}
          onGo={go}
        />
      )}
    </TextFrame>
  )
}
