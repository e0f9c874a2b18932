import { Badges, Day, PlacedIssueCard } from '@kiosk/ui/issue-card'
import type { ReactNode } from 'react'
import { Each, When } from '../shell/slots.tsx'
import { useText } from '../shell/use-text.ts'
import { CARD_HEIGHT_PIXELS, type Card } from './card.ts'
import style from './library.module.css'

/** An issue in a list. The reader's script adds a download button. */
export function LibraryCard({ card, children }: { card: Card; children?: ReactNode }) {
  const t = useText()
  const where = t('SHELF.PAGE_OF', { page: card.page, count: card.pageCount })
  return (
    <li className={style.card} data-take-along={card.uid}>
      <PlacedIssueCard
        href={card.href}
        cover={card}
        titleLine={card.titleLine}
        detail={
          <Each of={card.detail}>
            {({ text, day }) => (
              <>
                <When value={day} is="yes">
                  <Day>{text}</Day>
                </When>
                <When value={day} is="no">
                  {text}
                </When>
              </>
            )}
          </Each>
        }
        height={CARD_HEIGHT_PIXELS}
      >
        <When value={card.tells} is="fresh">
          <Badges badges={[{ key: 'fresh', label: t('SHELF.NEW') }]} />
        </When>
      </PlacedIssueCard>
      <When value={card.tells} is="reason">
        <p className={style.about}>{t('SHELF.BECAUSE', { name: card.because })}</p>
      </When>
      <When value={card.tells} is="place">
        <p className={style.about}>{where}</p>
        <progress max={card.pageCount} value={card.page} aria-label={where} />
      </When>
      {children}
    </li>
  )
}
