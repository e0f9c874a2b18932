import { addressOf } from '@kiosk/domain/addresses'
import type { Shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { Button } from '@kiosk/ui/button'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import { CardRow } from './card-row.tsx'
import style from './library.module.css'
import { LibraryCard, NewIssueCard } from './library-card.tsx'
import { EmptyPlace } from './library-page.tsx'

/** Issues of a row of what is new. */
const NEW_ISSUES = 6

/**
 * Unfinished issues, the newest issues of favourites, and recommendations with their reasons. Readers without an
 * unfinished issue see new issues first.
 */
export function ShelfRows({ shelf }: { shelf: Shelf }) {
  const t = useText()
  const { continueReading, favourites, recommendations, newspapers, magazines } = shelf
  const newIssues = (issues: Shelf['magazines']) =>
    continueReading.length > 0 ? [] : issues.slice(0, NEW_ISSUES).map((issue) => <NewIssueCard key={issue.uid} issue={issue} />)
  return (
    <>
      <CardRow title={t('SHELF.NEWSPAPERS')}>{newIssues(newspapers)}</CardRow>
      <CardRow title={t('SHELF.NEW_MAGAZINES')}>{newIssues(magazines)}</CardRow>
      <CardRow title={t('SHELF.CONTINUE')} empty={<EmptyPlace>{t('SHELF.CONTINUE_EMPTY')}</EmptyPlace>}>
        {continueReading.map(({ issue, place }) => (
          <LibraryCard key={issue.uid} issue={issue} place={place} />
        ))}
      </CardRow>
      <CardRow title={t('SHELF.FAVOURITES')} empty={<EmptyPlace>{t('SHELF.FAVOURITES_EMPTY')}</EmptyPlace>}>
        {favourites.map(({ issue, fresh, name }) => (
          <LibraryCard key={issue.uid} issue={issue} fresh={fresh}>
            <p className={style.archive}>
              <a
                href={addressOf('archive', { magazinekey: issue.magazineKey })}
                aria-label={`${t('SHELF.ARCHIVE')} – ${t('SHELF.ARCHIVE_OF', { name })}`}
              >
                {t('SHELF.ARCHIVE')}
              </a>
            </p>
          </LibraryCard>
        ))}
      </CardRow>
      <div id="push" className={style.push} data-offered={favourites.length > 0 ? '' : undefined} />
      <CardRow
        id="recommendations"
        title={t('SHELF.FOR_YOU')}
        empty={<p className={style.empty}>{t(recommendations.on ? 'SHELF.FOR_YOU_EMPTY' : 'SHELF.FOR_YOU_OFF')}</p>}
        end={
          <form method="post" action={addressOf('shelf')} data-once="">
            <AccountField />
            <input type="hidden" name="recommendations" value={recommendations.on ? 'off' : 'on'} />
            <Button kind="quiet">{t(recommendations.on ? 'SHELF.SWITCH_OFF' : 'SHELF.SWITCH_ON')}</Button>
          </form>
        }
      >
        {recommendations.issues.map(({ issue, because }) => (
          <LibraryCard key={issue.uid} issue={issue} because={t('SHELF.BECAUSE', { name: because })} />
        ))}
      </CardRow>
    </>
  )
}
