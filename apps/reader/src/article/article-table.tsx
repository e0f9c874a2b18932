import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useReading } from '../shell/reader-context.ts'
import styles from './article-table.module.css'
import { columnsOfNumbers, columnsOfText } from './columns-of-numbers.ts'

type Options = { table: HTMLTableElement; inside: (cell: Element) => ReactNode }

/**
 * A table of an article. One that is wider than the text is a scrolling region with a name, which can be used with the keyboard.
 */
export function ArticleTable({ table, inside }: Options) {
  const { t } = useReading()
  const [scrolls, setScrolls] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const name = useId()
  useEffect(() => {
    const element = frame.current!
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    observer.observe(element.firstElementChild!)
    return () => observer.disconnect()
  }, [])
  const head = [...(table.tHead?.rows ?? [])]
  const body = [...table.rows].filter((row) => !head.includes(row))
  const textsOf = (of: readonly HTMLTableRowElement[]) =>
    of.map((row) => [...row.cells].map(({ textContent }) => textContent.trim()))
  const numbers = columnsOfNumbers(textsOf(body))
  const { texts, names } = columnsOfText(textsOf([...head, ...body]))
  const rows = (of: readonly HTMLTableRowElement[]) =>
    of.map((row, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows of an article never change places
      <tr key={at}>
        {[...row.cells].map((cell, column) => {
          const Cell = cell.localName === 'th' ? 'th' : 'td'
          const scope = Cell === 'td' ? undefined : cell.getAttribute('scope') === 'row' ? 'row' : 'col'
          return (
            <Cell
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its cells
              key={column}
              scope={scope}
              data-number={numbers.has(column) ? '' : undefined}
              data-text={texts.has(column) ? '' : undefined}
              data-name={names.has(column) ? '' : undefined}
            >
              {inside(cell)}
            </Cell>
          )
        })}
      </tr>
    ))
  return (
    <div ref={frame} className={styles.frame} {...(scrolls && { role: 'region', tabIndex: 0, 'aria-labelledby': name })}>
      <table>
        {table.caption && <caption id={name}>{inside(table.caption)}</caption>}
        {head.length > 0 && <thead>{rows(head)}</thead>}
        <tbody>{rows(body)}</tbody>
      </table>
      {!table.caption && (
        <span id={name} lang={document.documentElement.lang} hidden>
          {t('READER.TABLE')}
        </span>
      )}
    </div>
  )
}
