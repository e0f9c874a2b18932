import { formatMoney } from '@kiosk/domain/money'
import type { Cart } from '@kiosk/domain/payments/endpoints'
import { useText } from '../shell/use-text.ts'
import style from './total.module.css'

type Props = {
  cart: Pick<Cart, 'currency' | 'totalPrice'>
  /** A debit can be chosen in the form. It is not paid today, so another text shows while it is chosen, also without scripts. */
  canDebit?: boolean
  /** No way of paying has been chosen, so the day of the charge is unknown. */
  isPreview?: boolean
}

/** What is paid first, with the included tax. */
export function Total({ cart: { totalPrice, currency }, canDebit = false, isPreview = false }: Props) {
  const t = useText()
  const price = formatMoney({ minor: totalPrice, currency })
  return (
    <div id="checkout-total" className={style.total}>
      <p>
        <span>{t(isPreview ? 'CHECKOUT.FIRST' : 'CHECKOUT.TODAY')}</span>
        <strong>{price}</strong>
        <small>{t('CHECKOUT.VAT')}</small>
      </p>
      {canDebit && totalPrice > 0 && (
        <p data-later>
          <span>{t('CHECKOUT.FIRST_DEBIT')}</span>
          <strong>{price}</strong>
          <small>{t('CHECKOUT.VAT_LATER')}</small>
        </p>
      )}
    </div>
  )
}
