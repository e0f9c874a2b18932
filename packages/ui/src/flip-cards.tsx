import type { PromoFact } from '@kiosk/domain/campaigns/campaign'
import { ServerHtml } from '../content/server-html.tsx'
import { useText } from '../shell/use-text.ts'
import style from './flip-cards.module.css'

/** Cards with a title in front and the fact behind: a click or the space bar turns them, a mouse above them as well. */
export function FlipCards({ facts }: { facts: readonly PromoFact[] }) {
  const t = useText()
  return (
    <section className={`page ${style.part}`}>
      <h2>{t('CAMPAIGN.FACTS')}</h2>
      <ul className={style.cards}>
        {facts.map(({ title, contentHTML }, place) => (
          <li key={title} className={style.card}>
            <input type="checkbox" id={`fact-${place}`} className="unseen" aria-label={`${title}: ${t('CAMPAIGN.FLIP')}`} />
            <label htmlFor={`fact-${place}`} className={style.faces}>
              <span className={style.front}>{title}</span>
              <div className={style.behind}>
                <ServerHtml html={contentHTML} />
              </div>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}
