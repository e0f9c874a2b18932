import { Icon, type IconName } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import type { CardIssue } from './issue-cards.ts'
import { type ReadAction, readActions } from './read-actions.ts'
import style from './read-buttons.module.css'
import type { SubscriptionPrice } from './subscription-price.ts'

type Props = {
  issue: CardIssue
  readerHref: string
  /** The cheapest subscription that opens the issue; null if none is needed or the price is unavailable. */
  price: SubscriptionPrice | null
  /** What else can be done with the title: further buttons, also in forms. */
  children: ReactNode
}

const icons: Record<ReadAction['kind'], IconName> = { read: 'newspaper', register: 'user', subscription: 'gem' }

/**
 * The button that opens an issue, with the price below if it needs a subscription, then the others; on phones they are in one
 * row below it.
 */
export function ReadButtons({ issue, readerHref, price, children }: Props) {
  const t = useText()
  const { state, webapp } = useViewer()
  return (
    <div className={style.actions}>
      {readActions(state, issue, { readerHref, webapp }).map(({ kind, words, href }, place) => (
        <a key={kind} className={place === 0 ? 'button' : 'button quiet'} href={href} data-action={kind}>
          {place > 0 && <Icon name={icons[kind]} />}
          {t(words)}
        </a>
      ))}
      {price && (
        <p className={style.price}>
          {price.charges === null
            ? t('ISSUE.SUBSCRIPTION_FROM', { price: price.regular })
            : t('ISSUE.SUBSCRIPTION_OFFER', { count: price.charges, price: price.reduced, regular: price.regular })}
        </p>
      )}
      {children}
    </div>
  )
}
