import type { ReactNode } from 'react'
import style from './buttons.module.css'

/** Buttons and links beside one another. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={style.buttons}>{children}</div>
}
