import { deskTopics, removeTopic } from '@kiosk/contract/desk-routes'
import type { TopicRow } from '@kiosk/domain/staff/content-endpoints'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { marketNames } from '../pieces/markets-field.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { RemoveDialog, RowButtons } from './row-buttons.tsx'
import { TopicDialog } from './topic-dialog.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') || undefined
  const [mayChange, found] = await Promise.all([ctx.may('content.write'), ctx.call(deskTopics, { query: { before } })])
  return { ...found, mayChange }
}

/** Subjects that articles are about, on the home page and each on a page of its own. */
export default function Topics() {
  const { topics: rows, next, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const day = useDay()
  const [edited, setEdited] = useState<TopicRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<TopicRow | null>(null)
  const columns: Column<TopicRow>[] = [
    {
      id: 'headline',
      header: t('DESK.TOPICS.HEADLINE'),
      cell: (row) => (
        <>
          <strong lang={row.language}>{row.headline}</strong>
          <small>{row.uid}</small>
        </>
      ),
    },
    {
      id: 'language',
      header: t('DESK.STAFF.LANGUAGE'),
      cell: (row) => (
        <>
          {t(`DESK.LANGUAGE.${row.language}`)}
          {row.regions && <small>{marketNames(row.regions)}</small>}
        </>
      ),
    },
    {
      id: 'issue',
      header: t('DESK.TAKEDOWN.ISSUE'),
      cell: (row) => (
        <>
          {row.issueName}
          <small>{row.article ?? t('DESK.TAKEDOWN.ARTICLE_PAGE', { page: row.page })}</small>
        </>
      ),
    },
    { id: 'released', header: t('DESK.TOPICS.RELEASED'), cell: (row) => day(row.released) },
    {
      id: 'trend',
      header: t('DESK.TOPICS.TREND'),
      align: 'end',
      cell: (row) => (
        <>
          {row.trend}
          <small>{t('DESK.TOPICS.READERS', { count: row.readers })}</small>
        </>
      ),
    },
  ]
  const actions = (row: TopicRow) => (
    <RowButtons name={row.headline} onChange={() => setEdited(row)} onRemove={() => setRemoved(row)} />
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
        actions={mayChange && actions}
        rowId={({ uid }) => uid}
        nothing={t('DESK.TOPICS.NOTHING')}
      />
      <Pager next={next} />
      {edited && <TopicDialog topic={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      {removed && (
        <RemoveDialog
          name={removed.headline}
          about={t('DESK.CONTENT.REMOVE_ABOUT')}
          remove={() => deskClient.call(removeTopic, { params: { uid: removed.uid } })}
          onDone={() => setRemoved(null)}
        />
      )}
    </>
  )
}
