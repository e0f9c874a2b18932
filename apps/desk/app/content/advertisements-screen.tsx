import { advertisements, removeAdvertisement, switchAdvertisement } from '@kiosk/contract/desk-routes'
import { addDays, dayInUtc } from '@kiosk/domain/day'
import type { Advertisement } from '@kiosk/domain/staff/content-endpoints'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { marketNames } from '../pieces/markets-field.tsx'
import { NothingYet } from '../pieces/nothing-yet.tsx'
import { Failure } from '../pieces/notice.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { usePercent } from '../shell/use-format.ts'
import { useTerm } from '../shell/use-term.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { AdvertisementDialog } from './advertisement-dialog.tsx'
import style from './content.module.css'
import { RemoveDialog, RowButtons } from './row-buttons.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('content.write'), ctx.call(advertisements)])
  return { rows: found.advertisements, categories: found.categories, mayChange }
}

const sum = (days: Advertisement['days'], what: 'impressions' | 'clicks') => days.reduce((total, day) => total + day[what], 0)

const TONES = { paused: 'quiet', later: 'plain', running: 'good', over: 'quiet' } as const

/** House advertisements with their figures. */
export default function Advertisements() {
  const { rows, categories, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const language = useLanguage()
  const term = useTerm()
  const { run, error, isPending } = useChange()
  const [edited, setEdited] = useState<Advertisement | 'new' | null>(null)
  const [removed, setRemoved] = useState<Advertisement | null>(null)
  const options = categories.map(({ uid, names }) => ({ id: uid, name: names[language] ?? uid }))
  const nameOf = (uid: string) => options.find(({ id }) => id === uid)?.name ?? uid
  const columns: Column<Advertisement>[] = [
    {
      id: 'headline',
      header: t('DESK.ADS.HEADLINE'),
      cell: (row) => (
        <>
          <strong lang={row.language}>{row.headline}</strong>
          <small>{[row.key, t(`DESK.LANGUAGE.${row.language}`)].filter(Boolean).join(', ')}</small>
        </>
      ),
    },
    {
      id: 'where',
      header: t('DESK.ADS.WHERE'),
      cell: (row) => (
        <>
          {row.markets ? marketNames(row.markets) : t('DESK.CONTENT.EVERYWHERE')}
          {row.categories && <small>{row.categories.map(nameOf).join(', ')}</small>}
        </>
      ),
    },
    { id: 'term', header: t('DESK.CONTENT.TERM'), cell: term },
    { id: 'figures', header: t('DESK.ADS.FIGURES'), cell: (row) => <Figures days={row.days} /> },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`DESK.ADS.STATE.${state}`)}</Badge>,
    },
  ]
  const actions = (row: Advertisement) => (
    <>
      <Button
        kind="bare"
        isPending={isPending}
        onPress={() =>
          void run(() => deskClient.call(switchAdvertisement, { params: { id: row.id }, body: { isActive: !row.isActive } }))
        }
        aria-label={t(row.isActive ? 'DESK.ADS.PAUSE_OF' : 'DESK.ADS.SHOW_OF', { name: row.headline })}
      >
        {t(row.isActive ? 'DESK.ADS.PAUSE' : 'DESK.ADS.SHOW')}
      </Button>
      <RowButtons name={row.headline} onChange={row.key !== '' && (() => setEdited(row))} onRemove={() => setRemoved(row)} />
    </>
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.ADVERTISEMENTS')} about={t('DESK.ADS.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.ADS.NEW')}</Button>}
      </PageHead>
      <Failure error={error} />
      <DataTable
        label={t('DESK.SECTION.ADVERTISEMENTS')}
        rows={rows}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ id }) => String(id)}
        nothing={<NothingYet of="DESK.ADS.NOTHING" mayChange={mayChange} />}
      />
      {edited && (
        <AdvertisementDialog
          advertisement={edited === 'new' ? null : edited}
          categories={options}
          onDone={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveDialog
          name={removed.headline}
          about={t('DESK.ADS.REMOVE_ABOUT')}
          remove={() => deskClient.call(removeAdvertisement, { params: { id: removed.id } })}
          onDone={() => setRemoved(null)}
        />
      )}
    </>
  )
}

/** How often it was shown and clicked, on the last days and by day. */
function Figures({ days }: { days: Advertisement['days'] }) {
  const t = useText()
  const percent = usePercent()
  const [impressions, clicks] = [sum(days, 'impressions'), sum(days, 'clicks')]
  const rate = impressions > 0 ? percent(clicks / impressions) : '–'
  return (
    <>
      <Chart days={days} />
      {t('DESK.ADS.IMPRESSIONS', { count: impressions })}
      <small>
        {t('DESK.ADS.CLICKS', { count: clicks })} ({rate})
      </small>
    </>
  )
}

const WIDTH_PIXELS = 120
const HEIGHT_PIXELS = 28
const FIGURE_DAYS = 30

/** Impressions by day; the numbers beside it say the same in words. */
function Chart({ days }: { days: Advertisement['days'] }) {
  if (days.length === 0) return null
  const most = Math.max(1, ...days.map(({ impressions }) => impressions))
  const width = WIDTH_PIXELS / FIGURE_DAYS
  const today = dayInUtc(new Date())
  // A day on which it was not shown has a place, but no figures.
  const placeOf = new Map(Array.from({ length: FIGURE_DAYS }, (_, ago) => [addDays(today, -ago), FIGURE_DAYS - 1 - ago]))
  return (
    <svg className={style.chart} viewBox={`0 0 ${WIDTH_PIXELS} ${HEIGHT_PIXELS}`} preserveAspectRatio="none" aria-hidden="true">
      {days.map(({ day, impressions }) => {
        const height = (impressions / most) * HEIGHT_PIXELS
        return <rect key={day} x={(placeOf.get(day) ?? 0) * width} y={HEIGHT_PIXELS - height} width={width - 1} height={height} />
      })}
    </svg>
  )
}
