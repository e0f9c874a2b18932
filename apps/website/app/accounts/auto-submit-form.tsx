import { PageIcon } from '@kiosk/ui/page-icon'
import type { ReactNode } from 'react'
import style from './auto-submit-form.module.css'

type Props = {
  /** Submitted by the shell's script on load; false if the user has to decide or the browser only prefetches. */
  atOnce: boolean
  progress: string
  /** Hidden inputs and buttons. */
  children: ReactNode
}

/**
 * Form for the action of an e-mail link, so that mail scanners that open the link change nothing (ADR-0171). A script submits
 * it on load and shows the progress; without JavaScript the user presses its button.
 */
export function AutoSubmitForm({ atOnce, progress, children }: Props) {
  return (
    <form method="post" className={style.form} data-press={atOnce ? '' : undefined}>
      <div className={style.ready}>{children}</div>
      <p className={style.progress} role="status">
        <PageIcon name="mail" size={1.4} />
        {progress}
      </p>
    </form>
  )
}
