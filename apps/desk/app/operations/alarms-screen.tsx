import { deskAlarms } from '@kiosk/contract/desk-routes'
import type { DeskAlarm } from '@kiosk/domain/staff/operation-endpoints'
import { alarmWord } from '@kiosk/i18n/alarm-words'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { useTextOr } from '../shell/use-text-or.ts'
import { ALARM_PAGES } from './alarm-pages.ts'
import { DismissAlarmDialog } from './dismiss-alarm-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [mayChange, found] = await Promise.all([ctx.may('operations.write'), ctx.call(deskAlarms, { query: { before } })])
  return { ...found, mayChange }
}

/** Open alarms: what each is about, what to do, and where. */
export default function Alarms() {
  const { alarms, more, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const textOr = useTextOr()
  const time = useTime()
  const money = useMoney()
  const [dismissed, setDismissed] = useState<DeskAlarm | null>(null)
  const amounts = (amount: number, expected: number | null, currency: string) =>
    expected === null
      ? money(amount, currency)
      : t('DESK.ALARMS.EXPECTED', { amount: money(amount, currency), expected: money(expected, currency) })
  const wordOf = (kind: string, word: string) => alarmWord({ kind, word }, { say: t, time })
  const columns: Column<DeskAlarm>[] = [
    { id: 'at', header: t('DESK.LIST.AT'), cell: (row) => <time dateTime={row.raisedAt}>{time(row.raisedAt)}</time> },
    {
      id: 'what',
      header: t('DESK.LIST.WHAT'),
      cell: (row) => (
        <>
          <strong>{textOr(`DESK.ALARM.${row.kind}`, row.kind)}</strong>
          <small>{textOr(`DESK.ALARM_HELP.${row.kind}`, '')}</small>
          {ALARM_PAGES[row.kind] && <Link to={ALARM_PAGES[row.kind]!}>{t('DESK.TODAY.SHOW')}</Link>}
        </>
      ),
    },
    {
      id: 'subject',
      header: t('DESK.ALARMS.SUBJECT'),
      cell: (row) => (
        <>
          <code>{row.subject}</code>
          {row.amount !== null && <small className="number">{amounts(row.amount, row.expected, row.currency ?? 'EUR')}</small>}
          {row.words.length > 0 && <small>{row.words.map((word) => wordOf(row.kind, word)).join(', ')}</small>}
          {row.reader === null ? (
            <small>{row.subscription}</small>
          ) : (
            <Link to={`/readers/${row.reader}`}>{row.subscription}</Link>
          )}
        </>
      ),
    },
  ]
  const actions = (row: DeskAlarm) =>
    row.canBeDismissed && (
      <Button kind="bare" onPress={() => setDismissed(row)} aria-label={t('DESK.ALARMS.DISMISS_OF', { subject: row.subject })}>
        {t('DESK.ALARMS.DISMISS')}
      </Button>
    )
  return (
    <>
      <PageHead title={t('DESK.SECTION.ALARMS')} about={t('DESK.ALARMS.ABOUT')} />
      <DataTable
        label={t('DESK.SECTION.ALARMS')}
        rows={alarms}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.ALARMS.NOTHING')}
      />
      <Pager next={more ? alarms.at(-1)?.id : null} />
      {dismissed && <DismissAlarmDialog alarm={dismissed} onDone={() => setDismissed(null)} />}
    </>
  )
}
