import { type ReactNode, useEffect, useId, useRef } from 'react'
import style from './confirm-dialog.module.css'

type Props = {
  title: string
  children: ReactNode
  /** Labels of the two buttons; without `no` there is only one. */
  no: string | null
  yes: string
  /** Called once; Escape and any other way of closing answer no. */
  onAnswer: (confirmed: boolean) => void
}

/** A modal confirmation dialog; focuses the harmless button. */
export function ConfirmDialog({ title, children, no, yes, onAnswer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      aria-labelledby={heading}
      onClose={(event) => onAnswer(event.currentTarget.returnValue === 'yes')}
    >
      <form method="dialog">
        <h2 id={heading}>{title}</h2>
        <div className={style.content}>{children}</div>
        <div className={style.buttons}>
          {no !== null && (
            <button type="submit" value="no" className="button quiet">
              {no}
            </button>
          )}
          <button type="submit" value="yes" className="button">
            {yes}
          </button>
        </div>
      </form>
    </dialog>
  )
}
