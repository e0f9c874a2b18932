import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { type KeyboardEvent, type MouseEvent, memo, useId } from 'react'
import { useText } from '../shell/use-text.ts'
import { coverWidthAt } from './cover-width.ts'
import { type CardIssue, type Selection, type ShelfPage, shelfAddress, showsTitles } from './issue-cards.ts'
import style from './issue-feed.module.css'
import { IssuePlace } from './issue-place.tsx'
import { useMoreIssues } from './more-issues.ts'

/** Slightly below the real 43 % on phones, because the next larger image has twice the bytes. */
const WIDTH_ON_PHONES = '40vw'

type Props = {
  first: ShelfPage
  selection: Selection
  /** Accessible name of the list. */
  label: string
  /** Number of covers that are loaded with priority, because one of them is the largest image of the page. */
  firstCovers?: number
}

/** Infinite list: twenty cards from the server, then chunks. Without JavaScript, plain links lead to the next pages. */
export function IssueFeed({ first, selection, label, firstCovers = 0 }: Props) {
  const t = useText()
  const { issues, waits, finished, endless, failed, end, more, moreForKeyboard } = useMoreIssues(first, selection)
  const after = useId()
  const titles = showsTitles(selection)
  const press = (event: MouseEvent) => {
    event.preventDefault()
    // A click without a pointer comes from the keyboard.
    if (event.detail === 0) moreForKeyboard()
    else more()
  }
  /** Handles keys of the ARIA feed pattern: Page Up and Page Down move between cards and, past the last one, load more. */
  const moveBetweenCards = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0
    const here = (event.target as HTMLElement).closest('article')
    if (step === 0 || !here) return
    const next = (step === 1 ? here.nextElementSibling : here.previousElementSibling)?.querySelector<HTMLElement>('a')
    if (!next && (step === -1 || finished)) return
    event.preventDefault()
    if (next) next.focus()
    else moreForKeyboard()
  }
  return (
    <>
      <a className={style.skip} href={`#${after}`}>
        {t('CATALOGUE.SKIP_LIST')}
      </a>
      <div role="feed" className={style.grid} aria-label={label} aria-busy={waits} onKeyDown={moveBetweenCards}>
        {issues.map((issue, index) => (
          <Place
            key={issue.uid}
            issue={issue}
            index={index}
            first={index < firstCovers}
            last={finished && index === issues.length - 1}
          />
        ))}
        {waits && [0, 1, 2, 3].map((place) => <div key={place} className={style.skeleton} aria-hidden="true" />)}
      </div>
      <div ref={end} id={after} className={endless ? `${style.end} ${style.endless}` : style.end} tabIndex={-1}>
        {finished ? (
          <p>{t(titles ? 'CATALOGUE.END_TITLES' : 'CATALOGUE.END', { count: issues.length })}</p>
        ) : (
          <>
            {failed && <p role="alert">{t('CATALOGUE.MORE_FAILED')}</p>}
            <a className="button quiet" href={shelfAddress(selection, first.after)} rel="next" onClick={press}>
              {t(failed ? 'CATALOGUE.TRY_AGAIN' : titles ? 'CATALOGUE.MORE_TITLES' : 'CATALOGUE.MORE')}
            </a>
          </>
        )}
        <p className="unseen" role="status">
          {announcement(issues.length, first.issues.length, waits, t)}
        </p>
      </div>
    </>
  )
}

type PlaceProps = { issue: CardIssue; index: number; first: boolean; last: boolean }

/** A card of the list. `aria-setsize` is unknown until the end, as the feed pattern specifies. */
const Place = memo(function Place({ issue, index, first, last }: PlaceProps) {
  const width = coverWidthAt(issue, COVER_HEIGHT_PIXELS.card)
  return (
    <article
      className={style.place}
      aria-posinset={index + 1}
      aria-setsize={last ? index + 1 : -1}
      data-issue={issue.uid}
      aria-label={issue.titleLine}
    >
      <IssuePlace
        issue={issue}
        height={COVER_HEIGHT_PIXELS.card}
        first={first}
        sizes={`(max-width: 600px) ${WIDTH_ON_PHONES}, ${width}px`}
      />
    </article>
  )
})

/** Returns the announcement for screen readers, which changes once per twenty cards, not per chunk. */
function announcement(shown: number, first: number, waits: boolean, t: ReturnType<typeof useText>): string {
  if (waits) return t('CATALOGUE.LOADING')
  return shown > first ? t('CATALOGUE.SHOWN', { count: Math.floor(shown / 20) * 20 }) : ''
}
