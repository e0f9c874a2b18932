import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import style from './shelf.module.css'

type Props = {
  /** Accessible name of the row. */
  label: string
  /** Labels of the two buttons. */
  back: string
  forward: string
  children: ReactNode
  /** Heading and links above the row. */
  head?: ReactNode
  /** Set if nothing in the row is focusable: the row itself then takes the focus, so that arrow keys scroll it. */
  still?: boolean
}

/** Windows up to this width scroll a focused place to the start of the row. */
const ADJUSTED = '(max-width: 1500px)'

/** A row that scrolls horizontally by touch, wheel, buttons or arrow keys. Each child is one place. */
export function Shelf({ label, back, forward, children, head, still }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ start: true, end: false, ready: false })

  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const left = element.scrollLeft
      const most = element.scrollWidth - element.clientWidth
      setEnds({ start: left < 8, end: left > most - 8, ready: most > 8 })
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watch.disconnect()
    }
  }, [])

  const turn = (direction: 1 | -1) => {
    const element = row.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.85 })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (direction === 0) return
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')]
    const next = links[links.indexOf(document.activeElement as HTMLElement) + direction]
    if (!next) return
    event.preventDefault()
    const adjusted = matchMedia(ADJUSTED).matches
    next.focus({ preventScroll: adjusted })
    if (adjusted) next.closest('li')?.scrollIntoView({ inline: 'start', block: 'nearest' })
  }

  return (
    <div className={style.shelf}>
      <div className={style.head}>
        {head}
        <div className={style.buttons} hidden={!ends.ready}>
          <button type="button" onClick={() => turn(-1)} disabled={ends.start} aria-label={back} className={style.button}>
            <Icon name="chevron-left" />
          </button>
          <button type="button" onClick={() => turn(1)} disabled={ends.end} aria-label={forward} className={style.button}>
            <Icon name="chevron-right" />
          </button>
        </div>
      </div>
      <ul ref={row} className={style.row} aria-label={label} tabIndex={still ? 0 : undefined} onKeyDown={onKeyDown}>
        {children}
      </ul>
    </div>
  )
}
