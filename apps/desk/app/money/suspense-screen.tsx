import { suspenseEntries } from '@kiosk/contract/desk-routes'
import type { SuspenseEntry } from '@kiosk/domain/staff/money-endpoints'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { StateTabs } from '../pieces/state-tabs.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { OPEN_OR_ALL, openOrAllIn } from './open-or-all.ts'
import { DECISIONS, type SuspenseDecision, SuspenseDialog } from './suspense-dialog.tsx'
import { useMovementColumns } from './use-movement-columns.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const state = openOrAllIn(request)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [mayChange, found] = await Promise.all([ctx.may('money.write'), ctx.call(suspenseEntries, { query: { state, before } })])
  return { ...found, state, mayChange }
}

/** Money that matches nothing, and decisions about it. */
export default function Suspense() {
  const { entries, more, state, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const money = useMoney()
  const [decided, setDecided] = useState<{ entry: SuspenseEntry; decision: SuspenseDecision } | null>(null)
  const columns: Column<SuspenseEntry>[] = [
    ...useMovementColumns<SuspenseEntry>(),
    {
      id: 'what',
      header: t('DESK.LIST.WHAT'),
      cell: (row) => (
        <>
          {t(`DESK.SUSPENSE.REASON.${row.reason}`)}
          <small>{[row.provider, row.kind, row.reference].join(' · ')}</small>
        </>
      ),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => (
        <>
          {t(`DESK.SUSPENSE.STATE.${row.state}`)}
          {row.subscription && <small>{t('DESK.SUSPENSE.ASSIGNED', { subscription: row.subscription })}</small>}
          {row.resolution && <small>{row.resolution}</small>}
        </>
      ),
    },
  ]
  const actions = (entry: SuspenseEntry) => (
    <Buttons>
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
    </Buttons>
  )
  return (
    <>
      <PageHead title={t('DESK.MONEY.SUSPENSE')} about={t('DESK.MONEY.SUSPENSE.ABOUT')} />
      <StateTabs states={OPEN_OR_ALL} current={state} nameOf={(each) => t(`DESK.MONEY.STATE.${each}`)} />
      <DataTable
        label={t('DESK.MONEY.SUSPENSE')}
        rows={entries}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.MONEY.SUSPENSE.NOTHING')}
      />
      <Pager next={more ? entries.at(-1)?.id : null} />
      {decided && <SuspenseDialog {...decided} onDone={() => setDecided(null)} />}
    </>
  )
}

/** Only a charge can be returned, and nothing while a return is under way. */
function isPossible(decision: SuspenseDecision, { state, kind, amount }: SuspenseEntry): boolean {
  if (state !== 'open' && state !== 'return-failed') return false
  return decision !== 'RETURN' || (kind === 'charge' && amount > 0)
}
