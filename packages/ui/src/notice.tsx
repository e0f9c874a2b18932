import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'
import style from './notice.module.css'

type Props = {
  kind?: 'info' | 'good' | 'warning' | 'error'
  title?: ReactNode
  children?: ReactNode
  /** Buttons and links below the text. */
  actions?: ReactNode
  /** Set to move the focus here by script. */
  ref?: Ref<HTMLDivElement>
  /** Takes the focus on page load, for pages without framework scripts. */
  autoFocus?: boolean
}

const icons = { info: 'info', good: 'circle-check', warning: 'triangle-alert', error: 'circle-alert' } as const satisfies Record<
  string,
  IconName
>

/** A message in the page: errors are announced at once (`alert`), all others politely (`status`). */
export function Notice({ kind = 'info', title, children, actions, ...box }: Props) {
  return (
    <div {...box} tabIndex={-1} className={`${style.notice} ${style[kind]}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} size={1.35} className={style.icon} />
      <div className={style.words}>
        {title && <p className={style.title}>{title}</p>}
        {children && <div className={style.body}>{children}</div>}
        {actions && <div className={style.actions}>{actions}</div>}
      </div>
    </div>
  )
}
