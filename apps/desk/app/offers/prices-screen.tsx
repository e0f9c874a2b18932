import { prices } from '@kiosk/contract/desk-routes'
import type { PlanPrices, TaxRate } from '@kiosk/domain/staff/offer-endpoints'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { useCallback, useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useMoney, useNumber, usePercent } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './offers.module.css'
import { PriceDialog, TaxDialog, WithdrawPriceDialog } from './price-dialogs.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [me, found] = await Promise.all([ctx.me(), ctx.call(prices)])
  return { ...found, mayChange: me !== null && isPermitted(me.role, 'offers.write') }
}

type Edited = { price: PlanPrices } | { withdrawn: PlanPrices; from: string } | { tax: TaxRate } | null

/** What the plans cost in each market, from which day on, and the tax in it. */
export default function Prices() {
  const { plans, taxes, today, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const day = useDay()
  const money = useMoney()
  const number = useNumber()
  const percent = usePercent()
  const [edited, setEdited] = useState<Edited>(null)
  const since = useCallback((from: string | null) => (from ? day(from) : t('DESK.PRICES.SHIPPED')), [t, day])
  const planColumns = useMemo(
    (): Column<PlanPrices>[] => [
      {
        id: 'plan',
        header: t('DESK.PRICES.PLAN'),
        cell: ({ row: { original: plan } }) => (
          <>
            <strong>
              {plan.tier} {plan.country}
            </strong>
            <small>{t('DESK.PRICES.NUMBER', { id: plan.id })}</small>
          </>
        ),
      },
      {
        id: 'price',
        header: t('DESK.PRICES.PRICE'),
        align: 'end',
        cell: ({ row: { original: plan } }) => money(plan.price, plan.currency),
      },
      { id: 'since', header: t('DESK.PRICES.SINCE'), cell: ({ row }) => since(row.original.since) },
      {
        id: 'later',
        header: t('DESK.PRICES.LATER'),
        cell: ({ row: { original: plan } }) =>
          plan.later.length === 0
            ? '–'
            : plan.later.map(({ price, from }) => (
                <div key={from} className={style.later}>
                  {t('DESK.PRICES.FROM_DAY', {
                    price: money(price, plan.currency),
                    day: day(from),
                  })}
                  {mayChange && (
                    <Button
                      kind="bare"
                      onPress={() => setEdited({ withdrawn: plan, from })}
                      aria-label={t('DESK.PRICES.WITHDRAW_OF', {
                        name: `${plan.tier} ${plan.country}`,
                        day: day(from),
                      })}
                    >
                      {t('DESK.PRICES.WITHDRAW')}
                    </Button>
                  )}
                </div>
              )),
      },
      {
        id: 'subscriptions',
        header: t('DESK.PRICES.SUBSCRIPTIONS'),
        align: 'end',
        cell: ({ row }) => number(row.original.subscriptions),
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              align: 'end',
              cell: ({ row: { original: plan } }) => (
                <Button
                  kind="bare"
                  onPress={() => setEdited({ price: plan })}
                  aria-label={t('DESK.PRICES.SET_OF', { name: `${plan.tier} ${plan.country}` })}
                >
                  {t('DESK.PRICES.SET')}
                </Button>
              ),
            } satisfies Column<PlanPrices>,
          ]
        : []),
    ],
    [t, since, day, money, number, mayChange],
  )
  const taxColumns = useMemo(
    (): Column<TaxRate>[] => [
      { id: 'country', header: t('DESK.PRICES.MARKET'), cell: ({ row }) => <strong>{row.original.country}</strong> },
      {
        id: 'rate',
        header: t('DESK.PRICES.RATE'),
        align: 'end',
        cell: ({ row }) => percent(row.original.rate / 10_000),
      },
      { id: 'since', header: t('DESK.PRICES.SINCE'), cell: ({ row }) => since(row.original.since) },
      {
        id: 'later',
        header: t('DESK.PRICES.LATER'),
        cell: ({ row }) =>
          row.original.later
            .map(({ rate, from }) => t('DESK.PRICES.FROM_DAY', { price: percent(rate / 10_000), day: day(from) }))
            .join(', ') || '–',
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              align: 'end',
              cell: ({ row: { original: tax } }) => (
                <Button
                  kind="bare"
                  onPress={() => setEdited({ tax })}
                  aria-label={t('DESK.PRICES.SET_TAX_OF', { name: tax.country })}
                >
                  {t('DESK.PRICES.SET_TAX')}
                </Button>
              ),
            } satisfies Column<TaxRate>,
          ]
        : []),
    ],
    [t, since, day, percent, mayChange],
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.PRICES')} about={t('DESK.PRICES.ABOUT')} />
      <DataTable
        label={t('DESK.SECTION.PRICES')}
        rows={plans}
        columns={planColumns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.PRICES.NOTHING')}
      />
      <p>
        <Link to="/money">{t('DESK.PRICES.RUNNING')}</Link>
      </p>
      <h2 className={style.heading}>{t('DESK.PRICES.TAXES')}</h2>
      <p className={style.note}>{t('DESK.PRICES.TAXES_ABOUT')}</p>
      <DataTable
        label={t('DESK.PRICES.TAXES')}
        rows={taxes}
        columns={taxColumns}
        rowId={({ country }) => country}
        nothing={t('DESK.PRICES.NOTHING')}
      />
      {edited && 'price' in edited && <PriceDialog plan={edited.price} today={today} onDone={() => setEdited(null)} />}
      {edited && 'tax' in edited && <TaxDialog tax={edited.tax} today={today} onDone={() => setEdited(null)} />}
      {edited && 'withdrawn' in edited && (
        <WithdrawPriceDialog plan={edited.withdrawn} from={edited.from} onDone={() => setEdited(null)} />
      )}
    </>
  )
}
