import { declinedCharges } from '@kiosk/contract/desk-routes'
import type { Declined } from '@kiosk/domain/staff/money-endpoints'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './money.module.css'
import { Older } from './older.tsx'
import { ReaderLink } from './reader-link.tsx'
import { StateChoice, stateIn } from './state-choice.tsx'
import { useMoney } from './use-money.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const state = stateIn(request)
  const before = new URL(request.url).searchParams.get('before') || undefined
  return { ...(await deskContext(context).call(declinedCharges, { query: { state, before } })), state }
}

/** Unpaid renewals and where each is in dunning. */
export default function DeclinedCharges() {
  const { charges, next, state } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const money = useMoney()
  const columns = useMemo(
    (): Column<Declined>[] => [
      {
        id: 'at',
        header: t('DESK.MONEY.AT'),
        cell: ({ row }) => <time dateTime={row.original.at}>{time(row.original.at)}</time>,
      },
      {
        id: 'amount',
        header: t('DESK.MONEY.AMOUNT'),
        cell: ({ row: { original: row } }) => <span className={style.amount}>{money(row.amount, row.currency)}</span>,
      },
      {
        id: 'code',
        header: t('DESK.MONEY.CODE'),
        cell: ({ row: { original: row } }) => (
          <>
            <code>{row.code || '–'}</code>
            <small className={style.small}>{row.provider}</small>
          </>
        ),
      },
      {
        id: 'next',
        header: t('DESK.MONEY.DUNNING'),
        cell: ({ row: { original: row } }) => (
          <>
            {row.next
              ? t(`DESK.MONEY.NEXT.${row.next}`, { time: row.nextAt ? time(row.nextAt) : '–' })
              : t(`DESK.MONEY.SUBSCRIPTION_STATE.${row.subscriptionState}`)}
            <small className={style.small}>
              {t('DESK.MONEY.TRIES', { count: row.tries })}
              {row.accessUntil && `, ${t('DESK.MONEY.ACCESS_UNTIL', { time: time(row.accessUntil) })}`}
            </small>
          </>
        ),
      },
      { id: 'subscription', header: t('DESK.MONEY.SUBSCRIPTION'), cell: ({ row }) => row.original.subscription },
      { id: 'reader', header: t('DESK.MONEY.READER'), cell: ({ row }) => <ReaderLink id={row.original.reader} /> },
    ],
    [t, time, money],
  )
  return (
    <>
      <PageHead title={t('DESK.MONEY.DECLINED')} about={t('DESK.MONEY.DECLINED.ABOUT')} />
      <StateChoice state={state} />
      <DataTable
        label={t('DESK.MONEY.DECLINED')}
        rows={charges}
        columns={columns}
        rowId={({ id }) => id}
        nothing={t('DESK.MONEY.DECLINED.NOTHING')}
      />
      {next && <Older before={next} />}
    </>
  )
}
