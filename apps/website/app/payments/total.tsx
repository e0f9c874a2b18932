import { formatMoney } from '@kiosk/domain/money'
import type { Cart } from '@kiosk/domain/payments/endpoints'
import { useText } from '../shell/use-text.ts'
import style from './total.module.css'

/** What is paid today, with the included tax. */
export function Total({ cart }: { cart: Pick<Cart, 'currency' | 'totalPrice'> }) {
  const t = useText()
  return (
    <p id="checkout-total" className={style.total}>
      <span>{t('CHECKOUT.TODAY')}</span>
      <strong>{formatMoney({ minor: cart.totalPrice, currency: cart.currency })}</strong>
      <small>{t('CHECKOUT.VAT')}</small>
    </p>
  )
}
