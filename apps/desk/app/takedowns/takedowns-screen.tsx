import { restore, takedowns } from '@kiosk/contract/desk-routes'
import type { Takedown } from '@kiosk/domain/staff/takedown-endpoints'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { TakeDownDialog } from './take-down-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [mayChange, found] = await Promise.all([ctx.may('shelf.write'), ctx.call(takedowns, { query: { before } })])
  return { ...found, mayChange }
}

/** What is down and what was, latest first. */
export default function Takedowns() {
  const { takedowns: rows, more, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const [edited, setEdited] = useState<Takedown | 'new' | null>(null)
  const columns: Column<Takedown>[] = [
    {
      id: 'issue',
      header: t('DESK.TAKEDOWN.ISSUE'),
      cell: (row) => (
        <>
          <strong>{row.title}</strong>, {row.issue}
          <small>{row.uid}</small>
        </>
      ),
    },
    { id: 'what', header: t('DESK.LIST.WHAT'), cell: (row) => whatOf(row, t) },
    {
      id: 'at',
      header: t('DESK.TAKEDOWN.AT'),
      cell: (row) => <time dateTime={row.takenDownAt}>{time(row.takenDownAt)}</time>,
    },
    { id: 'reason', header: t('DESK.REASON'), cell: (row) => row.reason },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) =>
        row.restoredAt ? (
          <>
            {t('DESK.TAKEDOWN.RESTORED', { time: time(row.restoredAt) })}
            <small>{row.restoredReason}</small>
          </>
        ) : (
          <Badge tone="bad">{t('DESK.TAKEDOWN.DOWN')}</Badge>
        ),
    },
  ]
  const actions = (row: Takedown) =>
    row.restoredAt === null && (
      <Button
        kind="bare"
        onPress={() => setEdited(row)}
        aria-label={t('DESK.TAKEDOWN.RESTORE_OF', { name: `${row.title}, ${row.issue}, ${whatOf(row, t)}` })}
      >
        {t('DESK.TAKEDOWN.RESTORE')}
      </Button>
    )
  return (
    <>
      <PageHead title={t('DESK.SECTION.TAKEDOWNS')} about={t('DESK.TAKEDOWN.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.TAKEDOWN.NEW')}</Button>}
      </PageHead>
      <DataTable
        label={t('DESK.SECTION.TAKEDOWNS')}
        rows={rows}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.TAKEDOWN.NOTHING')}
      />
      <Pager next={more ? rows.at(-1)?.id : null} />
      {edited === 'new' && <TakeDownDialog onDone={() => setEdited(null)} />}
      {edited && edited !== 'new' && (
        <ReasonDialog
          title={`${edited.title}, ${edited.issue}`}
          button={t('DESK.TAKEDOWN.RESTORE')}
          change={(reason) => deskClient.call(restore, { params: { id: edited.id }, body: { reason } })}
          onDone={() => setEdited(null)}
        >
          <p>{whatOf(edited, t)}</p>
        </ReasonDialog>
      )}
    </>
  )
}

function whatOf({ page, article }: Takedown, t: ReturnType<typeof useText>): string {
  if (page !== null) return t('DESK.TAKEDOWN.PAGE_OF', { page })
  return article === null ? t('DESK.TAKEDOWN.WHOLE') : t('DESK.TAKEDOWN.ARTICLE_OF', { headline: article })
}
