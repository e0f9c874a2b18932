import { Icon, type IconName } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import { useVisitor } from '../shell/visitor.ts'
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
  const { webapp, publicUrl } = useVisitor()
  const elsewhere = webapp.startsWith('http') && new URL(webapp).origin !== new URL(publicUrl).origin
  return (
    <div className={`page ${style.entry}`} data-web-app-elsewhere={elsewhere ? webapp : undefined}>
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
