import { formatMoney } from '@kiosk/domain/money'
import type { Cart } from '@kiosk/domain/payments/endpoints'
import { unbroken } from '@kiosk/i18n/typography'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './cart-table.module.css'

/** Content of the cart, whose sum is beside the order button; also the remaining credit, if it exceeds the price. */
export function CartTable({ cart }: { cart: Pick<Cart, 'currency' | 'entries' | 'totalPrice'> }) {
  const t = useText()
  const { language } = useViewer()
  const money = (minor: number) => formatMoney({ minor, currency: cart.currency })
  const rest = cart.totalPrice - cart.entries.reduce((sum, { grossAmount }) => sum + grossAmount, 0)
  return (
    <table className={style.cart}>
      <tbody>
        {cart.entries.map((entry) => (
          <tr key={entry.title}>
            <th scope="row">
              {entry.title}
              {entry.subtitle && <span>{unbroken(entry.subtitle, language)}</span>}
            </th>
            <td>{money(entry.grossAmount)}</td>
          </tr>
        ))}
      </tbody>
      {rest > 0 && (
        <tfoot>
          <tr>
            <td colSpan={2} className={style.rest}>
              {t('CHECKOUT.REST_BACK', { rest: money(rest) })}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
