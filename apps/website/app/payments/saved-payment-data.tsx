import type { Cart } from '@kiosk/domain/payments/endpoints'
import { Button } from '@kiosk/ui/button'
import { PageIcon } from '@kiosk/ui/page-icon'
import { useText } from '../shell/use-text.ts'
import style from './saved-payment-data.module.css'
import { isDebit } from './ways-of-paying.ts'

type Data = NonNullable<Cart['lastBillingData']>

/** Asks whether to pay with the saved payment data or to enter others. */
export function ConfirmSavedData({ cart, total, busy }: { cart: Cart; total: string; busy: boolean }) {
  const t = useText()
  return (
    <div className={style.ask}>
      <h2 id="ask">{t('CHECKOUT.ASK_TITLE')}</h2>
      <p>{t(askOf(cart), { total })}</p>
      {cart.lastBillingData && <SavedMethod data={cart.lastBillingData} />}
      <Button wide name="intent" value="pay" busy={busy} busyWords={t('CHECKOUT.ORDER_BUSY')}>
        {t('CHECKOUT.ORDER')}
      </Button>
      <Button wide kind="quiet" name="intent" value="change">
        {t('CHECKOUT.ORDER_OTHER')}
      </Button>
    </div>
  )
}

function askOf(cart: Cart) {
  if (cart.totalPrice === 0) return 'CHECKOUT.ASK_NOTHING'
  return isDebit('saved', cart) ? 'CHECKOUT.ASK_DEBIT' : 'CHECKOUT.ASK'
}

/** A card or account with the details that are known. */
export function SavedMethod({ data: { paymentMethod, accountBrand, accountNumber } }: { data: Data }) {
  const t = useText()
  return (
    <p className={style.known}>
      <PageIcon name={paymentMethod === 'DD' ? 'landmark' : 'credit-card'} size={1.4} />
      <span>
        {accountBrand || t(`CHECKOUT.${paymentMethod}`)} <span className={style.number}>{accountNumber}</span>
      </span>
    </p>
  )
}
