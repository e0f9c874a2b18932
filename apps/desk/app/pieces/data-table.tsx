import { type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useText } from '../shell/use-text.tsx'
import style from './data-table.module.css'
import { Nothing } from './nothing.tsx'
import { ScrollRegion } from './scroll-region.tsx'

/** Rows come sorted and cut from the server, so the table has no features of its own. */
const features = tableFeatures({})

export type Column<Row extends RowData> = {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** Numbers and amounts are compared by their ends. */
  align?: 'end'
  /** Numbers with a hyphen are not broken there. */
  isOneLine?: true
}

type Props<Row extends RowData> = {
  /** Describes the table to screen readers. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The buttons at the end of a row; false if this person may not use them. */
  actions?: false | ((row: Row) => ReactNode)
  rowId(row: Row): string
  /** Shown in place of the rows if there are none. */
  nothing: ReactNode
}

/** A dense table. On phones each row is a card with the names of its columns. */
export function DataTable<Row extends RowData>({ label, rows, columns, actions = false, rowId, nothing }: Props<Row>) {
  const t = useText()
  const shown = new Map(columns.map((column) => [column.id, column]))
  if (actions) shown.set('actions', { id: 'actions', header: t('DESK.ACTIONS'), cell: actions, align: 'end' })
  const table = useTable({
    features,
    columns: [...shown.values()].map(({ id, header }) => ({ id, header })),
    data: rows as Row[],
    getRowId: rowId,
  })
  if (rows.length === 0) return <Nothing>{nothing}</Nothing>
  return (
    <ScrollRegion label={label} className={style.frame}>
      <table className={style.table}>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {headers.map(({ column }) => (
                <th key={column.id} scope="col" data-align={shown.get(column.id)?.align}>
                  {shown.get(column.id)?.header}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {[...shown.values()].map(({ id, header, cell, align, isOneLine }) => (
                <td key={id} data-column={header} data-align={align} data-one-line={isOneLine}>
                  <div>{cell(row.original)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
