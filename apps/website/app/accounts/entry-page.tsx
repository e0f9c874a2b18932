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
  return (
    <div className={`page ${style.entry}`} data-web-app-elsewhere={useWebAppElsewhere()}>
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

/** Returns the address of a web app at another origin, which the login notifies (see login-notice.ts). */
export function useWebAppElsewhere(): string | undefined {
  const { webapp, publicUrl } = useViewer()
  return webapp.startsWith('http') && new URL(webapp).origin !== new URL(publicUrl).origin ? webapp : undefined
}
