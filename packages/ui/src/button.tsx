import type { ComponentProps, ReactNode } from 'react'
import style from './button.module.css'

type Props = {
  children: ReactNode
  /** Its work is under way: it keeps its size, turns a ring and cannot be pressed again. */
  busy?: boolean
  /** Said to those who do not see the ring. */
  busyWords?: string
  /** The one action of a screen, one among others, or one that takes something away. */
  kind?: 'main' | 'quiet' | 'danger'
  /** As wide as its place. */
  wide?: boolean
} & Omit<ComponentProps<'button'>, 'className'>

const kinds = { main: 'button', quiet: 'button quiet', danger: `button quiet ${style.danger}` }

/** A button; it submits unless `type` says otherwise. */
export function Button({ children, busy = false, busyWords, kind = 'main', wide, onClick, ...button }: Props) {
  return (
    <button
      type="submit"
      {...button}
      className={`${kinds[kind]} ${style.button} ${wide ? style.wide : ''}`}
      aria-disabled={busy || button['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <span className={style.words}>{children}</span>
      {busy && <span className={style.ring} aria-hidden="true" />}
      <span className="unseen" role="status">
        {busy ? busyWords : null}
      </span>
    </button>
  )
}
