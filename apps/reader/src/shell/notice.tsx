import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'
import { useReading } from './reader-context.ts'

type Options = {
  label: string
  name: 'hint' | 'elsewhere'
  over: 'list' | 'pages'
  /** Called with the height that the pages must leave free; 0 when it has gone. Pixels. */
  onHeight: (height: number) => void
  onClose: () => void
  children: ReactNode
}

/** A message above the bars that interrupts nobody: not modal, it takes no focus and covers no page. */
export function Notice({ label, name, over, onHeight, onClose, children }: Options) {
  const { t } = useReading()
  const notice = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = notice.current
    if (!element) return
    const measure = () => onHeight(element.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      onHeight(0)
    }
  }, [onHeight])
  return (
    <section ref={notice} className={styles.notice} aria-label={label} data-notice={name} data-over={over}>
      <div className={styles.card}>
        <div className={styles.text}>{children}</div>
        <button type="button" className="tool" aria-label={t('READER.CLOSE')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}
