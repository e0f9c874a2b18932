import type { ReactNode } from 'react'
import style from './nothing.module.css'

/** Stands in place of a list that is empty. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={style.nothing}>{children}</p>
}
