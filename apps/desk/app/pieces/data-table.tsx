import { type ColumnDef, FlexRender, type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import style from './data-table.module.css'
import { Nothing } from './nothing.tsx'
import { ScrollRegion } from './scroll-region.tsx'

/** Rows come sorted and cut from the server, so the table has no features of its own. */
const features = tableFeatures({})
export type Column<Row extends RowData> = ColumnDef<typeof features, Row, unknown> & {
  /** Numbers and amounts are compared by their ends; actions stand at the end of the row. */
  align?: 'end'
}

type Props<Row extends RowData> = {
  /** Describes the table to screen readers. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId(row: Row): string
  /** Shown in place of the rows if there are none. */
  nothing: string
}

/** A dense table. On phones each row is a card with the names of its columns. */
export function DataTable<Row extends RowData>({ label, rows, columns, rowId, nothing }: Props<Row>) {
  const table = useTable({ features, columns: columns as Column<Row>[], data: rows as Row[], getRowId: rowId })
  if (rows.length === 0) return <Nothing>{nothing}</Nothing>
  const alignOf = (id: string) => columns.find((column) => column.id === id)?.align
  return (
    <ScrollRegion label={label} className={style.frame}>
      <table className={style.table}>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {headers.map((header) => (
                <th key={header.id} scope="col" data-align={alignOf(header.column.id)}>
                  <FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-column={String(cell.column.columnDef.header)} data-align={alignOf(cell.column.id)}>
                  <div>
                    <FlexRender cell={cell} />
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
