import { takedowns } from '@kiosk/contract/desk-routes'
import { isPermitted } from '@kiosk/domain/staff/roles'
import type { Takedown } from '@kiosk/domain/staff/takedown-endpoints'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { TakeDownDialog } from './take-down-dialog.tsx'
import style from './takedowns.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [me, found] = await Promise.all([ctx.me(), ctx.call(takedowns, { query: { before } })])
  return { ...found, mayChange: me !== null && isPermitted(me.role, 'shelf.write') }
}

/** What is down and what was, latest first. */
export default function Takedowns() {
  const { takedowns: rows, more, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const [edited, setEdited] = useState<Takedown | 'new' | null>(null)
  const columns = useMemo(
    (): Column<Takedown>[] => [
      {
        id: 'issue',
        header: t('DESK.TAKEDOWN.ISSUE'),
        cell: ({ row: { original: row } }) => (
          <>
            <strong>{row.title}</strong>, {row.issue}
            <small className={style.small}>{row.uid}</small>
          </>
        ),
      },
      { id: 'what', header: t('DESK.TAKEDOWN.WHAT'), cell: ({ row }) => whatOf(row.original, t) },
      {
        id: 'at',
        header: t('DESK.TAKEDOWN.AT'),
        cell: ({ row }) => <time dateTime={row.original.takenDownAt}>{time(row.original.takenDownAt)}</time>,
      },
      { id: 'reason', header: t('DESK.REASON'), cell: ({ row }) => row.original.reason },
      {
        id: 'state',
        header: t('DESK.TAKEDOWN.STATE'),
        cell: ({ row: { original: row } }) =>
          row.restoredAt ? (
            <>
              {t('DESK.TAKEDOWN.RESTORED', { time: time(row.restoredAt) })}
              <small className={style.small}>{row.restoredReason}</small>
            </>
          ) : (
            <strong className={style.down}>{t('DESK.TAKEDOWN.DOWN')}</strong>
          ),
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              cell: ({ row: { original: row } }) =>
                row.restoredAt === null && (
                  <Button
                    kind="bare"
                    onPress={() => setEdited(row)}
                    aria-label={t('DESK.TAKEDOWN.RESTORE_OF', { name: `${row.title}, ${row.issue}, ${whatOf(row, t)}` })}
                  >
                    {t('DESK.TAKEDOWN.RESTORE')}
                  </Button>
                ),
            } satisfies Column<Takedown>,
          ]
        : []),
    ],
    [t, time, mayChange],
  )
  const last = rows.at(-1)
  return (
    <>
      <PageHead title={t('DESK.SECTION.TAKEDOWNS')} about={t('DESK.TAKEDOWN.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.TAKEDOWN.NEW')}</Button>}
      </PageHead>
      <DataTable
        label={t('DESK.SECTION.TAKEDOWNS')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.TAKEDOWN.NOTHING')}
      />
      {more && last && (
        <p>
          <Link to={{ search: `before=${last.id}` }}>{t('DESK.TAKEDOWN.OLDER')}</Link>
        </p>
      )}
      {edited === 'new' && <TakeDownDialog onDone={() => setEdited(null)} />}
      {edited && edited !== 'new' && (
        <RestoreDialog id={edited.id} name={`${edited.title}, ${edited.issue}`} onDone={() => setEdited(null)}>
          {whatOf(edited, t)}
        </RestoreDialog>
      )}
    </>
  )
}

function whatOf({ page, article }: Takedown, t: ReturnType<typeof useText>): string {
  if (page !== null) return t('DESK.TAKEDOWN.PAGE_OF', { page })
  return article === null ? t('DESK.TAKEDOWN.WHOLE') : t('DESK.TAKEDOWN.ARTICLE_OF', { headline: article })
}
