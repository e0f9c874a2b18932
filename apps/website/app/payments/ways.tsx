import type { Cart } from '@kiosk/domain/payments/endpoints'
import { PageIcon } from '@kiosk/ui/page-icon'
import { useText } from '../shell/use-text.ts'
import { isTried, type Overview } from './overview-loading.ts'
import style from './ways.module.css'
import { isDebit, type Way } from './ways-of-paying.ts'

type Props = { cart: Cart; ways: readonly Way[]; way: Way; declined: Overview['declined']; onChange(way: Way): void }

/** The ways of paying as a group of radio buttons. */
export function Ways({ cart, ways, way, declined, onChange }: Props) {
  const t = useText()
  const saved = cart.lastBillingData
  // Another payment method of the kind that failed, or of the saved kind.
  const known = isTried(declined) ? (declined.method ?? 'CC') : ways.includes('saved') && saved?.paymentMethod
  const nameOf = (each: Way): string => {
    if (each === 'PP') return t('CHECKOUT.PP')
    if (each === 'saved' && saved) return `${saved.accountBrand || t(`CHECKOUT.${saved.paymentMethod}`)} ${saved.accountNumber}`
    return t(`CHECKOUT.${each as 'CC' | 'DD'}${each === known ? '_OTHER' : ''}`)
  }
  return (
    <fieldset className={style.ways}>
      <legend>{t('CHECKOUT.METHODS')}</legend>
      {ways.map((each) => (
        <label key={each} className={style.way}>
          <input
            type="radio"
            name="way"
            value={each}
            defaultChecked={each === way}
            onChange={() => onChange(each)}
            data-debit={isDebit(each, cart) || undefined}
          />
          <span>{nameOf(each)}</span>
          {each !== 'PP' && <PageIcon name={isDebit(each, cart) ? 'landmark' : 'credit-card'} size={1.3} />}
        </label>
      ))}
      {ways.some((each) => each === 'DD') && <p className={style.notice}>{t('CHECKOUT.DEBIT_NOTICE')}</p>}
    </fieldset>
  )
}
