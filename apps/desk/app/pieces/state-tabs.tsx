import { Link } from 'react-router'
import { useText } from '../shell/use-text.tsx'
import style from './tabs.module.css'

type Props<State extends string> = {
  states: readonly State[]
  current: State
  /** Returns the name of a state. */
  nameOf(state: State): string
}

/** Chooses which rows a list shows, by the parameter `state`. */
export function StateTabs<State extends string>({ states, current, nameOf }: Props<State>) {
  const t = useText()
  return (
    <nav className={style.tabs} aria-label={t('DESK.LIST.STATE')}>
      {states.map((state) => (
        <Link
          key={state}
          to={{ search: `state=${state}` }}
          className={style.tab}
          aria-current={state === current ? 'page' : undefined}
        >
          {nameOf(state)}
        </Link>
      ))}
    </nav>
  )
}
