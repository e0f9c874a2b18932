import { Icon } from '@kiosk/ui/icon'
import { useText } from '../shell/use-text.ts'
import style from './included-plans.module.css'

/** The plans with which an issue can be read, each with what it offers; nothing without plans. */
export function IncludedPlans({ names }: { names: readonly string[] }) {
  const t = useText()
  if (names.length === 0) return null
  return (
    <div className={style.included}>
      <h2>{t('ISSUE.INCLUDED')}</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Icon name="check" size={1.1} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
