import { deskLinks, removeLink } from '@kiosk/contract/desk-routes'
import type { LinkRow } from '@kiosk/domain/staff/content-endpoints'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { NothingYet } from '../pieces/nothing-yet.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { RemoveDialog, RowButtons } from './row-buttons.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [mayChange, found] = await Promise.all([ctx.may('content.write'), ctx.call(deskLinks, { query: { before } })])
  return { ...found, mayChange }
}

/** Entries of the link-in-bio page. */
export default function Links() {
  const { links: rows, next, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const day = useDay()
  const [edited, setEdited] = useState<LinkRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<LinkRow | null>(null)
  const columns: Column<LinkRow>[] = [
    {
      id: 'title',
      header: t('DESK.TEXTS.TITLE'),
      cell: (row) => (
        <>
          <strong>{row.title || row.key}</strong>
          <small>{row.key}</small>
        </>
      ),
    },
    { id: 'target', header: t('DESK.LINKS.TARGET'), cell: (row) => <code>{row.target}</code> },
    {
      id: 'picture',
      header: t('DESK.CONTENT.PICTURE'),
      cell: (row) => (row.hasPicture ? t('DESK.LINKS.OWN_PICTURE') : row.issueName),
    },
    { id: 'posted', header: t('DESK.LINKS.POSTED'), cell: (row) => day(row.posted) },
  ]
  const actions = (row: LinkRow) => (
    <RowButtons name={row.title || row.key} onChange={() => setEdited(row)} onRemove={() => setRemoved(row)} />
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.LINKS')} about={t('DESK.LINKS.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.LINKS.NEW')}</Button>}
      </PageHead>
      <DataTable
        label={t('DESK.SECTION.LINKS')}
        rows={rows}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ key }) => key}
        nothing={<NothingYet of="DESK.LINKS.NOTHING" mayChange={mayChange} />}
      />
      <Pager next={next} />
      {edited && <LinkDialog link={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      {removed && (
        <RemoveDialog
          name={removed.title || removed.key}
          about={t('DESK.CONTENT.REMOVE_ABOUT')}
          remove={() => deskClient.call(removeLink, { params: { key: removed.key } })}
          onDone={() => setRemoved(null)}
        />
      )}
    </>
  )
}
