import { Icon } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import style from './pressed-form.module.css'

type Props = {
  /** Sent at once by the shell's script; false where a person has to decide, or a browser only fetches ahead. */
  atOnce: boolean
  progress: string
  /** Hidden inputs and buttons. */
  children: ReactNode
}

/**
 * What a link of a mail does is done by a form, so that programs that read mails spend nothing (decision 10): a script
 * presses its button at once and shows the progress; without scripts a person does.
 */
export function PressedForm({ atOnce, progress, children }: Props) {
  return (
    <form method="post" className={style.form} data-press={atOnce ? '' : undefined}>
      <div className={style.ready}>{children}</div>
      <p className={style.progress} role="status">
        <Icon name="mail" size={1.4} />
        {progress}
      </p>
    </form>
  )
}
