import { declinedCharges } from '@kiosk/contract/desk-routes'
import type { Declined } from '@kiosk/domain/staff/money-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { StateTabs } from '../pieces/state-tabs.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { OPEN_OR_ALL, openOrAllIn } from './open-or-all.ts'
import { ReaderLink } from './reader-link.tsx'
import { useMovementColumns } from './use-movement-columns.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const state = openOrAllIn(request)
  const before = new URL(request.url).searchParams.get('before') || undefined
  return { ...(await deskContext(context).call(declinedCharges, { query: { state, before } })), state }
}

/** Unpaid renewals and where each is in dunning. */
export default function DeclinedCharges() {
  const { charges, next, state } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const columns: Column<Declined>[] = [
    ...useMovementColumns<Declined>(),
    {
      id: 'code',
      header: t('DESK.MONEY.CODE'),
      isOneLine: true,
      cell: (row) => (
        <>
          <code>{row.code || '–'}</code>
          <small>{row.provider}</small>
        </>
      ),
    },
    {
      id: 'next',
      header: t('DESK.MONEY.DUNNING'),
      cell: (row) => (
        <>
          {row.next
            ? t(`DESK.MONEY.NEXT.${row.next}`, { time: row.nextAt ? time(row.nextAt) : '–' })
            : t(`DESK.MONEY.SUBSCRIPTION_STATE.${row.subscriptionState}`)}
          <small>
            {t('DESK.MONEY.TRIES', { count: row.tries })}
            {row.accessUntil && `, ${t('DESK.MONEY.ACCESS_UNTIL', { time: time(row.accessUntil) })}`}
          </small>
        </>
      ),
    },
    { id: 'subscription', header: t('DESK.MONEY.SUBSCRIPTION'), isOneLine: true, cell: (row) => row.subscription },
    { id: 'reader', header: t('DESK.MONEY.READER'), isOneLine: true, cell: (row) => <ReaderLink id={row.reader} /> },
  ]
  return (
    <>
      <PageHead title={t('DESK.MONEY.DECLINED')} about={t('DESK.MONEY.DECLINED.ABOUT')} />
      <StateTabs states={OPEN_OR_ALL} current={state} nameOf={(each) => t(`DESK.MONEY.STATE.${each}`)} />
      <DataTable
        label={t('DESK.MONEY.DECLINED')}
        rows={charges}
        columns={columns}
        rowId={({ id }) => id}
        nothing={t('DESK.MONEY.DECLINED.NOTHING')}
      />
      <Pager next={next} />
    </>
  )
}
