import { findReaders } from '@kiosk/contract/desk-routes'
import type { FoundReader } from '@kiosk/domain/staff/reader-endpoints'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge, type Tone } from '../pieces/badge.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterForm, FilterSearch } from '../pieces/filter-form.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim().slice(0, 200)
  const found = await deskContext(context).call(findReaders, { query: { search } })
  return { ...found, search }
}

const TONES: Record<string, Tone> = { active: 'good', unverified: 'plain', closed: 'quiet', erasing: 'bad' }

/** One field that finds a reader by whatever they name on the phone. */
export default function Readers() {
  const { readers, more, search } = useLoaderData<typeof loader>()
  const t = useText()
  const columns: Column<FoundReader>[] = [
    {
      id: 'email',
      header: t('DESK.READERS.EMAIL'),
      cell: (row) => (
        <Link to={`/readers/${row.id}`}>
          <strong>{row.email}</strong>
        </Link>
      ),
    },
    { id: 'name', header: t('DESK.READERS.NAME'), cell: (row) => row.name || '–' },
    { id: 'country', header: t('DESK.MONEY.COUNTRY'), cell: (row) => row.country },
    { id: 'plan', header: t('DESK.READERS.PLAN'), cell: (row) => row.tier ?? '–' },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => <Badge tone={TONES[row.state] ?? 'plain'}>{t(`DESK.READERS.STATE.${row.state}`)}</Badge>,
    },
    {
      id: 'by',
      header: t('DESK.READERS.FOUND_BY'),
      cell: (row) => (
        <>
          {t(`DESK.READERS.BY.${row.by}`)}
          {row.match && <small>{row.match}</small>}
        </>
      ),
    },
  ]
  return (
    <>
      <PageHead title={t('DESK.SECTION.READERS')} about={t('DESK.READERS.ABOUT')} />
      <FilterForm isManual>
        <FilterSearch
          name="search"
          label={t('DESK.READERS.SEARCH')}
          value={search}
          maxLength={200}
          // The page is for typing into this field.
          autoFocus={search === ''}
        />
      </FilterForm>
      <DataTable
        label={t('DESK.SECTION.READERS')}
        rows={readers}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={t(search === '' ? 'DESK.READERS.START' : 'DESK.READERS.NOTHING')}
      />
      {more && <p role="status">{t('DESK.READERS.MORE')}</p>}
    </>
  )
}
