import { ledgerBalances } from '@kiosk/contract/desk-routes'
import { dayInVienna } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import { useMemo } from 'react'
import { Form, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import buttonStyle from '../pieces/button.module.css'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'
import { useDay, useMoney } from './use-money.ts'

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
  const columns = useMemo(
    (): Column<Balance>[] => [
      {
        id: 'account',
        header: t('DESK.MONEY.ACCOUNT'),
        cell: ({ row: { original: row } }) => {
          const [kind, of] = row.account.split(':')
          return (
            <>
              {t(`DESK.LEDGER.${kind}`, { of: of ?? '' })}
              <small className={style.small}>{row.account}</small>
            </>
          )
        },
      },
      { id: 'currency', header: t('DESK.MONEY.CURRENCY'), cell: ({ row }) => row.original.currency },
      {
        id: 'moved',
        header: t('DESK.MONEY.ON_DAY', { day: day(shown) }),
        cell: ({ row: { original: row } }) => <span className={style.amount}>{money(row.moved, row.currency)}</span>,
      },
      {
        id: 'balance',
        header: t('DESK.MONEY.BALANCE'),
        cell: ({ row: { original: row } }) => <span className={style.amount}>{money(row.balance, row.currency)}</span>,
      },
    ],
    [t, money, day, shown],
  )
  return (
    <>
      <PageHead title={t('DESK.MONEY.LEDGER')} about={t('DESK.MONEY.LEDGER.ABOUT')} />
      <Form className={`${style.filter} ${style.narrow}`} key={shown}>
        <label>
          {t('DESK.MONEY.DAY')}
          <input type="date" name="day" defaultValue={shown} required />
        </label>
        <button type="submit" className={`${buttonStyle.button} ${buttonStyle.quiet}`}>
          {t('DESK.MONEY.SHOW')}
        </button>
      </Form>
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
