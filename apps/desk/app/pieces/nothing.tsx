import type { ReactNode } from 'react'
import style from './nothing.module.css'

/** Shown instead of an empty list. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={style.nothing}>{children}</p>
}
