import { shelfIssues } from '@kiosk/contract/desk-routes'
import { formatDay } from '@kiosk/domain/date-format'
import { ISSUE_STATES, type ShelfIssue } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { useMemo } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import { FilterForm, FilterSelect } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import style from './shelf.module.css'
import { useNames } from './use-names.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const given = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ''))
  return deskContext(context).call(shelfIssues, { query: given })
}

/** All issues, newest first, with search and filters. */
export default function Issues() {
  const { issues, more, titleName } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const t = useText()
  const language = useLanguage()
  const time = useTime()
  const names = useNames()
  const columns = useMemo(
    (): Column<ShelfIssue>[] => [
      {
        id: 'issue',
        header: t('DESK.SHELF.ISSUE'),
        cell: ({ row: { original: issue } }) => (
          <>
            <Link to={`/issues/${issue.uid}`} className={style.name}>
              {issue.title}, {issue.name}
            </Link>
            <small className={style.small}>{issue.uid}</small>
          </>
        ),
      },
      { id: 'date', header: t('DESK.SHELF.DAY'), cell: ({ row }) => formatDay(language, row.original.date) },
      { id: 'language', header: t('DESK.FIELD.language'), cell: ({ row }) => names.language(row.original.language) },
      {
        id: 'pages',
        header: t('DESK.SHELF.PAGES'),
        cell: ({ row }) => <span className={style.number}>{row.original.pages}</span>,
      },
      {
        id: 'state',
        header: t('DESK.SHELF.STATE'),
        cell: ({ row: { original: issue } }) => (
          <>
            <span className={style.state} data-state={issue.state}>
              {t(`DESK.SHELF.ISSUE_STATE.${issue.state}`)}
            </span>
            {issue.shownFrom && <small className={style.small}>{time(issue.shownFrom)}</small>}
            {issue.hasRemovedParts && <small className={style.small}>{t('DESK.SHELF.PARTS_DOWN')}</small>}
          </>
        ),
      },
    ],
    [t, language, time, names],
  )
  const value = (name: string) => query.get(name) ?? ''
  return (
    <>
      <PageHead title={t('DESK.SECTION.ISSUES')} about={t('DESK.SECTION.ISSUES.ABOUT')} />
      <FilterForm>
        <label>
          {t('DESK.SHELF.SEARCH')}
          <input
            type="search"
            name="search"
            defaultValue={value('search')}
            maxLength={100}
            placeholder={t('DESK.SHELF.SEARCH_ISSUES')}
          />
        </label>
        <FilterSelect
          name="state"
          label={t('DESK.SHELF.STATE')}
          value={value('state')}
          options={(['all', ...ISSUE_STATES] as const).map((id) => [id === 'all' ? '' : id, t(`DESK.SHELF.ISSUE_STATE.${id}`)])}
        />
        <label>
          {t('DESK.SHELF.FROM')}
          <input type="date" name="from" defaultValue={value('from')} />
        </label>
        <label>
          {t('DESK.SHELF.TO')}
          <input type="date" name="to" defaultValue={value('to')} />
        </label>
        {query.has('title') && <input type="hidden" name="title" value={value('title')} />}
      </FilterForm>
      {titleName && (
        <p className={style.more}>
          <Link to={`/titles/${value('title')}`}>{t('DESK.SHELF.OF_TITLE', { title: titleName })}</Link>
          <Link to="/issues">{t('DESK.SHELF.ALL_TITLES')}</Link>
        </p>
      )}
      <DataTable
        label={t('DESK.SECTION.ISSUES')}
        rows={issues}
        columns={columns}
        rowId={({ uid }) => uid}
        nothing={t('DESK.SHELF.NO_ISSUES')}
      />
      <MoreLink after={more ? issues.at(-1)?.uid : undefined} />
    </>
  )
}
