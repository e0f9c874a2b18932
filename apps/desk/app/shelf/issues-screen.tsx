import { shelfIssues } from '@kiosk/contract/desk-routes'
import { ISSUE_STATES, type ShelfIssue } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterDay, FilterForm, FilterSearch, FilterSelect } from '../pieces/filter-form.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay } from '../shell/use-format.ts'
import { useNames } from '../shell/use-names.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { IssueState } from './issue-state.tsx'
import { NothingHere } from './nothing-here.tsx'
import style from './shelf.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const given = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ''))
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('shelf.write'), ctx.call(shelfIssues, { query: given })])
  return { ...found, mayChange }
}

/** All issues, newest first, with search and filters. */
export default function Issues() {
  const { issues, more, titleName, mayChange } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const t = useText()
  const day = useDay()
  const time = useTime()
  const names = useNames()
  const columns: Column<ShelfIssue>[] = [
    {
      id: 'issue',
      header: t('DESK.SHELF.ISSUE'),
      cell: (issue) => (
        <>
          <Link to={`/issues/${issue.uid}`}>
            <strong>
              {issue.title}, {issue.name}
            </strong>
          </Link>
          <small>{issue.uid}</small>
        </>
      ),
    },
    { id: 'date', header: t('DESK.SHELF.DAY'), cell: (row) => day(row.date) },
    { id: 'language', header: t('DESK.FIELD.language'), cell: (row) => names.language(row.language) },
    {
      id: 'pages',
      header: t('DESK.SHELF.PAGES'),
      align: 'end',
      cell: (row) => row.pages,
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (issue) => (
        <>
          <IssueState state={issue.state} />
          {issue.shownFrom && <small>{time(issue.shownFrom)}</small>}
          {issue.hasRemovedParts && <small>{t('DESK.SHELF.PARTS_DOWN')}</small>}
        </>
      ),
    },
  ]
  const value = (name: string) => query.get(name) ?? ''
  return (
    <>
      <PageHead title={t('DESK.SECTION.ISSUES')} about={t('DESK.SECTION.ISSUES.ABOUT')} />
      <FilterForm>
        <FilterSearch
          name="search"
          label={t('DESK.SHELF.SEARCH')}
          value={value('search')}
          placeholder={t('DESK.SHELF.SEARCH_ISSUES')}
        />
        <FilterSelect
          name="state"
          label={t('DESK.LIST.STATE')}
          value={value('state')}
          options={(['all', ...ISSUE_STATES] as const).map((id) => [id === 'all' ? '' : id, t(`DESK.SHELF.ISSUE_STATE.${id}`)])}
        />
        <FilterDay name="from" label={t('DESK.LIST.FROM')} value={value('from')} />
        <FilterDay name="to" label={t('DESK.LIST.TO')} value={value('to')} />
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
        nothing={<NothingHere of="ISSUES" mayChange={mayChange} />}
      />
      <Pager by="after" next={more ? issues.at(-1)?.uid : null} />
    </>
  )
}
