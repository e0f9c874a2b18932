import { Notice } from '@kiosk/ui/notice'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { useVisitor } from '../shell/visitor.ts'
import { PaymentPage } from './payment-page.tsx'

/** Why an order cannot begin from where the visitor is; names of error codes. */
export const MARKET_REFUSALS: readonly string[] = ['market_closed', 'market_mismatch', 'market_unproved']

/** Nothing is sold from here: why not, and what to do. `market` is the name of the account's country. */
export function MarketRefused({ code, market }: { code: string; market: string }) {
  const t = useText()
  const { countryName } = useVisitor()
  return (
    <PaymentPage step={1} title={t(`CHECKOUT.${code}_TITLE`)}>
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
        <p>{t(`CHECKOUT.${code}`, { country: countryName, market })}</p>
      </Notice>
    </PaymentPage>
  )
}

/** The order comes from elsewhere: only payment data of the account's country will do. */
export function LocalMethodNotice({ market }: { market: string }) {
  const t = useText()
  const { countryName } = useVisitor()
  return (
    <Notice kind="info" title={t('CHECKOUT.LOCAL_METHOD_TITLE')}>
      <p>{t('CHECKOUT.LOCAL_METHOD', { country: countryName, market })}</p>
    </Notice>
  )
}
