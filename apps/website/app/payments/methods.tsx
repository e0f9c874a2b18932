import type { Cart } from '@kiosk/domain/payments/endpoints'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './methods.module.css'

/** Payment methods of the cart, else of the region (cards everywhere; direct debit in AT, DE and LU). */
export function Methods({ cart: { methods } }: { cart: Pick<Cart, 'methods'> }) {
  const t = useText()
  const { regionId } = useViewer()
  const accepted = methods.length > 0 ? methods : regionId === 3 ? (['CC'] as const) : (['CC', 'DD'] as const)
  return (
    <div className={style.methods}>
      <p id="methods">{t('CHECKOUT.METHODS')}</p>
      <ul aria-labelledby="methods">
        {accepted.map((method) => (
          <li key={method}>{t(`CHECKOUT.${method}`)}</li>
        ))}
      </ul>
      {accepted.some((method) => method === 'DD') && <p className={style.notice}>{t('CHECKOUT.DEBIT_NOTICE')}</p>}
    </div>
  )
}
