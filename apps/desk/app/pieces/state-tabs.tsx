import { Link } from 'react-router'
import { useText } from '../shell/use-text.tsx'
import style from './tabs.module.css'

type Props<State extends string> = {
  states: readonly State[]
  current: State
  /** Returns the name of a state. */
  nameOf(state: State): string
  /** Parameter of the address. */
  parameter?: string
  label?: string
  /** Keeps the position of the page when another state is chosen. */
  keepsPosition?: boolean
}

/** Chooses which rows a list shows, by the parameter `state`, or another choice by another parameter. */
export function StateTabs<State extends string>({
  states,
  current,
  nameOf,
  parameter = 'state',
  label,
  keepsPosition = false,
}: Props<State>) {
  const t = useText()
  return (
    <nav className={style.tabs} aria-label={label ?? t('DESK.LIST.STATE')}>
      {states.map((state) => (
        <Link
          key={state}
          to={{ search: `${parameter}=${state}` }}
          preventScrollReset={keepsPosition}
          className={style.tab}
          aria-current={state === current ? 'page' : undefined}
        >
          {nameOf(state)}
        </Link>
      ))}
    </nav>
  )
}
