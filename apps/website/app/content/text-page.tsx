import type { ReactNode } from 'react'
import style from './text-page.module.css'

/** A text page: title, description, text. */
export function TextPage({
  title,
  lead,
  wide,
  children,
}: {
  title: string
  lead?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? `${style.page} ${style.wide}` : style.page}>
      <h1>{title}</h1>
      {lead && <p className={style.lead}>{lead}</p>}
      {children}
    </div>
  )
}
