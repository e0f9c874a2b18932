import { addressOf } from '@kiosk/domain/addresses'
import type { Shelf } from '@kiosk/domain/reading/shelf-endpoints'
import { Button } from '@kiosk/ui/button'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import style from './library.module.css'
import { LibraryCard } from './library-card.tsx'
import { EmptyPlace } from './library-page.tsx'
import { Row } from './row.tsx'

/** Unfinished issues, the newest issues of favourites, and recommendations with their reasons. */
export function ShelfRows({ shelf }: { shelf: Shelf }) {
  const t = useText()
  const { continueReading, favourites, recommendations } = shelf
  return (
    <>
      <Row title={t('SHELF.CONTINUE')} empty={<EmptyPlace>{t('SHELF.CONTINUE_EMPTY')}</EmptyPlace>}>
        {continueReading.map(({ issue, place }) => (
          <LibraryCard key={issue.uid} issue={issue} place={place} />
        ))}
      </Row>
      <Row title={t('SHELF.FAVOURITES')} empty={<EmptyPlace>{t('SHELF.FAVOURITES_EMPTY')}</EmptyPlace>}>
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
      </Row>
      <div id="push" className={style.push} data-offered={favourites.length > 0 ? '' : undefined} />
      <Row
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
      </Row>
    </>
  )
}
