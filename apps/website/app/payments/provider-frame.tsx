import { addressOf } from '@kiosk/domain/addresses'
import { useText } from '../shell/use-text.ts'
import style from './provider-frame.module.css'

/**
 * The page for payment data, in a frame that `followScript` makes as high as what it holds; for those whose browser shows
 * none, the provider's own page as a whole window.
 */
export function ProviderFrame({ address }: { address: string }) {
  const t = useText()
  return (
    <div className={style.place}>
      <iframe className={style.frame} src={address} title={t('PAY.FRAME')} allow="payment" data-follow="" />
      <p>
        <a href={addressOf('reservationAsync', { id: address.split('/').at(-1)! })}>{t('PAY.ALONE')}</a>
      </p>
    </div>
  )
}
