import { useText } from '../shell/use-text.ts'
import style from './provider-frame.module.css'

/** The page for payment data, in a frame; it also stands alone, for those whose browser shows no frames. */
export function ProviderFrame({ address }: { address: string }) {
  const t = useText()
  return (
    <div className={style.place}>
      <iframe className={style.frame} src={address} title={t('PAY.FRAME')} allow="payment" />
      <p>
        <a href={address}>{t('PAY.ALONE')}</a>
      </p>
    </div>
  )
}
