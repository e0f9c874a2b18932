import { auditEntries, auditExport, auditState } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { AuditEntry } from '@kiosk/domain/staff/audit-endpoints'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { buttonClass } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterDay, FilterForm, FilterSearch, FilterSelect } from '../pieces/filter-form.tsx'
import { Failure, Notice } from '../pieces/notice.tsx'
import { Pager } from '../pieces/pager.tsx'
import { changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import style from './audit.module.css'
import { AuditChange } from './audit-change.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const filter = {
    search: search.get('search') ?? '',
    action: search.get('action') ?? '',
    from: search.get('from') || undefined,
    to: search.get('to') || undefined,
  }
  const before = search.get('before') || undefined
  return { ...(await deskContext(context).call(auditEntries, { query: { ...filter, before } })), filter }
}

/** Who changed what, when and why. */
export default function Audit() {
  const { entries, actions, more, filter } = useLoaderData<typeof loader>()
  const t = useText()
  const language = useLanguage()
  const time = useTime()
  const columns: Column<AuditEntry>[] = [
    {
      id: 'at',
      header: t('DESK.LIST.AT'),
      cell: (row) => <time dateTime={row.at}>{time(row.at)}</time>,
    },
    {
      id: 'actor',
      header: t('DESK.AUDIT.ACTOR'),
      cell: (entry) => (
        <>
          {entry.actor}
          <small>{entry.source}</small>
        </>
      ),
    },
    {
      id: 'action',
      header: t('DESK.AUDIT.ACTION'),
      cell: (entry) => (
        <>
          {t(`DESK.ACTION.${entry.action}`)}
          <small className={style.subject}>{entry.subject}</small>
        </>
      ),
    },
    { id: 'change', header: t('DESK.AUDIT.CHANGE'), cell: (row) => <AuditChange entry={row} /> },
    { id: 'reason', header: t('DESK.REASON'), cell: (row) => row.reason ?? '–' },
  ]
  return (
    <>
      <PageHead title={t('DESK.SECTION.AUDIT')} about={t('DESK.AUDIT.ABOUT')}>
        <a className={buttonClass('quiet')} href={apiAddress(auditExport, {}, filter)}>
          {t('DESK.CSV')}
        </a>
      </PageHead>
      <State />
      <FilterForm>
        <FilterSearch name="search" label={t('DESK.AUDIT.SEARCH')} value={filter.search} />
        <FilterSelect
          name="action"
          label={t('DESK.AUDIT.ACTION')}
          value={filter.action}
          options={[
            ['', t('DESK.AUDIT.ALL_ACTIONS')],
            ...actions
              .map((action) => [action, t(`DESK.ACTION.${action}`)] as const)
              .toSorted(([, one], [, other]) => one.localeCompare(other, language)),
          ]}
        />
        <FilterDay name="from" label={t('DESK.LIST.FROM')} value={filter.from ?? ''} />
        <FilterDay name="to" label={t('DESK.LIST.TO')} value={filter.to ?? ''} />
      </FilterForm>
      <DataTable
        label={t('DESK.SECTION.AUDIT')}
        rows={entries}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.AUDIT.NOTHING')}
      />
      <Pager next={more ? entries.at(-1)?.id : null} />
    </>
  )
}

/** Whether all entries are as they were written. The page does not wait for it: the server checks every one of them. */
function State() {
  const t = useText()
  const { answer: state, error } = useAnswer({}, (_, signal) => deskClient.call(auditState, {}, { signal }))
  if (error !== null) return <Failure error={changeErrorOf(error, t)} />
  return (
    <Notice tone={state === null ? 'plain' : state.firstWrong === null ? 'good' : 'bad'} role="status">
      {state === null
        ? t('DESK.AUDIT.CHECKING')
        : state.firstWrong === null
          ? t('DESK.AUDIT.UNBROKEN', { count: state.entries })
          : t('DESK.AUDIT.BROKEN', { id: state.firstWrong })}
      {state?.head && (
        <code>
          {state.head.id}:{state.head.hash.slice(0, 16)}…
        </code>
      )}
    </Notice>
  )
}
