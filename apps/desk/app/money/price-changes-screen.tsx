import { deskPrices } from '@kiosk/contract/desk-routes'
import type { PlanPrice, PriceCampaign } from '@kiosk/domain/staff/price-endpoints'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'
import { PriceChangeDialog } from './price-change-dialog.tsx'
import { ruleKey } from './rule-key.ts'
import { StopChangeDialog } from './stop-change-dialog.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('prices.write'), ctx.call(deskPrices)])
  return { ...found, mayChange }
}

/** Prices of the plans, and changes of the prices of running subscriptions. */
export default function Prices() {
  const { prices, campaigns, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const money = useMoney()
  const day = useDay()
  const [opened, setOpened] = useState<'new' | PriceCampaign | null>(null)
  const planColumns: Column<PlanPrice>[] = [
    { id: 'plan', header: t('DESK.PRICE.PLAN'), cell: (row) => `${row.tier} ${row.country}` },
    {
      id: 'price',
      header: t('DESK.PRICE.PRICE'),
      align: 'end',
      cell: (row) => money(row.price, row.currency),
    },
    {
      id: 'rule',
      header: t('DESK.PRICE.RULE'),
      cell: (row) => t(`DESK.PRICE.RULE.${ruleKey(row)}`),
    },
  ]
  const columns: Column<PriceCampaign>[] = [
    {
      id: 'plan',
      header: t('DESK.PRICE.CHANGE'),
      cell: (row) => (
        <>
          {row.tier} {row.country}: <span className="number">{money(row.price, row.currency)}</span>
          <small>{t('DESK.PRICE.FROM', { day: day(row.fromDay) })}</small>
        </>
      ),
    },
    { id: 'rule', header: t('DESK.PRICE.RULE'), cell: (row) => t(`DESK.PRICE.RULE.${ruleKey(row)}`) },
    {
      id: 'counts',
      header: t('DESK.PRICE.READERS'),
      cell: (row) => (
        <>
          {t('DESK.PRICE.COUNTS', { affected: row.affected, informed: row.informed, paying: row.paying })}
          <small>{t('DESK.PRICE.COUNTS_MORE', { agreed: row.agreed, left: row.left })}</small>
        </>
      ),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => <Badge tone={row.state === 'runs' ? 'good' : 'quiet'}>{t(`DESK.PRICE.STATE.${row.state}`)}</Badge>,
    },
  ]
  const actions = (row: PriceCampaign) =>
    row.state !== 'stopped' && (
      <Button
        kind="bare"
        onPress={() => setOpened(row)}
        aria-label={t('DESK.PRICE.STOP_OF', { name: `${row.tier} ${row.country}`, day: day(row.fromDay) })}
      >
        {t('DESK.PRICE.STOP')}
      </Button>
    )
  return (
    <>
      <PageHead title={t('DESK.MONEY.PRICES')} about={t('DESK.MONEY.PRICES.ABOUT')}>
        {mayChange && <Button onPress={() => setOpened('new')}>{t('DESK.PRICE.NEW')}</Button>}
      </PageHead>
      <section className={style.wide}>
        <h2>{t('DESK.PRICE.TODAY')}</h2>
        <DataTable
          label={t('DESK.PRICE.TODAY')}
          rows={prices}
          columns={planColumns}
          rowId={({ plan }) => String(plan)}
          nothing=""
        />
      </section>
      <section className={style.wide}>
        <h2>{t('DESK.PRICE.CHANGES')}</h2>
        <DataTable
          label={t('DESK.PRICE.CHANGES')}
          rows={campaigns}
          columns={columns}
          actions={mayChange && actions}
          rowId={({ id }) => String(id)}
          nothing={t('DESK.PRICE.NO_CHANGES')}
        />
      </section>
      {opened === 'new' && <PriceChangeDialog prices={prices} onDone={() => setOpened(null)} />}
      {opened && opened !== 'new' && <StopChangeDialog campaign={opened} onDone={() => setOpened(null)} />}
    </>
  )
}
