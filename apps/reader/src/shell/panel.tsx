import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { cover } from './covered.ts'
import { Icon } from './icon.tsx'
import styles from './panel.module.css'
import { useReading } from './reader-context.ts'

const wide = '(min-width: 60rem)'

/** Returns whether there is room for a panel beside the pages. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(wide)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(wide).matches,
  )
}

type Options = {
  label: string
  kind: 'side' | 'menu' | 'help' | 'article'
  /** true = modal: everything else is inert until it closes. */
  modal: boolean
  onClose: () => void
  /** Shown in the header, next to the close button. */
  tools?: ReactNode
  head?: boolean
  children: ReactNode
}

/**
 * A native dialog, beside the pages if there is room, otherwise over them. The element with `data-focus` gets the focus
 * first; closing restores the focus.
 */
export function Panel({ label, kind, modal, onClose, tools, head = true, children }: Options) {
  const { t } = useReading()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const uncover = modal ? cover() : null
    // Focused by the browser as it opens: to move the focus afterwards would have the panel laid out twice.
    const first = element.querySelector('[data-focus]')
    first?.setAttribute('autofocus', '')
    if (modal) element.showModal()
    else element.show()
    first?.removeAttribute('autofocus')
    return () => {
      element.close()
      uncover?.()
    }
  }, [modal])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the space beside it
    <dialog
      ref={dialog}
      className={styles.panel}
      data-kind={kind}
      data-panel=""
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (modal && event.target === dialog.current) onClose()
      }}
    >
      {head && (
        <div className={styles.head}>
          <h2>{label}</h2>
          {tools}
          <button type="button" className="tool" onClick={onClose} aria-label={t('READER.CLOSE')}>
            <Icon name="close" />
          </button>
        </div>
      )}
      <div
        className={styles.body}
        // The help has no other focusable element, so the scroll area must be reachable by keyboard.
        tabIndex={kind === 'help' ? 0 : undefined}
      >
        {children}
      </div>
    </dialog>
  )
}
