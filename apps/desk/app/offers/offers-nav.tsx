import { SubNav } from '../pieces/sub-nav.tsx'
import { useText } from '../shell/use-text.tsx'

/** The pages of the section of offers. */
export function OffersNav() {
  const t = useText()
  const pages = [
    { to: '/offers', name: t('DESK.SECTION.PRICES') },
    { to: '/offers/vouchers', name: t('DESK.SECTION.VOUCHERS') },
    { to: '/offers/promo-codes', name: t('DESK.SECTION.PROMO_CODES') },
    { to: '/offers/campaigns', name: t('DESK.SECTION.CAMPAIGNS') },
  ]
  return <SubNav label={t('DESK.SECTION.OFFERS')} pages={pages} />
}
