import { NavLink } from 'react-router'
import style from './sub-nav.module.css'

/** The pages of a section. */
export function SubNav({ label, pages }: { label: string; pages: readonly { to: string; name: string }[] }) {
  return (
    <nav className={style.nav} aria-label={label}>
      {pages.map(({ to, name }) => (
        <NavLink key={to} to={to} end>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
