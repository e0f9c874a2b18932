import { subscriptionWords } from '@kiosk/languages/subscriptions'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { pays, useVisitor } from '../shell/visitor.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const { words, operator } = visitOf(context)
  return { words: words(subscriptionWords), stores: operator.stores }
}

/** What a promo code means for this visitor: log in, not needed, running, or soon. */
export default function PromoCodeScreen() {
  const t = useText()
  const { stores } = useLoaderData<typeof loader>()
  const { state, promo, webapp, path } = useVisitor()
  if (state === 'anonymous') {
    return (
      <TextPage title={t('PROMO.TITLE')} lead={t('PROMO.ANONYMOUS')}>
        <Link plain to="login" values={{ redirect: path }} className="button">
          {t('PROMO.LOGIN')}
        </Link>
      </TextPage>
    )
  }
  const lead = pays(state) ? t('PROMO.PAID') : promo ? t('PROMO.ACTIVE', promo) : t('PROMO.FREE')
  return (
    <TextPage title={t('PROMO.TITLE')} lead={lead}>
      <p>
        <a className="button" href={webapp}>
          {t('PROMO.READ')}
        </a>
      </p>
      {promo && (
        <p>
          <a href={stores.apple}>App Store</a> · <a href={stores.google}>Google Play</a>
        </p>
      )}
    </TextPage>
  )
}
