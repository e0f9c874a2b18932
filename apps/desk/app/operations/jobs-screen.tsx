import { deskJobs, dismissJob, retryDeskJobs } from '@kiosk/contract/desk-routes'
import { type DeskJob, JOB_LISTS } from '@kiosk/domain/staff/operation-endpoints'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Failure } from '../pieces/notice.tsx'
import { Pager } from '../pieces/pager.tsx'
import { StateTabs } from '../pieces/state-tabs.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { useTextOr } from '../shell/use-text-or.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const search = new URL(request.url).searchParams
  const state = JOB_LISTS.find((each) => each === search.get('state')) ?? 'failed'
  const after = search.get('after') || undefined
  const [mayChange, found] = await Promise.all([ctx.may('operations.write'), ctx.call(deskJobs, { query: { state, after } })])
  return { ...found, state, mayChange }
}

/** Background jobs that failed, and what to do about them. */
export default function Jobs() {
  const { jobs, more, state, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const textOr = useTextOr()
  const time = useTime()
  const { run, error, isPending } = useChange()
  const [dismissed, setDismissed] = useState<DeskJob | null>(null)
  const nameOf = ({ name, id }: DeskJob) => `${textOr(`DESK.JOB.${name}`, name)} ${id}`
  const retry = (ids: number[]) => void run(() => deskClient.call(retryDeskJobs, { body: { ids } }))
  const columns: Column<DeskJob>[] = [
    {
      id: 'job',
      header: t('DESK.JOBS.JOB'),
      cell: (row) => (
        <>
          <strong>{textOr(`DESK.JOB.${row.name}`, row.name)}</strong>
          <small>{[row.name, row.letter, row.id].filter(Boolean).join(' · ')}</small>
        </>
      ),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => (
        <>
          <Badge tone={row.state === 'failed' ? 'bad' : 'plain'}>{t(`DESK.JOBS.STATE.${row.state}`)}</Badge>
          <small>
            {t('DESK.JOBS.ATTEMPTS', { attempts: row.attempts, most: row.maxAttempts })}
            {row.nextAt && `, ${t('DESK.JOBS.NEXT', { time: time(row.nextAt) })}`}
          </small>
        </>
      ),
    },
    { id: 'error', header: t('DESK.JOBS.ERROR'), cell: (row) => (row.error ? <span lang="en">{row.error}</span> : '–') },
    { id: 'at', header: t('DESK.JOBS.ADDED'), cell: (row) => <time dateTime={row.addedAt}>{time(row.addedAt)}</time> },
  ]
  const actions = (row: DeskJob) =>
    row.state !== 'running' && (
      <Buttons>
        <Button
          kind="bare"
          isDisabled={isPending}
          onPress={() => retry([row.id])}
          aria-label={t('DESK.JOBS.RETRY_OF', { name: nameOf(row) })}
        >
          {t('DESK.JOBS.RETRY')}
        </Button>
        <Button kind="bare" onPress={() => setDismissed(row)} aria-label={t('DESK.JOBS.DISMISS_OF', { name: nameOf(row) })}>
          {t('DESK.JOBS.DISMISS')}
        </Button>
      </Buttons>
    )
  return (
    <>
      <PageHead title={t('DESK.SECTION.JOBS')} about={t('DESK.JOBS.ABOUT')}>
        {mayChange && state === 'failed' && jobs.length > 1 && (
          <Button kind="quiet" isPending={isPending} onPress={() => retry(jobs.map(({ id }) => id))}>
            {t('DESK.JOBS.RETRY_ALL', { count: jobs.length })}
          </Button>
        )}
      </PageHead>
      <Failure error={error} />
      <StateTabs states={JOB_LISTS} current={state} nameOf={(each) => t(`DESK.JOBS.LIST.${each}`)} />
      <DataTable
        label={t('DESK.SECTION.JOBS')}
        rows={jobs}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={t(`DESK.JOBS.NOTHING.${state}`)}
      />
      <Pager by="after" next={more ? jobs.at(-1)?.id : null} />
      {dismissed && (
        <ReasonDialog
          title={t('DESK.JOBS.DISMISS_OF', { name: nameOf(dismissed) })}
          button={t('DESK.JOBS.DISMISS')}
          kind="danger"
          change={(reason) => deskClient.call(dismissJob, { params: { id: dismissed.id }, body: { reason } })}
          onDone={() => setDismissed(null)}
        >
          <p>{t('DESK.JOBS.DISMISS_ABOUT')}</p>
        </ReasonDialog>
      )}
    </>
  )
}
