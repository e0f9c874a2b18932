import { formatMoney } from '@kiosk/domain/money'
import type { Cart } from '@kiosk/domain/payments/endpoints'
import { useText } from '../shell/use-text.ts'
import style from './cart-table.module.css'

/** Content of the cart and today's total with the included taxes; also the remaining credit, if it exceeds the price. */
export function CartTable({ cart, vat }: { cart: Cart; vat: string }) {
  const t = useText()
  const money = (minor: number) => formatMoney({ minor, currency: cart.currency })
  const rest = cart.totalPrice - cart.entries.reduce((sum, { grossAmount }) => sum + grossAmount, 0)
  return (
    <table className={style.cart}>
      <tbody>
        {cart.entries.map((entry) => (
          <tr key={entry.title}>
            <th scope="row">
              {entry.title}
              {entry.subtitle && <span>{entry.subtitle}</span>}
            </th>
            <td>{money(entry.grossAmount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {t('CHECKOUT.TODAY')} <span>{vat}</span>
          </th>
          <td>{money(cart.totalPrice)}</td>
        </tr>
        {rest > 0 && (
          <tr>
            <td colSpan={2} className={style.rest}>
              {t('CHECKOUT.REST_BACK', { rest: money(rest) })}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}
