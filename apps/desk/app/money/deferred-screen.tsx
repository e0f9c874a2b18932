import { deferredRevenue } from '@kiosk/contract/desk-routes'
import { dateFormat } from '@kiosk/domain/date-format'
import { dayInVienna } from '@kiosk/domain/day'
import { operatorLocale } from '@kiosk/domain/locale'
import type { DeferredMonth } from '@kiosk/domain/staff/money-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const until = dayInVienna(new Date()).slice(0, 7)
  const { months } = await deskContext(context).call(deferredRevenue, { query: { until } })
  return { months: months.toReversed(), current: until }
}

/** Amounts billed that belong to later days, by month. */
export default function Deferred() {
  const { months, current } = useLoaderData<typeof loader>()
  const t = useText()
  const money = useMoney()
  const locale = operatorLocale(useLanguage())
  const monthName = dateFormat(locale, { month: 'long', year: 'numeric' })
  const columns: Column<DeferredMonth>[] = [
    {
      id: 'month',
      header: t('DESK.MONEY.MONTH'),
      cell: (row) => (
        <>
          {monthName.format(new Date(`${row.month}-15T12:00:00Z`))}
          {row.month === current && <small>{t('DESK.MONEY.UNFINISHED')}</small>}
        </>
      ),
    },
    ...(['billed', 'earned', 'deferred'] as const).map(
      (sum): Column<DeferredMonth> => ({
        id: sum,
        header: t(`DESK.MONEY.${sum.toUpperCase()}_NET`),
        align: 'end',
        cell: (row) => money(row[sum], row.currency),
      }),
    ),
  ]
  return (
    <>
      <PageHead title={t('DESK.MONEY.DEFERRED')} about={t('DESK.MONEY.DEFERRED.ABOUT')} />
      <DataTable
        label={t('DESK.MONEY.DEFERRED')}
        rows={months}
        columns={columns}
        rowId={({ month, currency }) => `${month} ${currency}`}
        nothing={t('DESK.MONEY.NOT_COUNTED')}
      />
    </>
  )
}
