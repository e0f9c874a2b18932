import type { ReaderSubscription } from '@kiosk/domain/staff/reader-page-endpoint'
import { type ReactNode, useState } from 'react'
import { Badge, type Tone } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { Facts } from './facts.tsx'
import style from './readers.module.css'
import { DaysDialog, EndDialog, PlainDialog, type SubscriptionDialog } from './subscription-dialogs.tsx'
import { useCode } from './use-code.ts'

type Props = { readerId: number; subscription: ReaderSubscription; may: { write: boolean; money: boolean } }

const TONES: Record<string, Tone> = { active: 'good', 'past-due': 'bad', ended: 'quiet' }

/** A subscription: its state, and the actions that are possible. */
export function SubscriptionCard({ readerId, subscription, may }: Props) {
  const t = useText()
  const time = useTime()
  const code = useCode()
  const money = useMoney()
  const day = useDay()
  const [open, setOpen] = useState<SubscriptionDialog | null>(null)
  const { number, tier, state, nextCharge, plannedEnd, plannedTier, dunning, actions } = subscription
  const isRunning = state === 'active' || state === 'past-due'
  const renewal = nextCharge
    ? t('DESK.READERS.RENEWS', { time: day(nextCharge.at), amount: money(nextCharge.amount, subscription.currency) })
    : t(subscription.renews && !subscription.isOwn ? 'DESK.READERS.RENEWS_ELSEWHERE' : 'DESK.READERS.RENEWS_NOT')
  const facts: [string, ReactNode][] = [
    ['PERIOD', `${day(subscription.startsAt)} – ${subscription.endsAt ? day(subscription.endsAt) : t('DESK.READERS.OPEN_END')}`],
    ['RENEWAL', isRunning && renewal],
    ['METHOD', subscription.method],
    ['REFERENCE', subscription.reference && <code>{subscription.reference}</code>],
    ['VOUCHER', subscription.voucher && <code>{subscription.voucher}</code>],
    ['CAME_FROM', attributionText(subscription.attribution)],
    ['DUNNING', dunning && <Dunning dunning={dunning} />],
    ['PLANNED_END', plannedEnd && `${time(plannedEnd.at)} · ${t(`DESK.READERS.POLICY.${plannedEnd.refund}`)}`],
    ['PLANNED_TIER', plannedTier],
    [
      'DECLARED',
      subscription.declarations.length > 0 &&
        subscription.declarations.map((each) => code('DECLARED', each.kind).replace('{time}', day(each.receivedAt))).join(', '),
    ],
  ]
  const button = (name: SubscriptionDialog, key: string, kind: 'quiet' | 'danger' = 'quiet') => (
    <Button kind={kind} onPress={() => setOpen(name)}>
      {t(`DESK.READERS.${key}`)}
    </Button>
  )
  const given = { readerId, subscription, onDone: () => setOpen(null) }
  return (
    <article className={`${style.subscription} ${isRunning ? '' : style.ended}`} aria-labelledby={`subscription-${number}`}>
      <h3 id={`subscription-${number}`}>
        {tier} {number}
        <Badge tone={TONES[state] ?? 'plain'}>{code('SUBSCRIPTION', state)}</Badge>
      </h3>
      <Facts facts={facts} nameOf={(name) => t(`DESK.READERS.${name}`)} />
      {isRunning && (may.write || may.money) && (
        <fieldset className={style.actions} aria-label={t('DESK.READERS.ACTIONS_OF', { number })}>
          {may.money && subscription.paidUntil && button('days', 'DAYS')}
          {may.write && tier === 'PREMIUM' && !plannedTier && button('downgrade', 'DOWNGRADE')}
          {may.write && tier === 'MAGZ' && button('offer-upgrade', 'OFFER')}
          {may.write && plannedTier && button('take-back-downgrade', 'WITHDRAW_DOWNGRADE')}
          {may.write && plannedEnd && button('withdraw-end', 'WITHDRAW_END')}
          {may.write && button('end', 'END', 'danger')}
        </fieldset>
      )}
      {actions.length > 0 && (
        <details>
          <summary>{t('DESK.READERS.ACTIONS_DONE', { count: actions.length })}</summary>
          <ul>
            {actions.map(({ kind, actor, why, at }) => (
              <li key={at + kind}>
                {time(at)}: {code('DONE', kind)}, {actor}. {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      {open === 'end' && <EndDialog {...given} />}
      {open === 'days' && <DaysDialog {...given} />}
      {open && open !== 'end' && open !== 'days' && <PlainDialog {...given} name={open} />}
    </article>
  )
}

/** Returns the values of the address that led to the order, as they are written there: "utm_source=brief". */
const attributionText = (attribution: ReaderSubscription['attribution']): string =>
  Object.entries(attribution)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}=${value}`)
    .join(', ')

function Dunning({ dunning: { code, since, retryAt, endsAt } }: { dunning: NonNullable<ReaderSubscription['dunning']> }) {
  const t = useText()
  const day = useDay()
  return (
    <span className={style.alert}>
      {[
        t('DESK.READERS.DUNNING_SINCE', { since: day(since), code: code ?? '–' }),
        retryAt ? t('DESK.READERS.DUNNING_RETRY', { time: day(retryAt) }) : t('DESK.READERS.DUNNING_NO_RETRY'),
        endsAt && t('DESK.READERS.DUNNING_END', { time: day(endsAt) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </span>
  )
}
