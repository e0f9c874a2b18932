import type { PlanPrices } from '@kiosk/domain/staff/offer-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { useDay, useMoney, useNumber } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './offers.module.css'
import { PriceDialog, WithdrawPriceDialog } from './price-dialogs.tsx'

type Props = { plans: readonly PlanPrices[]; today: string; mayChange: boolean }

/** The plans with their prices now and later. */
export function PlanTable({ plans, today, mayChange }: Props) {
  const t = useText()
  const day = useDay()
  const money = useMoney()
  const number = useNumber()
  const [priced, setPriced] = useState<PlanPrices | null>(null)
  const columns: Column<PlanPrices>[] = [
    {
      id: 'plan',
      header: t('DESK.PRICES.PLAN'),
      cell: (plan) => (
        <>
          <strong>
            {plan.tier} {plan.country}
          </strong>
          <small>{t('DESK.PRICES.NUMBER', { id: plan.id })}</small>
        </>
      ),
    },
    { id: 'price', header: t('DESK.PRICES.PRICE'), align: 'end', cell: (plan) => money(plan.price, plan.currency) },
    {
      id: 'since',
      header: t('DESK.PRICES.SINCE'),
      cell: ({ since }) => (since ? day(since) : t('DESK.PRICES.SHIPPED')),
    },
    { id: 'later', header: t('DESK.PRICES.LATER'), cell: (plan) => <LaterPrices plan={plan} mayChange={mayChange} /> },
    {
      id: 'subscriptions',
      header: t('DESK.PRICES.SUBSCRIPTIONS'),
      align: 'end',
      cell: ({ subscriptions }) => number(subscriptions),
    },
  ]
  const actions = (plan: PlanPrices) => (
    <Button
      kind="bare"
      onPress={() => setPriced(plan)}
      aria-label={t('DESK.PRICES.SET_OF', { name: `${plan.tier} ${plan.country}` })}
    >
      {t('DESK.PRICES.SET')}
    </Button>
  )
  return (
    <>
      <DataTable
        label={t('DESK.SECTION.PRICES')}
        rows={plans}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.PRICES.NOTHING')}
      />
      {priced && <PriceDialog plan={priced} today={today} onDone={() => setPriced(null)} />}
    </>
  )
}

/** Prices that are set for later days, and can be withdrawn until then. */
function LaterPrices({ plan, mayChange }: { plan: PlanPrices; mayChange: boolean }) {
  const t = useText()
  const day = useDay()
  const money = useMoney()
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  if (plan.later.length === 0) return '–'
  return (
    <>
      {plan.later.map(({ price, from }) => (
        <div key={from} className={style.later}>
          {t('DESK.PRICES.FROM_DAY', { price: money(price, plan.currency), day: day(from) })}
          {mayChange && (
            <Button
              kind="bare"
              onPress={() => setWithdrawn(from)}
              aria-label={t('DESK.PRICES.WITHDRAW_OF', { name: `${plan.tier} ${plan.country}`, day: day(from) })}
            >
              {t('DESK.PRICES.WITHDRAW')}
            </Button>
          )}
        </div>
      ))}
      {withdrawn && <WithdrawPriceDialog plan={plan} from={withdrawn} onDone={() => setWithdrawn(null)} />}
    </>
  )
}
