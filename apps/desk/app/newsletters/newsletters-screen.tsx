import { createNewsletter, newsletters } from '@kiosk/contract/desk-routes'
import type { ListedNewsletter } from '@kiosk/domain/staff/newsletter-endpoints'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { NothingYet } from '../pieces/nothing-yet.tsx'
import { Failure } from '../pieces/notice.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useDay, useNumber } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { emptyDraft, unusedName } from './draft.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const before = new URL(request.url).searchParams.get('before') ?? undefined
  const [mayChange, found] = await Promise.all([
    ctx.may('newsletter.write'),
    ctx.call(newsletters, { query: before ? { before } : {} }),
  ])
  return { ...found, mayChange }
}

/** Newsletters, the newest first. */
export default function Newsletters() {
  const { newsletters: rows, more, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const day = useDay()
  const number = useNumber()
  const navigate = useNavigate()
  const { run, error, isPending } = useChange()
  const columns: Column<ListedNewsletter>[] = [
    {
      id: 'name',
      header: t('DESK.NEWSLETTER.NAME'),
      cell: (row) => (
        <Link to={`/newsletters/${row.id}`}>
          <strong>{row.name}</strong>
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => <State state={row.state} />,
    },
    {
      id: 'when',
      header: t('DESK.NEWSLETTER.WHEN'),
      cell: (row) => {
        const at = row.finishedAt ?? row.startsAt ?? row.changedAt
        return <time dateTime={at}>{time(at)}</time>
      },
    },
    {
      id: 'languages',
      header: t('DESK.NEWSLETTER.LANGUAGES'),
      cell: (row) => row.languages.map((each) => t(`DESK.LANGUAGE.${each}`)).join(', '),
    },
    {
      id: 'readers',
      header: t('DESK.NEWSLETTER.READERS'),
      align: 'end',
      cell: (row) => (row.selected > 0 ? number(row.selected) : '–'),
    },
    { id: 'by', header: t('DESK.NEWSLETTER.BY'), cell: (row) => row.createdBy },
  ]
  async function create(): Promise<void> {
    let id = 0
    const body = emptyDraft(unusedName(t('DESK.NEWSLETTER.NEW_NAME', { day: day(new Date().toISOString()) }), rows))
    const isDone = await run(async () => {
      id = (await deskClient.call(createNewsletter, { body })).id
    })
    if (isDone) await navigate(`/newsletters/${id}`)
  }
  return (
    <>
      <PageHead title={t('DESK.SECTION.NEWSLETTERS')} about={t('DESK.NEWSLETTER.ABOUT')}>
        {mayChange && (
          <Button onPress={() => void create()} isPending={isPending}>
            {t('DESK.NEWSLETTER.NEW')}
          </Button>
        )}
      </PageHead>
      <Failure error={error} />
      <DataTable
        label={t('DESK.SECTION.NEWSLETTERS')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => String(id)}
        nothing={<NothingYet of="DESK.NEWSLETTER.NOTHING" mayChange={mayChange} />}
      />
      <Pager next={more ? rows.at(-1)?.id : null} />
    </>
  )
}

const TONES = { draft: 'quiet', scheduled: 'plain', sending: 'plain', paused: 'bad', sent: 'good', stopped: 'quiet' } as const

export function State({ state }: Pick<ListedNewsletter, 'state'>) {
  const t = useText()
  return <Badge tone={TONES[state]}>{t(`DESK.NEWSLETTER.STATE.${state}`)}</Badge>
}
