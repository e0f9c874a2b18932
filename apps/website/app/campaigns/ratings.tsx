import type { Rating } from '@kiosk/domain/campaigns/campaign'
import { Icon } from '@kiosk/ui/icon'
import { LineIcon } from '@kiosk/ui/line-icon'
import { useText } from '../shell/use-text.ts'
import style from './ratings.module.css'

/** Reviews side by side; `ratings-script.ts` moves them on. Without it they are scrolled by hand. */
export function Ratings({ ratings }: { ratings: readonly Rating[] }) {
  const t = useText()
  return (
    <section className={`page ${style.ratings}`} data-ratings aria-labelledby="ratings">
      <div className={style.head}>
        <h2 id="ratings">{t('CAMPAIGN.RATINGS')}</h2>
        <p className={style.controls} hidden>
          <button type="button" data-by="-1" aria-label={t('CAMPAIGN.PREVIOUS')}>
            <Icon name="chevron-left" size={1.25} />
          </button>
          <button type="button" data-by="0" aria-pressed="false" aria-label={t('CAMPAIGN.PAUSE')}>
            <LineIcon shape='<path d="M9 5v14M15 5v14"/>' size="1.25em" />
          </button>
          <button type="button" data-by="1" aria-label={t('CAMPAIGN.NEXT')}>
            <Icon name="chevron-right" size={1.25} />
          </button>
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <ul className={style.row} tabIndex={0} aria-labelledby="ratings">
        {ratings.map(({ name, stars, content }) => (
          <li key={name}>
            <p className={style.stars} role="img" aria-label={t('CAMPAIGN.STARS', { stars })}>
              {'★'.repeat(stars)}
              <span>{'★'.repeat(5 - stars)}</span>
            </p>
            <p className={style.content}>{content}</p>
            <p className={style.name}>{name}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
