import type { MessageKey } from '@kiosk/i18n/message-key'
import { Notice } from '@kiosk/ui/notice'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { PaymentPage } from './payment-page.tsx'

/** Error codes for orders that are impossible from the visitor's country. */
export const MARKET_REJECTIONS: readonly string[] = ['market_closed', 'market_mismatch', 'market_unproved']

/** Explains why ordering is impossible from here and what to do. `market`: name of the account's country. */
export function MarketRejected({ code, market }: { code: string; market: string }) {
  const t = useText()
  const { countryName } = useViewer()
  return (
    <PaymentPage step={1} title={t(`CHECKOUT.${code}_TITLE` as MessageKey)}>
      <Notice
        kind="warning"
        actions={
          <>
            <Link plain to="catalogue" className="button">
              {t('CHECKOUT.TO_READING')}
            </Link>
            {code === 'market_mismatch' && (
              <Link plain to="account" values={{ edit: 'region' }} className="button quiet">
                {t('CHECKOUT.TO_REGION')}
              </Link>
            )}
          </>
        }
      >
        <p>{t(`CHECKOUT.${code}` as MessageKey, { country: countryName, market })}</p>
      </Notice>
    </PaymentPage>
  )
}

/** Notice for orders from another country: only payment data of the account's country are accepted. */
export function LocalMethodNotice({ market }: { market: string }) {
  const t = useText()
  const { countryName } = useViewer()
  return (
    <Notice kind="info" title={t('CHECKOUT.LOCAL_METHOD_TITLE')}>
      <p>{t('CHECKOUT.LOCAL_METHOD', { country: countryName, market })}</p>
    </Notice>
  )
}
