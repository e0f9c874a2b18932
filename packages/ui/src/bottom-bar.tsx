import type { ReactNode } from 'react'
import style from './bottom-bar.module.css'

/** Menu at the bottom of phone screens. Each child is a list item with a link, which contains an icon and its name. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={style.menu} aria-label={label} data-fixed="">
      <ul>{children}</ul>
    </nav>
  )
}
