import { deskRebuilds } from '@kiosk/contract/desk-routes'
import type { FailedRebuild } from '@kiosk/domain/staff/operation-endpoints'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before') || undefined
  return deskContext(context).call(deskRebuilds, { query: { before } })
}

/** Issues that an earlier version has read: how many are left, and which ones stay as they are or wait. */
export default function Rebuilds() {
  const { left, most, failures, more } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const columns: Column<FailedRebuild>[] = [
    {
      id: 'issue',
      header: t('DESK.REBUILDS.ISSUE'),
      cell: (row) => (
        <>
          <Link to={`/issues/${row.uid}`}>
            <strong>{row.name}</strong>
          </Link>
          <small>{row.uid}</small>
        </>
      ),
    },
    { id: 'problem', header: t('DESK.REBUILDS.PROBLEM'), cell: (row) => <span lang="en">{row.problem}</span> },
    { id: 'tries', header: t('DESK.REBUILDS.TRIES'), align: 'end', cell: (row) => row.tries },
    {
      id: 'next',
      header: t('DESK.REBUILDS.NEXT'),
      cell: ({ retryAt }) =>
        retryAt === null ? (
          t('DESK.REBUILDS.STAYS')
        ) : (
          <time dateTime={retryAt}>{t('DESK.REBUILDS.AGAIN', { time: time(retryAt) })}</time>
        ),
    },
  ]
  return (
    <>
      <PageHead title={t('DESK.SECTION.REBUILDS')} about={t('DESK.REBUILDS.ABOUT')} />
      <p>{t(left < most ? 'DESK.REBUILDS.LEFT' : 'DESK.REBUILDS.LEFT_AT_LEAST', { count: left })}</p>
      <DataTable
        label={t('DESK.SECTION.REBUILDS')}
        rows={failures}
        columns={columns}
        rowId={({ uid }) => uid}
        nothing={t('DESK.REBUILDS.NOTHING')}
      />
      <Pager next={more ? failures.at(-1)?.id : null} />
    </>
  )
}
