import { formatMoney } from '@kiosk/domain/money'
import { rights } from '@kiosk/domain/reading/rights'
import { regionById } from '@kiosk/domain/regions'
import { DEVICES, type Tier } from '@kiosk/domain/subscriptions/plans'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Link } from '../../shell/link.tsx'
import { useText } from '../../shell/use-text.ts'
import { useViewer } from '../../shell/viewer.ts'
import style from './pricing-comparison.module.css'

/** A paid tier with its regular price in minor units. */
type TierPrice = { tier: Tier; price: number }

/** Free reading compared with each tier of the region at its own price; the lowest is a "from" price. */
export function PricingComparison({ prices }: { prices: TierPrice[] }) {
  const t = useText()
  const { regionId } = useViewer()
  const { currency } = regionById(regionId)
  const lowest = Math.min(...prices.map(({ price }) => price))
  const tiers: Tier[] = ['FREE', ...prices.map(({ tier }) => tier)]
  const [before, after] = t('HOME.FROM').split('{price}')
  return (
    <section className={`page later ${style.pricing}`} aria-labelledby="pricing">
      <div className={style.words}>
        <h2 id="pricing">{t('HOME.PRICING')}</h2>
        <p>{t('HOME.PRICING_LEAD')}</p>
        <p>
          <Link to="subscriptions" className="button quiet">
            {t('HOME.COMPARE')}
          </Link>
        </p>
      </div>
      <div className={style.comparison}>
        <table className={currency === 'CHF' ? `${style.table} ${style.long}` : style.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">
                <span className={style.tier}>{t('HOME.FREE')}</span>
                <span className={style.price}>{t(currency === 'CHF' ? 'HOME.FREE_PRICE_CHF' : 'HOME.FREE_PRICE')}</span>
                <span className={style.period}>{t('HOME.FOREVER')}</span>
              </th>
              {prices.map(({ tier, price }) => (
                <th key={tier} scope="col" className={style.paid} data-tier={tier}>
                  <span className={style.tier}>{t(`HOME.${tier}_NAME` as MessageKey)}</span>
                  <span className={style.price}>
                    {price === lowest && before}
                    <span className={style.amount}>{formatMoney({ minor: price, currency })}</span>
                    {price === lowest && after}
                  </span>
                  <span className={style.period}>{t('HOME.PERIOD')}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, words]) => (
              <tr key={name}>
                <th scope="row">{t(name)}</th>
                {tiers.map((tier) => {
                  const content = words(tier)
                  return (
                    <td key={tier} className={tier === 'FREE' ? undefined : style.paid}>
                      {typeof content === 'number' ? content : t(content)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Rows of the table: from the rights matrix. */
const ROWS: [name: MessageKey, words: (tier: Tier) => MessageKey | number][] = [
  ['HOME.ROW_MAGAZINES', (tier) => (rights.magazine[tier].offline ? 'HOME.ALL' : 'HOME.ALL_ONLINE')],
  ['HOME.ROW_NEWSPAPERS', (tier) => newspapers(tier)],
  ['HOME.ROW_ADS', (tier) => (rights.magazine[tier].ads ? 'HOME.SOME_ADS' : 'HOME.NONE')],
  ['HOME.ROW_OFFLINE', (tier) => offline(tier)],
  ['HOME.ROW_AUDIO', (tier) => (rights.magazine[tier].audio ? 'HOME.YES' : 'HOME.NO')],
  ['HOME.ROW_DEVICES', (tier) => DEVICES[tier]],
]

function newspapers(tier: Tier): MessageKey {
  const { online, offline } = rights.newspaper[tier]
  if (online === 'one') return 'HOME.FRONT_PAGE'
  return offline ? 'HOME.ALL' : 'HOME.ALL_ONLINE'
}

function offline(tier: Tier): MessageKey {
  if (rights.newspaper[tier].offline) return 'HOME.YES'
  return rights.magazine[tier].offline ? 'HOME.OFFLINE_MAGAZINES' : 'HOME.NO'
}
