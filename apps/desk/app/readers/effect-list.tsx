import type { Effects } from '@kiosk/domain/staff/reader-change-endpoints'
import { useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './readers.module.css'

type Props = {
  effects: Effects
  /** What `endsAt` means. */
  kind: 'end' | 'plan-end' | 'continue' | 'days' | 'downgrade' | 'offer-upgrade' | 'settle'
}

/** What a change would do, before it is made. */
export function EffectList({ effects: { isNew, endsAt, tier, refunds, underWay, offer, isUndecided }, kind }: Props) {
  const t = useText()
  const time = useTime()
  const money = useMoney()
  const isEnd = kind === 'end' || kind === 'plan-end'
  const at = endsAt ? time(endsAt) : ''
  return (
    <div role="status">
      <ul className={style.effects}>
        <li>
          <strong>{t('DESK.READERS.EFFECTS')}</strong>
        </li>
        {!isNew && <li>{t('DESK.READERS.EFFECT.DONE_BEFORE')}</li>}
        {isEnd && endsAt && <li>{t('DESK.READERS.EFFECT.ENDS', { time: at })}</li>}
        {kind === 'days' && endsAt && <li>{t('DESK.READERS.EFFECT.PAID_UNTIL', { time: at })}</li>}
        {kind === 'continue' && <li>{t('DESK.READERS.EFFECT.CONTINUES')}</li>}
        {kind === 'downgrade' && tier && <li>{t('DESK.READERS.EFFECT.TIER', { time: at, tier })}</li>}
        {refunds.map(({ invoice, amount, currency }) => (
          <li key={invoice}>{t('DESK.READERS.EFFECT.REFUND', { invoice, amount: money(amount, currency) })}</li>
        ))}
        {isEnd && !isUndecided && refunds.length === 0 && <li>{t('DESK.READERS.EFFECT.NO_REFUND')}</li>}
        {underWay.map(({ amount, currency }) => (
          <li key={amount}>{t('DESK.READERS.EFFECT.UNDER_WAY', { amount: money(amount, currency) })}</li>
        ))}
        {offer && (
          <li>
            {t('DESK.READERS.EFFECT.OFFER', { due: money(offer.due, offer.currency), price: money(offer.price, offer.currency) })}
          </li>
        )}
        {kind === 'settle' && <li>{t('DESK.READERS.EFFECT.SETTLED')}</li>}
        {isUndecided && <li>{t('DESK.READERS.EFFECT.UNDECIDED')}</li>}
        {kind === 'plan-end' && <li>{t('DESK.READERS.EFFECT.LATER')}</li>}
      </ul>
    </div>
  )
}
