import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { useId } from 'react'
import { useText } from '../shell/use-text.ts'
import script from './browser/issue-feed.ts?worker&url'
import { coverWidthAt } from './cover-width.ts'
import { type Selection, type ShelfPage, shelfAddress, showsTitles } from './issue-cards.ts'
import style from './issue-feed.module.css'
import { IssuePlace } from './issue-place.tsx'

/** Slightly below the real 43 % on phones, because the next larger image has twice the bytes. */
const WIDTH_ON_PHONES = '40vw'

type Props = {
  page: ShelfPage
  selection: Selection
  /** Accessible name of the list. */
  label: string
  /** The page does not begin with the first card of the list. */
  continued?: boolean
  /** Number of covers that are loaded with priority, because one of them is the largest image of the page. */
  firstCovers?: number
}

/** A list of issues: a page of cards, and a link to the next one. With its script the list is infinite. */
export function IssueFeed({ page: { issues, after }, selection, label, continued, firstCovers = 0 }: Props) {
  const t = useText()
  const end = useId()
  const titles = showsTitles(selection)
  const endWords = titles ? 'CATALOGUE.END_TITLES' : 'CATALOGUE.END'
  return (
    <>
      <a className={style.skip} href={`#${end}`}>
        {t('CATALOGUE.SKIP_LIST')}
      </a>
      {/* `aria-setsize` is unknown until the end, as the feed pattern specifies. */}
      <div role="feed" className={style.grid} aria-label={label} aria-busy="false">
        {issues.map((issue, index) => (
          <article
            key={issue.uid}
            className={style.place}
            aria-posinset={index + 1}
            aria-setsize={after === null && index === issues.length - 1 ? issues.length : -1}
            data-issue={issue.uid}
            aria-label={issue.titleLine}
            // The element below the cards comes near a screen later.
            {...(index === issues.length - 1 && { 'data-script': script, 'data-near': '' })}
          >
            <IssuePlace
              issue={issue}
              height={COVER_HEIGHT_PIXELS.card}
              first={index < firstCovers}
              sizes={`(max-width: 600px) ${WIDTH_ON_PHONES}, ${coverWidthAt(issue, COVER_HEIGHT_PIXELS.card)}px`}
            />
          </article>
        ))}
      </div>
      <div
        id={end}
        className={style.end}
        tabIndex={-1}
        data-script={script}
        data-near
        data-endless={after === null ? undefined : ''}
        data-end={t(endWords, { count: '{count}' })}
      >
        {after === null ? (
          <p>{continued ? t('CATALOGUE.END_OF_LIST') : t(endWords, { count: issues.length })}</p>
        ) : (
          <>
            <p role="alert" hidden>
              {t('CATALOGUE.MORE_FAILED')}
            </p>
            <a className="button quiet" href={shelfAddress(selection, after)} rel="next" data-again={t('CATALOGUE.TRY_AGAIN')}>
              {t(titles ? 'CATALOGUE.MORE_TITLES' : 'CATALOGUE.MORE')}
            </a>
            <p
              className="unseen"
              role="status"
              data-loading={t('CATALOGUE.LOADING')}
              data-shown={t('CATALOGUE.SHOWN', { count: '{count}' })}
            />
            <template>
              <div className={style.skeleton} aria-hidden="true" />
            </template>
          </>
        )}
      </div>
    </>
  )
}
