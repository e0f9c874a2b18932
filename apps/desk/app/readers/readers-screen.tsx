import { findReaders } from '@kiosk/contract/desk-routes'
import type { FoundReader } from '@kiosk/domain/staff/reader-endpoints'
import { useMemo } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import buttonStyle from '../pieces/button.module.css'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './readers.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim().slice(0, 200)
  const found = await deskContext(context).call(findReaders, { query: { search } })
  return { ...found, search }
}

/** One field that finds a reader by whatever they name on the phone. */
export default function Readers() {
  const { readers, more, search } = useLoaderData<typeof loader>()
  const t = useText()
  const columns = useMemo(
    (): Column<FoundReader>[] => [
      {
        id: 'email',
        header: t('DESK.READERS.EMAIL'),
        cell: ({ row: { original: row } }) => (
          <Link to={`/readers/${row.id}`}>
            <strong>{row.email}</strong>
          </Link>
        ),
      },
      { id: 'name', header: t('DESK.READERS.NAME'), cell: ({ row }) => row.original.name || '–' },
      { id: 'country', header: t('DESK.READERS.COUNTRY'), cell: ({ row }) => row.original.country },
      { id: 'plan', header: t('DESK.READERS.PLAN'), cell: ({ row }) => row.original.tier ?? '–' },
      { id: 'state', header: t('DESK.READERS.STATE'), cell: ({ row }) => t(`DESK.READERS.STATE.${row.original.state}`) },
      {
        id: 'by',
        header: t('DESK.READERS.FOUND_BY'),
        cell: ({ row: { original: row } }) => (
          <>
            {t(`DESK.READERS.BY.${row.by}`)}
            {row.match && <small className={style.small}>{row.match}</small>}
          </>
        ),
      },
    ],
    [t],
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.READERS')} about={t('DESK.READERS.ABOUT')} />
      <Form className={style.search} role="search" key={search}>
        <input
          type="search"
          name="search"
          aria-label={t('DESK.READERS.SEARCH')}
          defaultValue={search}
          maxLength={200}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the page is for typing into this field.
          autoFocus={search === ''}
        />
        <button type="submit" className={buttonStyle.button}>
          {t('DESK.READERS.FIND')}
        </button>
      </Form>
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
