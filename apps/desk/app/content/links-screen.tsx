import { deskLinks, removeLink } from '@kiosk/contract/desk-routes'
import type { LinkRow } from '@kiosk/domain/staff/content-endpoints'
import { isPermitted } from '@kiosk/domain/staff/roles'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { LinkDialog } from './link-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [me, found] = await Promise.all([ctx.me(), ctx.call(deskLinks, { query: { before } })])
  return { ...found, mayChange: me !== null && isPermitted(me.role, 'content.write') }
}

/** Entries of the link-in-bio page. */
export default function Links() {
  const { links: rows, next, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const day = useDay()
  const [edited, setEdited] = useState<LinkRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<LinkRow | null>(null)
  const columns = useMemo(
    (): Column<LinkRow>[] => [
      {
        id: 'title',
        header: t('DESK.TEXTS.TITLE'),
        cell: ({ row: { original: row } }) => (
          <>
            <strong>{row.title || row.key}</strong>
            <small>{row.key}</small>
          </>
        ),
      },
      { id: 'target', header: t('DESK.LINKS.TARGET'), cell: ({ row }) => <code>{row.original.target}</code> },
      {
        id: 'picture',
        header: t('DESK.CONTENT.PICTURE'),
        cell: ({ row: { original: row } }) => (row.hasPicture ? t('DESK.LINKS.OWN_PICTURE') : row.issueName),
      },
      { id: 'posted', header: t('DESK.LINKS.POSTED'), cell: ({ row }) => day(row.original.posted) },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              align: 'end',
              cell: ({ row: { original: row } }) => (
                <>
                  <Button
                    kind="bare"
                    onPress={() => setEdited(row)}
                    aria-label={t('DESK.CHANGE_OF', { name: row.title || row.key })}
                  >
                    {t('DESK.CHANGE')}
                  </Button>
                  <Button
                    kind="bare"
                    onPress={() => setRemoved(row)}
                    aria-label={t('DESK.REMOVE_OF', { name: row.title || row.key })}
                  >
                    {t('DESK.REMOVE')}
                  </Button>
                </>
              ),
            } satisfies Column<LinkRow>,
          ]
        : []),
    ],
    [t, day, mayChange],
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
        rowId={({ key }) => key}
        nothing={t('DESK.CONTENT.NOTHING')}
      />
      <Pager next={next} />
      {edited && <LinkDialog link={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      {removed && (
        <FormDialog
          title={t('DESK.REMOVE_OF', { name: removed.title || removed.key })}
          button={t('DESK.REMOVE')}
          kind="danger"
          fields={[]}
          send={() => deskClient.call(removeLink, { params: { key: removed.key } })}
          onDone={() => setRemoved(null)}
        >
          {() => <p>{t('DESK.CONTENT.REMOVE_ABOUT')}</p>}
        </FormDialog>
      )}
    </>
  )
}
