import type { Rating } from '@kiosk/domain/campaigns/campaign'
import { useText } from '../shell/use-text.ts'
import style from './ratings.module.css'

/** Reviews side by side. `ratings-script.ts` advances them; without it the visitor scrolls. */
export function Ratings({ ratings }: { ratings: readonly Rating[] }) {
  const t = useText()
  return (
    <section className={`page ${style.ratings}`} data-ratings aria-labelledby="ratings">
      <div className={style.head}>
        <h2 id="ratings">{t('CAMPAIGN.RATINGS')}</h2>
        <p className={style.controls} hidden>
          <button type="button" data-by="-1" aria-label={t('CAMPAIGN.PREVIOUS')}>
            <Sign line="m15 5-7 7 7 7" />
          </button>
          <button type="button" data-by="0" aria-pressed="false" aria-label={t('CAMPAIGN.PAUSE')}>
            <Sign line="M9 5v14M15 5v14" />
          </button>
          <button type="button" data-by="1" aria-label={t('CAMPAIGN.NEXT')}>
            <Sign line="m9 5 7 7-7 7" />
          </button>
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas must be reachable by keyboard */}
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

/** Inline, so that pages with ratings do not load our icon set. */
function Sign({ line }: { line: string }) {
  return (
    <svg width="1.25em" height="1.25em" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d={line} />
    </svg>
  )
}
