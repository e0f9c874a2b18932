import type { ReactNode } from 'react'
import style from './difference.module.css'

type Props = { label: string; className: string; lang?: string; children: ReactNode }

/** What differs between two texts, as `ins` and `del`. */
export function Difference({ label, className, lang, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={`${style.difference} ${className}`} aria-label={label} tabIndex={0} lang={lang}>
      {children}
    </section>
  )
}
