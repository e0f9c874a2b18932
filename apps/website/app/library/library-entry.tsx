import type { ShelfIssue } from '@kiosk/domain/reading/shelf-endpoints'
import { Cover } from '@kiosk/ui/cover'
import type { ReactNode } from 'react'
import style from './library.module.css'

type Props = {
  id?: string
  issue: ShelfIssue
  href: string
  heading: string
  /** Details, one per line. */
  lines: readonly string[]
  children?: ReactNode
}

const SHOWN_COVER_HEIGHT_PIXELS = 150

/** A row of a list: the cover of an issue, details, and actions. */
export function LibraryEntry({ id, issue, href, heading, lines, children }: Props) {
  return (
    <li id={id} className={style.entry}>
      <Cover picture={issue} alt="" height={SHOWN_COVER_HEIGHT_PIXELS} sizes="7rem" />
      <div>
        <h2>
          <a href={href}>{heading}</a>
        </h2>
        {lines.map((line) => (
          <p key={line} className={style.about}>
            {line}
          </p>
        ))}
        {children}
      </div>
    </li>
  )
}
