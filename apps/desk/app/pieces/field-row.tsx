import type { ReactNode } from 'react'
import style from './field.module.css'

/** Short fields beside one another, as far as there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={style.row}>{children}</div>
}
