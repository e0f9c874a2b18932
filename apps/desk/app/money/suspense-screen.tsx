import { suspenseEntries } from '@kiosk/contract/desk-routes'
import type { SuspenseEntry } from '@kiosk/domain/staff/money-endpoints'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './money.module.css'
import { Older } from './older.tsx'
import { StateChoice, stateIn } from './state-choice.tsx'
import { DECISIONS, type SuspenseDecision, SuspenseDialog } from './suspense-dialog.tsx'
import { useMoney } from './use-money.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const state = stateIn(request)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [me, found] = await Promise.all([ctx.me(), ctx.call(suspenseEntries, { query: { state, before } })])
  return { ...found, state, mayChange: me !== null && isPermitted(me.role, 'money.write') }
}

/** Money that matches nothing, and decisions about it. */
export default function Suspense() {
  const { entries, more, state, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const money = useMoney()
  const [decided, setDecided] = useState<{ entry: SuspenseEntry; decision: SuspenseDecision } | null>(null)
  const columns = useMemo(
    (): Column<SuspenseEntry>[] => [
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
            {t(`DESK.SUSPENSE.REASON.${row.reason}`)}
            <small className={style.small}>{[row.provider, row.kind, row.reference].join(' · ')}</small>
          </>
        ),
      },
      {
        id: 'state',
        header: t('DESK.MONEY.STATE'),
        cell: ({ row: { original: row } }) => (
          <>
            {t(`DESK.SUSPENSE.STATE.${row.state}`)}
            {row.subscription && (
              <small className={style.small}>{t('DESK.SUSPENSE.ASSIGNED', { subscription: row.subscription })}</small>
            )}
            {row.resolution && <small className={style.small}>{row.resolution}</small>}
          </>
        ),
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              cell: ({ row: { original: entry } }) => (
                <span className={style.links}>
                  {DECISIONS.filter((decision) => isPossible(decision, entry)).map((decision) => (
                    <Button
                      key={decision}
                      kind="bare"
                      onPress={() => setDecided({ entry, decision })}
                      aria-label={t(`DESK.SUSPENSE.${decision}_OF`, {
                        amount: money(entry.amount, entry.currency),
                        reference: entry.reference,
                      })}
                    >
                      {t(`DESK.SUSPENSE.${decision}`)}
                    </Button>
                  ))}
                </span>
              ),
            } satisfies Column<SuspenseEntry>,
          ]
        : []),
    ],
    [t, time, money, mayChange],
  )
  const last = entries.at(-1)
  return (
    <>
      <PageHead title={t('DESK.MONEY.SUSPENSE')} about={t('DESK.MONEY.SUSPENSE.ABOUT')} />
      <StateChoice state={state} />
      <DataTable
        label={t('DESK.MONEY.SUSPENSE')}
        rows={entries}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.MONEY.SUSPENSE.NOTHING')}
      />
      {more && last && <Older before={String(last.id)} />}
      {decided && <SuspenseDialog {...decided} onDone={() => setDecided(null)} />}
    </>
  )
}

/** Only a charge can be returned, and nothing while a return is under way. */
function isPossible(decision: SuspenseDecision, { state, kind, amount }: SuspenseEntry): boolean {
  if (state !== 'open' && state !== 'return-failed') return false
  return decision !== 'RETURN' || (kind === 'charge' && amount > 0)
}
