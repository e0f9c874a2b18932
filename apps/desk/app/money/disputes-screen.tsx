import { deskDisputes } from '@kiosk/contract/desk-routes'
import type { Dispute } from '@kiosk/domain/staff/money-endpoints'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './money.module.css'
import { Older } from './older.tsx'
import { ReaderLink } from './reader-link.tsx'
import { useMoney } from './use-money.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before') || undefined
  return deskContext(context).call(deskDisputes, { query: { before } })
}

/** Chargebacks and returned debits. */
export default function Disputes() {
  const { disputes, more } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const money = useMoney()
  const columns = useMemo(
    (): Column<Dispute>[] => [
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
        id: 'what',
        header: t('DESK.MONEY.WHAT'),
        cell: ({ row: { original: row } }) => (
          <>
            {t(`DESK.MONEY.DISPUTE.${row.code}`)}
            <small className={style.small}>{[row.provider, row.reference, row.reason].filter(Boolean).join(' · ')}</small>
          </>
        ),
      },
      {
        id: 'state',
        header: t('DESK.MONEY.STATE'),
        cell: ({ row: { original: row } }) => (
          <>
            {row.wonAt ? t('DESK.MONEY.DISPUTE.won', { time: time(row.wonAt) }) : t('DESK.MONEY.DISPUTE.taken')}
            {row.endedSubscription && <small className={style.small}>{t('DESK.MONEY.DISPUTE.ended')}</small>}
          </>
        ),
      },
      { id: 'invoice', header: t('DESK.MONEY.INVOICE'), cell: ({ row }) => row.original.invoice ?? '–' },
      { id: 'reader', header: t('DESK.MONEY.READER'), cell: ({ row }) => <ReaderLink id={row.original.reader} /> },
    ],
    [t, time, money],
  )
  const last = disputes.at(-1)
  return (
    <>
      <PageHead title={t('DESK.MONEY.DISPUTES')} about={t('DESK.MONEY.DISPUTES.ABOUT')} />
      <DataTable
        label={t('DESK.MONEY.DISPUTES')}
        rows={disputes}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.MONEY.DISPUTES.NOTHING')}
      />
      {more && last && <Older before={String(last.id)} />}
    </>
  )
}
