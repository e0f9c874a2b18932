import { formatMoney } from '@kiosk/domain/money'
import { DEFAULT_REGION, regionById } from '@kiosk/domain/regions'
import { DEVICES, plansOf } from '@kiosk/domain/subscriptions/plans'
import { Link } from '../../shell/link.tsx'
import { useText } from '../../shell/use-text.ts'
import { useViewer } from '../../shell/viewer.ts'
import style from './pricing-comparison.module.css'

/**
 * Free compared with Premium, at the region's lowest price in minor units (null = the static price), with a link to the
 * third tier.
 */
export function PricingComparison({ lowest: requested }: { lowest: number | null }) {
  const t = useText()
  const { regionId } = useViewer()
  const { currency } = regionById(regionId) ?? DEFAULT_REGION
  const lowest = requested ?? Math.min(...plansOf(regionId).map(({ price }) => price))
  const [before, after] = t('HOME.FROM').split('{price}')
  const rows = [
    ['HOME.ROW_MAGAZINES', t('HOME.ALL_ONLINE'), t('HOME.ALL')],
    ['HOME.ROW_NEWSPAPERS', t('HOME.FRONT_PAGE'), t('HOME.ALL')],
    ['HOME.ROW_ADS', t('HOME.SOME_ADS'), t('HOME.NONE')],
    ['HOME.ROW_OFFLINE', t('HOME.NO'), t('HOME.YES')],
    ['HOME.ROW_AUDIO', t('HOME.NO'), t('HOME.YES')],
    ['HOME.ROW_DEVICES', String(DEVICES.FREE), String(DEVICES.PREMIUM)],
  ] as const
  return (
    <section className={`page ${style.pricing}`} aria-labelledby="pricing">
      <div className={style.words}>
        <h2 id="pricing">{t('HOME.PRICING')}</h2>
        <p>{t('HOME.PRICING_LEAD')}</p>
        <p>
          <Link to="subscriptions" className="button quiet">
            {t('HOME.COMPARE')}
          </Link>
        </p>
      </div>
      <table className={style.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <span className={style.tier}>{t('HOME.FREE')}</span>
              <span className={style.price}>{t(currency === 'CHF' ? 'HOME.FREE_PRICE_CHF' : 'HOME.FREE_PRICE')}</span>
              <span className={style.period}>{t('HOME.FOREVER')}</span>
            </th>
            <th scope="col" className={style.paid}>
              <span className={style.tier}>{t('HOME.PREMIUM_NAME')}</span>
              <span className={style.price}>
                {before}
                <span className={style.amount}>{formatMoney({ minor: lowest, currency })}</span>
                {after}
              </span>
              <span className={style.period}>{t('HOME.PERIOD')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, free, premium]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td>{free}</td>
              <td className={style.paid}>{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
