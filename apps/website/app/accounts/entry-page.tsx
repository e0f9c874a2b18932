import { Icon, type IconName } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import style from './entry-page.module.css'

type Props = {
  title: ReactNode
  lead?: ReactNode
  /** What an account brings, beside the form where there is room. */
  promises?: readonly (readonly [IconName, string])[]
  children: ReactNode
}

/** A door of the house: its words on the left, one card with the form on the right; on a phone one below the other. */
export function EntryPage({ title, lead, promises, children }: Props) {
  return (
    <div className={`page ${style.entry}`}>
      <div className={style.words}>
        <h1>{title}</h1>
        {lead && <p className={style.lead}>{lead}</p>}
        {promises && (
          <ul className={style.promises}>
            {promises.map(([icon, words]) => (
              <li key={words}>
                <Icon name={icon} size={1.4} />
                {words}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={style.card}>{children}</div>
    </div>
  )
}
