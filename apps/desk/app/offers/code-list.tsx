import type { CodeState } from '@kiosk/domain/staff/offer-endpoints'
import { type ReactNode, useState } from 'react'
import { Badge } from '../pieces/badge.tsx'
import { Button, buttonClass } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { NothingYet } from '../pieces/nothing-yet.tsx'
import { Pager } from '../pieces/pager.tsx'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useTerm } from '../shell/use-term.ts'
import { useText } from '../shell/use-text.tsx'
import { CodeFilter, type CodeFilterValues } from './code-filter.tsx'
import { ImportDialog, type ImportDialogProps } from './import-dialog.tsx'

type Code = {
  code: string
  from: string
  until: string | null
  redeemed: number
  /** How often it can be redeemed; null = any number of times. */
  most: number | null
  state: CodeState
}

type Props<Row extends Code> = {
  title: string
  about: string
  rows: readonly Row[]
  more: boolean
  filter: CodeFilterValues
  mayChange: boolean
  /** Without it, only a code that is entered whole is found. */
  mayList: boolean
  mayExport: boolean
  /** Text below a code. */
  detail(row: Row): string
  /** What only this kind of code has. */
  columns: readonly Column<Row>[]
  /** Address of the list as a CSV file. */
  exportAddress: string
  importing: Omit<ImportDialogProps, 'onDone'>
  addButton: string
  addDialog(onDone: () => void): ReactNode
  /** What happens when a code is ended. */
  endAbout: string
  end(code: string, reason: string): Promise<unknown>
}

/** The list of vouchers and the list of promo codes: find, add one or a file of them, export, end. */
export function CodeList<Row extends Code>(props: Props<Row>) {
  const { title, about, rows, more, filter, mayChange, mayList, mayExport, detail, exportAddress } = props
  const { importing, addButton, addDialog, endAbout, end } = props
  const t = useText()
  const term = useTerm()
  const [opened, setOpened] = useState<Row | 'new' | 'import' | null>(null)
  const close = () => setOpened(null)
  const columns: Column<Row>[] = [
    {
      id: 'code',
      header: t('DESK.CODES.CODE'),
      cell: (row) => (
        <>
          <strong className="number">{row.code}</strong>
          <small>{detail(row)}</small>
        </>
      ),
    },
    ...props.columns,
    { id: 'term', header: t('DESK.CODES.TERM'), cell: term },
    {
      id: 'redeemed',
      header: t('DESK.CODES.REDEEMED'),
      align: 'end',
      cell: ({ redeemed, most }) => (most === null ? redeemed : `${redeemed} / ${most}`),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: ({ state }) => <Badge tone={state === 'running' ? 'good' : 'quiet'}>{t(`DESK.CODES.STATE.${state}`)}</Badge>,
    },
  ]
  const actions = (row: Row) =>
    row.state !== 'over' && (
      <Button kind="bare" onPress={() => setOpened(row)} aria-label={t('DESK.CODES.END_OF', { name: row.code })}>
        {t('DESK.CODES.END')}
      </Button>
    )
  return (
    <>
      <PageHead title={title} about={about}>
        {mayExport && (
          <a className={buttonClass('quiet')} href={exportAddress}>
            {t('DESK.CSV')}
          </a>
        )}
        {mayChange && (
          <>
            <Button kind="quiet" onPress={() => setOpened('import')}>
              {t('DESK.CODES.IMPORT')}
            </Button>
            <Button onPress={() => setOpened('new')}>{addButton}</Button>
          </>
        )}
      </PageHead>
      <CodeFilter {...filter} />
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ code }) => code}
        nothing={<Nothing {...filter} mayChange={mayChange} mayList={mayList} />}
      />
      <Pager by="after" next={more ? rows.at(-1)?.code : null} />
      {opened === 'new' && addDialog(close)}
      {opened === 'import' && <ImportDialog {...importing} onDone={close} />}
      {opened && typeof opened === 'object' && (
        <ReasonDialog
          title={t('DESK.CODES.END_OF', { name: opened.code })}
          button={t('DESK.CODES.END')}
          kind="danger"
          change={(reason) => end(opened.code, reason)}
          onDone={close}
        >
          <p>{endAbout}</p>
        </ReasonDialog>
      )}
    </>
  )
}

/** Why the list is empty. */
function Nothing({ search, state, mayChange, mayList }: CodeFilterValues & Pick<Props<Code>, 'mayChange' | 'mayList'>) {
  const t = useText()
  if (search === '' && !mayList) return t('DESK.CODES.ENTER_WHOLE')
  if (search !== '' || state !== 'all') return t('DESK.CODES.NOTHING')
  return <NothingYet of="DESK.CODES.NOTHING_YET" mayChange={mayChange} />
}
