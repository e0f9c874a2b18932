import { deskTopics, removeTopic } from '@kiosk/contract/desk-routes'
import { regionById } from '@kiosk/domain/regions'
import type { TopicRow } from '@kiosk/domain/staff/content-endpoints'
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
import { TopicDialog } from './topic-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [me, found] = await Promise.all([ctx.me(), ctx.call(deskTopics, { query: { before } })])
  return { ...found, mayChange: me !== null && isPermitted(me.role, 'content.write') }
}

/** Subjects that articles are about, on the home page and at /trendingtopics. */
export default function Topics() {
  const { topics: rows, next, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const day = useDay()
  const [edited, setEdited] = useState<TopicRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<TopicRow | null>(null)
  const columns = useMemo(
    (): Column<TopicRow>[] => [
      {
        id: 'headline',
        header: t('DESK.TOPICS.HEADLINE'),
        cell: ({ row: { original: row } }) => (
          <>
            <strong lang={row.language}>{row.headline}</strong>
            <small>{row.uid}</small>
          </>
        ),
      },
      {
        id: 'language',
        header: t('DESK.STAFF.LANGUAGE'),
        cell: ({ row: { original: row } }) => (
          <>
            {t(`DESK.LANGUAGE.${row.language}`)}
            {row.regions && <small>{row.regions.map((id) => regionById(id)?.country).join(', ')}</small>}
          </>
        ),
      },
      {
        id: 'issue',
        header: t('DESK.TAKEDOWN.ISSUE'),
        cell: ({ row: { original: row } }) => (
          <>
            {row.issueName}
            <small>{row.article ?? t('DESK.TAKEDOWN.ARTICLE_PAGE', { page: row.page })}</small>
          </>
        ),
      },
      { id: 'released', header: t('DESK.TOPICS.RELEASED'), cell: ({ row }) => day(row.original.released) },
      {
        id: 'trend',
        header: t('DESK.TOPICS.TREND'),
        align: 'end',
        cell: ({ row: { original: row } }) => (
          <>
            {row.trend}
            <small>{t('DESK.TOPICS.READERS', { count: row.readers })}</small>
          </>
        ),
      },
      ...(mayChange
        ? [
            {
              id: 'change',
              header: t('DESK.ACTIONS'),
              align: 'end',
              cell: ({ row: { original: row } }) => (
                <>
                  <Button kind="bare" onPress={() => setEdited(row)} aria-label={t('DESK.CHANGE_OF', { name: row.headline })}>
                    {t('DESK.CHANGE')}
                  </Button>
                  <Button kind="bare" onPress={() => setRemoved(row)} aria-label={t('DESK.REMOVE_OF', { name: row.headline })}>
                    {t('DESK.REMOVE')}
                  </Button>
                </>
              ),
            } satisfies Column<TopicRow>,
          ]
        : []),
    ],
    [t, day, mayChange],
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.TOPICS')} about={t('DESK.TOPICS.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.TOPICS.NEW')}</Button>}
      </PageHead>
      <DataTable
        label={t('DESK.SECTION.TOPICS')}
        rows={rows}
        columns={columns}
        rowId={({ uid }) => uid}
        nothing={t('DESK.CONTENT.NOTHING')}
      />
      <Pager next={next} />
      {edited && <TopicDialog topic={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      {removed && (
        <FormDialog
          title={t('DESK.REMOVE_OF', { name: removed.headline })}
          button={t('DESK.REMOVE')}
          kind="danger"
          fields={[]}
          send={() => deskClient.call(removeTopic, { params: { uid: removed.uid } })}
          onDone={() => setRemoved(null)}
        >
          {() => <p>{t('DESK.CONTENT.REMOVE_ABOUT')}</p>}
        </FormDialog>
      )}
    </>
  )
}
