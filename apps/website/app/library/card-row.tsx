import { type ReactNode, useId } from 'react'
import style from './library.module.css'

type RowProps = {
  id?: string
  title: string
  /** Shown if there are no children; without it, the row is then omitted. */
  empty?: ReactNode
  end?: ReactNode
  children: ReactNode[]
}

/** A row of cards below its title. */
export function CardRow({ id, title, empty, end, children }: RowProps) {
  const heading = useId()
  if (children.length === 0 && !empty) return null
  return (
    <section id={id} className={style.row} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children.length > 0 ? <ul className={style.cards}>{children}</ul> : empty}
      {end}
    </section>
  )
}
