import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './readers.module.css'
import { useCode } from './use-code.ts'

/** Devices, consents and history, which are read-only. */
export function RecordsPart({ page }: { page: Pick<ReaderPage, 'devices' | 'consents' | 'history'> }) {
  const t = useText()
  const time = useTime()
  const code = useCode()
  const devices: Column<ReaderPage['devices'][number]>[] = [
    {
      id: 'name',
      header: t('DESK.READERS.DEVICE'),
      cell: (row) => [row.name, row.country].filter(Boolean).join(' · '),
    },
    { id: 'used', header: t('DESK.READERS.LAST_USE'), cell: (row) => time(row.lastAccess) },
    {
      id: 'read',
      header: t('DESK.READERS.LAST_READ'),
      cell: (row) => (row.lastReading ? time(row.lastReading) : '–'),
    },
    {
      id: 'sessions',
      header: t('DESK.READERS.SIGNED_IN'),
      cell: (row) => (row.sessions > 0 ? t('DESK.YES') : '–'),
    },
  ]
  const consents: Column<ReaderPage['consents'][number]>[] = [
    { id: 'at', header: t('DESK.LIST.AT'), cell: (row) => time(row.at) },
    { id: 'kind', header: t('DESK.LIST.WHAT'), cell: (row) => code('CONSENT', row.kind) },
    {
      id: 'given',
      header: t('DESK.LIST.STATE'),
      cell: (row) => t(row.given ? 'DESK.READERS.GIVEN' : 'DESK.READERS.WITHDRAWN'),
    },
    { id: 'wording', header: t('DESK.READERS.WORDING'), cell: (row) => row.wording || '–' },
  ]
  const history: Column<ReaderPage['history'][number]>[] = [
    { id: 'at', header: t('DESK.LIST.AT'), cell: (row) => time(row.at) },
    { id: 'actor', header: t('DESK.READERS.WHO'), cell: (row) => row.actor ?? t('DESK.READERS.READER') },
    {
      id: 'what',
      header: t('DESK.LIST.WHAT'),
      cell: (row) => (
        <>
          {t(row.isSecurity ? `SECURITY.EVENT.${row.action}` : `DESK.ACTION.${row.action}`)}
          {row.subject && <small>{row.subject}</small>}
        </>
      ),
    },
    { id: 'reason', header: t('DESK.REASON'), cell: (row) => row.reason ?? '–' },
  ]
  return (
    <>
      <Records title="DEVICES" nothing="NO_DEVICES" columns={devices} rows={page.devices} />
      <Records title="CONSENTS" nothing="NO_CONSENTS" columns={consents} rows={page.consents} />
      <Records title="HISTORY" nothing="NO_HISTORY" columns={history} rows={page.history} />
    </>
  )
}

type RecordsProps<Row extends object> = {
  title: string
  nothing: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

function Records<Row extends object>({ title, nothing, columns, rows }: RecordsProps<Row>) {
  const t = useText()
  return (
    <section className={style.part}>
      <h2>{t(`DESK.READERS.${title}`)}</h2>
      <DataTable
        label={t(`DESK.READERS.${title}`)}
        rows={rows}
        columns={columns}
        rowId={(row) => String(rows.indexOf(row))}
        nothing={t(`DESK.READERS.${nothing}`)}
      />
    </section>
  )
}
