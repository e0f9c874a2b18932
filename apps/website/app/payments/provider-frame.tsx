import { addressOf } from '@kiosk/domain/addresses'
import { useText } from '../shell/use-text.ts'
import style from './provider-frame.module.css'

/** The payment data page in a frame, sized by `followScript`; with a link to the provider's page for browsers without frames. */
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
