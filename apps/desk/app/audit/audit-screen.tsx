import { auditEntries, auditExport, auditState } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import type { AuditEntry } from '@kiosk/domain/staff/audit-endpoints'
import { useMemo } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import buttonStyle from '../pieces/button.module.css'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './audit.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const filter = {
    search: search.get('search') ?? '',
    action: search.get('action') ?? '',
    from: search.get('from') || undefined,
    to: search.get('to') || undefined,
  }
  const before = search.get('before') || undefined
  const { call } = deskContext(context)
  const [found, state] = await Promise.all([call(auditEntries, { query: { ...filter, before } }), call(auditState)])
  return { ...found, state, filter }
}

/** Who changed what, when and why. */
export default function Audit() {
  const { entries, actions, more, state, filter } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const t = useText()
  const time = useTime()
  const columns = useMemo(
    (): Column<AuditEntry>[] => [
      {
        id: 'at',
        header: t('DESK.AUDIT.AT'),
        cell: ({ row }) => <time dateTime={row.original.at}>{time(row.original.at)}</time>,
      },
      {
        id: 'actor',
        header: t('DESK.AUDIT.ACTOR'),
        cell: ({ row: { original: entry } }) => (
          <>
            {entry.actor}
            <small>{entry.source}</small>
          </>
        ),
      },
      {
        id: 'action',
        header: t('DESK.AUDIT.ACTION'),
        cell: ({ row: { original: entry } }) => (
          <>
            {t(`DESK.ACTION.${entry.action}`)}
            <small>{entry.subject}</small>
          </>
        ),
      },
      { id: 'change', header: t('DESK.AUDIT.CHANGE'), cell: ({ row }) => <Change entry={row.original} /> },
      { id: 'reason', header: t('DESK.REASON'), cell: ({ row }) => row.original.reason ?? '–' },
    ],
    [t, time],
  )
  const last = entries.at(-1)
  return (
    <>
      <PageHead title={t('DESK.SECTION.AUDIT')} about={t('DESK.AUDIT.ABOUT')}>
        <a className={`${buttonStyle.button} ${buttonStyle.quiet} ${style.button}`} href={apiAddress(auditExport, {}, filter)}>
          {t('DESK.AUDIT.EXPORT')}
        </a>
      </PageHead>
      <p className={style.state} role="status" data-wrong={state.firstWrong !== null || undefined}>
        {state.firstWrong === null
          ? t('DESK.AUDIT.UNBROKEN', { count: state.entries })
          : t('DESK.AUDIT.BROKEN', { id: state.firstWrong })}
        {state.head && (
          <code>
            {state.head.id}:{state.head.hash.slice(0, 16)}…
          </code>
        )}
      </p>
      <Form className={style.filter} role="search" key={search.toString()}>
        <label>
          {t('DESK.AUDIT.SEARCH')}
          <input type="search" name="search" defaultValue={filter.search} maxLength={100} />
        </label>
        <label>
          {t('DESK.AUDIT.ACTION')}
          <select name="action" defaultValue={filter.action}>
            <option value="">{t('DESK.AUDIT.ALL_ACTIONS')}</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {t(`DESK.ACTION.${action}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('DESK.AUDIT.FROM')}
          <input type="date" name="from" defaultValue={filter.from} />
        </label>
        <label>
          {t('DESK.AUDIT.TO')}
          <input type="date" name="to" defaultValue={filter.to} />
        </label>
        <button type="submit" className={`${buttonStyle.button} ${buttonStyle.quiet}`}>
          {t('DESK.AUDIT.FIND')}
        </button>
      </Form>
      <DataTable
        label={t('DESK.SECTION.AUDIT')}
        rows={entries}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t('DESK.AUDIT.NOTHING')}
      />
      {more && last && (
        <p>
          <Link to={{ search: new URLSearchParams({ ...Object.fromEntries(search), before: String(last.id) }).toString() }}>
            {t('DESK.AUDIT.OLDER')}
          </Link>
        </p>
      )}
    </>
  )
}

/** What changed: each value with what it was before. */
function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (names.length === 0) return '–'
  return (
    <ul className={style.change}>
      {names.map((name) => (
        <li key={name}>
          <span>{name}</span> {before && name in before && <del>{textOf(before[name])}</del>}{' '}
          {after && name in after && <ins>{textOf(after[name])}</ins>}
        </li>
      ))}
    </ul>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
