import { Icon, type IconName } from '@kiosk/ui/icon'
import type { ReactNode } from 'react'
import { useViewer } from '../shell/viewer.ts'
import style from './entry-page.module.css'

type Props = {
  title: ReactNode
  lead?: ReactNode
  /** Benefits of an account, shown beside the form on wide screens. */
  promises?: readonly (readonly [IconName, string])[]
  children: ReactNode
}

/** Layout of login, registration and similar pages: texts on the left, a card with the form on the right, stacked on phones. */
export function EntryPage({ title, lead, promises, children }: Props) {
  const { webapp, publicUrl } = useViewer()
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
