import type { ReactNode } from 'react'
import style from './text-page.module.css'

/** A text page: title, description, text. */
export function TextPage({
  title,
  lead,
  wide,
  lang,
  children,
}: {
  title: string
  lead?: ReactNode
  wide?: boolean
  /** Language of title and lead, if it is not that of the page. */
  lang?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={wide ? `${style.page} ${style.wide}` : style.page}>
      <h1 lang={lang}>{title}</h1>
      {lead && (
        <p className={style.lead} lang={lang}>
          {lead}
        </p>
      )}
      {children}
    </div>
  )
}
