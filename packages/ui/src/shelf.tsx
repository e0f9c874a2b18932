import type { ReactNode } from 'react'
import script from './browser/shelf-script.ts?worker&url'
import { Icon } from './icon.tsx'
import style from './shelf.module.css'

type Props = {
  /** Accessible name of the row. */
  label: string
  /** Labels of the two buttons. */
  back: string
  forward: string
  children: ReactNode
  /** Heading and links above the row. */
  head?: ReactNode
  /** Set if nothing in the row is focusable: the row itself then takes the focus, so that arrow keys scroll it. */
  still?: boolean
}

/**
 * A row that scrolls horizontally by touch or wheel, and with its script by buttons and arrow keys. Each child is one place.
 */
export function Shelf({ label, back, forward, children, head, still }: Props) {
  return (
    <div className={style.shelf} data-shelf data-script={script} data-near>
      <div className={style.head}>
        {head}
        <div className={style.buttons} hidden>
          <button type="button" disabled aria-label={back} className={style.button}>
            <Icon name="chevron-left" />
          </button>
          <button type="button" aria-label={forward} className={style.button}>
            <Icon name="chevron-right" />
          </button>
        </div>
      </div>
      <ul className={style.row} aria-label={label} tabIndex={still ? 0 : undefined}>
        {children}
      </ul>
    </div>
  )
}
