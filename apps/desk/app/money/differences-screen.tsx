import { differences } from '@kiosk/contract/desk-routes'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { DismissAlarmDialog } from '../operations/dismiss-alarm-dialog.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './money.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('operations.write'), ctx.call(differences)])
  return { ...found, mayChange }
}

type Difference = Awaited<ReturnType<typeof loader>>['differences'][number]

/** Where the ledger and a provider's list differ, and until when they were compared. */
export default function Differences() {
  const { differences: rows, compared, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const money = useMoney()
  const [dismissed, setDismissed] = useState<Difference | null>(null)
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
        actions={
          mayChange &&
          ((row) => (
            <Button
              kind="bare"
              onPress={() => setDismissed(row)}
              aria-label={t('DESK.ALARMS.DISMISS_OF', { subject: row.subject })}
            >
              {t('DESK.ALARMS.DISMISS')}
            </Button>
          ))
        }
        rowId={({ id }) => String(id)}
        nothing={t('DESK.MONEY.DIFFERENCES.NOTHING')}
      />
      {dismissed && <DismissAlarmDialog alarm={dismissed} onDone={() => setDismissed(null)} />}
    </>
  )
}
