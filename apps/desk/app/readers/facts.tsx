import type { ReactNode } from 'react'
import style from './readers.module.css'

type Props = { facts: readonly (readonly [name: string, value: ReactNode])[]; nameOf(name: string): string }

/** Names and values of what is known, without empty values. */
export function Facts({ facts, nameOf }: Props) {
  return (
    <dl className={style.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{nameOf(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
