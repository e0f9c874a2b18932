import { useText } from '../shell/use-text.ts'
import { type Selection, shelfAddress } from './shelf.ts'
import style from './subscription-filter.module.css'

export type SubscriptionModel = { subscriptionId: number; shortNameDefault: string }

/** Which subscription model the shelf is seen with: links, so that it works without a script. */
export function SubscriptionFilter({ models, selection }: { models: readonly SubscriptionModel[]; selection: Selection }) {
  const t = useText()
  const choice = (label: string, subscription: number | undefined) => (
    <li key={label}>
      <a
        className={style.choice}
        href={shelfAddress({ subscription })}
        aria-current={selection.subscription === subscription ? 'true' : undefined}
      >
        {label}
      </a>
    </li>
  )
  return (
    <nav aria-label={t('CATALOGUE.FILTER')}>
      <ul className={style.choices}>
        {choice(t('CATALOGUE.FILTER_ALL'), undefined)}
        {models.map(({ subscriptionId, shortNameDefault }) => choice(shortNameDefault, subscriptionId))}
      </ul>
    </nav>
  )
}
