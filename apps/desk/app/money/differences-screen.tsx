import { differences } from '@kiosk/contract/desk-routes'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './money.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return deskContext(context).call(differences)
}

type Difference = Awaited<ReturnType<typeof loader>>['differences'][number]

/** Where the ledger and a provider's list differ, and until when they were compared. */
export default function Differences() {
  const { differences: rows, compared } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const money = useMoney()
  const columns: Column<Difference>[] = [
    {
      id: 'at',
      header: t('DESK.MONEY.FOUND_AT'),
      cell: (row) => <time dateTime={row.at}>{time(row.at)}</time>,
    },
    {
      id: 'amount',
      header: t('DESK.MONEY.AMOUNT'),
      align: 'end',
      cell: (row) => (row.amount === null || row.currency === null ? '–' : money(row.amount, row.currency)),
    },
    {
      id: 'what',
      header: t('DESK.LIST.WHAT'),
      cell: (row) => t(`DESK.MONEY.DIFFERS.${(row.what ?? 'different amount').replaceAll(' ', '-')}`),
    },
    { id: 'subject', header: t('DESK.MONEY.MOVEMENT'), cell: (row) => <code>{row.subject}</code> },
  ]
  return (
    <>
      <PageHead title={t('DESK.MONEY.DIFFERENCES')} about={t('DESK.MONEY.DIFFERENCES.ABOUT')} />
      <ul className={style.compared}>
        {compared.length === 0 && <li>{t('DESK.MONEY.NEVER_COMPARED')}</li>}
        {compared.map(({ provider, until }) => (
          <li key={provider}>{t('DESK.MONEY.COMPARED', { provider, time: time(until) })}</li>
        ))}
      </ul>
      <DataTable
        label={t('DESK.MONEY.DIFFERENCES')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.MONEY.DIFFERENCES.NOTHING')}
      />
    </>
  )
}
