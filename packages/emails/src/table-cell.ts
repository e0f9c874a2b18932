import { type CSSProperties, createElement as make, type ReactNode } from 'react'

type Options = {
  /** Style of the cell: padding, border, background. */
  style: CSSProperties
  className?: string
  /** Attributes of the table. */
  table?: { className?: string; style?: CSSProperties; width?: string | number }
  /** Attributes of the cell. */
  cell?: { align?: 'left' | 'center'; bgcolor?: string }
}

/**
 * Renders a table of one cell for layout. Outlook on Windows renders with Word, which ignores padding, background and maximum
 * width of everything but cells.
 */
export function tableCell({ style, className, table, cell }: Options, ...children: ReactNode[]): ReactNode {
  return make(
    'table',
    {
      role: 'presentation',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      ...table,
      style: { borderCollapse: 'separate', ...table?.style },
    },
    make('tbody', null, make('tr', null, make('td', { className, style, ...cell }, ...children))),
  )
}
