import type { ReactNode } from 'react'
import { useText } from '../shell/use-text.ts'
import type { CatalogueChoices, ChoiceGroup } from './catalogue-choices.ts'
import style from './catalogue-filters.module.css'
import list from './choices.module.css'

/** The choices of the catalogue as links, behind one control; what was chosen and the order are beside it. */
export function CatalogueFilters({ choices, children }: { choices: CatalogueChoices; children: ReactNode }) {
  return (
    <div className={style.bar}>
      <details className={style.filters}>
        <summary className={style.summary}>{useText()('CATALOGUE.CHOOSE')}</summary>
        <div className={style.panel}>
          {choices.behind.map(links)}
          {children}
        </div>
      </details>
      {choices.beside.map(links)}
    </div>
  )
}

function links({ label, choices }: ChoiceGroup) {
  return (
    <nav key={label} aria-label={label}>
      <p className={style.label} aria-hidden="true">
        {label}
      </p>
      <ul className={list.choices}>
        {choices.map(({ text, href, current, name }) => (
          <li key={href}>
            <a className={list.choice} href={href} aria-current={current} aria-label={name}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
