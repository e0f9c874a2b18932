import { ledgerBalances } from '@kiosk/contract/desk-routes'
import { dayInVienna } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterDay, FilterForm } from '../pieces/filter-form.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('day') ?? ''
  const day = isDay(asked) ? asked : dayInVienna(new Date())
  return { ...(await deskContext(context).call(ledgerBalances, { query: { day } })), day }
}

type Balance = Awaited<ReturnType<typeof loader>>['accounts'][number]

/** Every account of the ledger at the end of a day. */
export default function Ledger() {
  const { accounts, day: shown } = useLoaderData<typeof loader>()
  const t = useText()
  const money = useMoney()
  const day = useDay()
  const columns: Column<Balance>[] = [
    {
      id: 'account',
      header: t('DESK.MONEY.ACCOUNT'),
      cell: (row) => {
        const [kind, of] = row.account.split(':')
        return (
          <>
            {t(`DESK.LEDGER.${kind}`, { of: of ?? '' })}
            <small>{row.account}</small>
          </>
        )
      },
    },
    { id: 'currency', header: t('DESK.MONEY.CURRENCY'), cell: (row) => row.currency },
    {
      id: 'moved',
      header: t('DESK.MONEY.ON_DAY', { day: day(shown) }),
      align: 'end',
      cell: (row) => money(row.moved, row.currency),
    },
    {
      id: 'balance',
      header: t('DESK.MONEY.BALANCE'),
      align: 'end',
      cell: (row) => money(row.balance, row.currency),
    },
  ]
  return (
    <>
      <PageHead title={t('DESK.MONEY.LEDGER')} about={t('DESK.MONEY.LEDGER.ABOUT')} />
      <FilterForm button={t('DESK.MONEY.SHOW')}>
        <FilterDay name="day" label={t('DESK.MONEY.DAY')} value={shown} />
      </FilterForm>
      <DataTable
        label={t('DESK.MONEY.LEDGER')}
        rows={accounts}
        columns={columns}
        rowId={({ account, currency }) => `${account} ${currency}`}
        nothing={t('DESK.MONEY.LEDGER.NOTHING')}
      />
    </>
  )
}
