import type { ReactNode } from 'react'
import style from './badge.module.css'

export type Tone = 'good' | 'bad' | 'plain' | 'quiet'

/** The state of a row. `quiet`: it is over, or has not begun. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={style.badge} data-tone={tone}>
      {children}
    </span>
  )
}
