import { deskDisputes } from '@kiosk/contract/desk-routes'
import type { Dispute } from '@kiosk/domain/staff/money-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { ReaderLink } from './reader-link.tsx'
import { useMovementColumns } from './use-movement-columns.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before') || undefined
  return deskContext(context).call(deskDisputes, { query: { before } })
}

/** Chargebacks and returned debits. */
export default function Disputes() {
  const { disputes, more } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const columns: Column<Dispute>[] = [
    ...useMovementColumns<Dispute>(),
    {
      id: 'what',
      header: t('DESK.LIST.WHAT'),
      cell: (row) => (
        <>
          {t(`DESK.MONEY.DISPUTE.${row.code}`)}
          <small>{[row.provider, row.reference, row.reason].filter(Boolean).join(' · ')}</small>
        </>
      ),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => (
        <>
          {row.wonAt ? t('DESK.MONEY.DISPUTE.won', { time: time(row.wonAt) }) : t('DESK.MONEY.DISPUTE.taken')}
          {row.endedSubscription && <small>{t('DESK.MONEY.DISPUTE.ended')}</small>}
        </>
      ),
    },
    { id: 'invoice', header: t('DESK.MONEY.INVOICE'), isOneLine: true, cell: (row) => row.invoice ?? '–' },
    { id: 'reader', header: t('DESK.MONEY.READER'), isOneLine: true, cell: (row) => <ReaderLink id={row.reader} /> },
  ]
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
      <Pager next={more ? disputes.at(-1)?.id : null} />
    </>
  )
}
