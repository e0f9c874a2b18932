import type { MessageKey } from '@kiosk/i18n/message-key'
import { useText } from '../shell/use-text.ts'
import type { UpcomingCharge } from './overview-loading.ts'
import style from './upcoming-charges.module.css'

/** The charges after today's with their dates, so that none is a surprise. */
export function UpcomingCharges({ coming }: { coming: UpcomingCharge[] }) {
  const t = useText()
  return (
    <dl className={style.coming} aria-label={t('CHECKOUT.LATER')}>
      {coming.map(({ from, key, values }) => (
        <div key={key}>
          <dt>{t('CHECKOUT.FROM', { date: from })}</dt>
          <dd>{t(key as MessageKey, values)}</dd>
        </div>
      ))}
    </dl>
  )
}
