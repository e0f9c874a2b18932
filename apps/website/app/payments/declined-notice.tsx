import type { MessageKey } from '@kiosk/i18n/message-key'
import { Notice } from '@kiosk/ui/notice'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import type { Declined } from './overview-loading.ts'
import style from './result.module.css'

/** A reason code of a provider, which means nothing to a buyer. */
const CODE = /^[\dA-Z]+(_[\dA-Z]+)+$/

/** Why a payment failed, in plain words; `bank`: the bank's own text. */
export function DeclinedNotice({ declined: { reason, bank } }: { declined: Pick<Declined, 'reason' | 'bank'> }) {
  const t = useText()
  const reasonText = reason && t(`PAYMENT.REASON_${reason}` as MessageKey)
  const known = reasonText?.startsWith('PAYMENT.') ? null : reasonText
  // Some banks return only the reason itself, or a code. No bank knows of a payment that the buyer left.
  const more = reason === 'abandoned' || bank === known || (bank && CODE.test(bank)) ? null : bank
  if (!known && !more) return null
  return (
    <div className={style.reason} data-reason={reason}>
      <Notice
        kind="error"
        title={known ?? t('PAYMENT.FAILED_REASON')}
        actions={
          <Link plain to="home" hash="#feedback">
            {t('PAYMENT.FAILED_REPORT')}
          </Link>
        }
      >
        {more && <p className={style.bank}>{t('PAYMENT.FAILED_BANK', { text: more })}</p>}
      </Notice>
    </div>
  )
}
