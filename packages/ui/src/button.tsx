import type { ComponentProps, ReactNode } from 'react'
import style from './button.module.css'

type Props = {
  children: ReactNode
  /** In progress: keeps its size, shows a spinner and cannot be pressed again. */
  busy?: boolean
  /** Text for screen readers while busy. */
  busyWords?: string
  /** The main action of a screen, a secondary one, or a destructive one. */
  kind?: 'main' | 'quiet' | 'danger'
  /** Takes the full width. */
  wide?: boolean
} & Omit<ComponentProps<'button'>, 'className'>

const kinds = { main: 'button', quiet: 'button quiet', danger: `button quiet ${style.danger}` }

/** A button; type `submit` by default. */
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
