import { addressOf } from '@kiosk/domain/addresses'
import type { Shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { Button } from '@kiosk/ui/button'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import { cardOf, newIssueCard } from './card.ts'
import { CardRow } from './card-row.tsx'
import style from './library.module.css'
import { LibraryCard } from './library-card.tsx'
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
    continueReading.length > 0 ? [] : issues.slice(0, NEW_ISSUES).map(newIssueCard)
  const followed = favourites.map(({ issue, fresh, name }) => ({
    ...cardOf({ issue, fresh }),
    archive: addressOf('archive', { magazinekey: issue.magazineKey }),
    archiveOf: t('SHELF.ARCHIVE_OF', { name }),
  }))
  return (
    <>
      <CardRow title={t('SHELF.NEWSPAPERS')} cards={newIssues(newspapers)} />
      <CardRow title={t('SHELF.NEW_MAGAZINES')} cards={newIssues(magazines)} />
      <CardRow
        title={t('SHELF.CONTINUE')}
        cards={continueReading.map(cardOf)}
        empty={<EmptyPlace>{t('SHELF.CONTINUE_EMPTY')}</EmptyPlace>}
      />
      <CardRow title={t('SHELF.FAVOURITES')} cards={followed} empty={<EmptyPlace>{t('SHELF.FAVOURITES_EMPTY')}</EmptyPlace>}>
        {(card) => (
          <LibraryCard card={card}>
            <p className={style.archive}>
              <a href={card.archive} aria-label={`${t('SHELF.ARCHIVE')} – ${card.archiveOf}`}>
                {t('SHELF.ARCHIVE')}
              </a>
            </p>
          </LibraryCard>
        )}
      </CardRow>
      <div id="push" className={style.push} data-offered={favourites.length > 0 ? '' : undefined} />
      <CardRow
        id="recommendations"
        title={t('SHELF.FOR_YOU')}
        cards={recommendations.issues.map(cardOf)}
        empty={<p className={style.empty}>{t(recommendations.on ? 'SHELF.FOR_YOU_EMPTY' : 'SHELF.FOR_YOU_OFF')}</p>}
        end={
          <form method="post" action={addressOf('shelf')} data-once="">
            <AccountField />
            <input type="hidden" name="recommendations" value={recommendations.on ? 'off' : 'on'} />
            <Button kind="quiet">{t(recommendations.on ? 'SHELF.SWITCH_OFF' : 'SHELF.SWITCH_ON')}</Button>
          </form>
        }
      />
    </>
  )
}
