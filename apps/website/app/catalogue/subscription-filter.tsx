import { useText } from '../shell/use-text.ts'
import { type Selection, shelfAddress } from './issue-cards.ts'
import style from './subscription-filter.module.css'

export type SubscriptionModel = { subscriptionId: number; shortNameDefault: string }

/** Filter by subscription model: links, so that it works without JavaScript. */
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
