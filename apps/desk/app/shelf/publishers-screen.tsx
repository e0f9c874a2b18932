import { publishers } from '@kiosk/contract/desk-routes'
import type { Publisher } from '@kiosk/domain/staff/shelf-title-endpoints'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterForm, FilterSearch } from '../pieces/filter-form.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import { NothingHere } from './nothing-here.tsx'
import { PublisherDialog } from './publisher-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const query = new URL(request.url).searchParams
  const after = query.get('after') || undefined
  const [mayChange, found] = await Promise.all([
    ctx.may('shelf.write'),
    ctx.call(publishers, { query: { search: query.get('search') ?? '', ...(after && { after }) } }),
  ])
  return { ...found, mayChange }
}

/** Everybody who publishes titles, with their contacts. */
export default function Publishers() {
  const { publishers: rows, more, mayChange } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const t = useText()
  const [edited, setEdited] = useState<Publisher | 'new' | null>(null)
  const columns: Column<Publisher>[] = [
    {
      id: 'name',
      header: t('DESK.FIELD.name'),
      cell: (publisher) => (
        <>
          <strong>{publisher.name}</strong>
          {publisher.address && <small>{publisher.address}</small>}
        </>
      ),
    },
    {
      id: 'contact',
      header: t('DESK.PUBLISHER.CONTACT'),
      cell: (publisher) => (
        <>
          {publisher.contact}
          {publisher.email && (
            <small>
              <a href={`mailto:${publisher.email}`}>{publisher.email}</a>
            </small>
          )}
          {publisher.phone && <small>{publisher.phone}</small>}
          {publisher.website && (
            <small>
              <a href={publisher.website} rel="noreferrer">
                {publisher.website.replace(/^https?:\/\/|\/$/g, '')}
              </a>
            </small>
          )}
        </>
      ),
    },
    {
      id: 'titles',
      header: t('DESK.PUBLISHER.TITLES'),
      align: 'end',
      cell: (publisher) => <Link to={`/titles?publisher=${publisher.id}`}>{publisher.titles}</Link>,
    },
  ]
  const actions = (publisher: Publisher) => (
    <Button kind="bare" onPress={() => setEdited(publisher)} aria-label={t('DESK.CHANGE_OF', { name: publisher.name })}>
      {t('DESK.CHANGE')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.PUBLISHERS')} about={t('DESK.SECTION.PUBLISHERS.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.PUBLISHER.NEW')}</Button>}
      </PageHead>
      <FilterForm>
        <FilterSearch name="search" label={t('DESK.SHELF.SEARCH')} value={query.get('search') ?? ''} />
      </FilterForm>
      <DataTable
        label={t('DESK.SECTION.PUBLISHERS')}
        rows={rows}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={<NothingHere of="PUBLISHERS" mayChange={mayChange} />}
      />
      <Pager by="after" next={more ? rows.at(-1)?.id : null} />
      {edited && <PublisherDialog publisher={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
    </>
  )
}
