import { NavLink } from 'react-router'
import style from './sub-nav.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

type SubPage = {
  to: string
  name: string
  /** Only this address is the page; addresses below it are others. */
  end?: boolean
}

/** The pages of a section. */
export function SubNav({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  return (
    <nav ref={useCurrentInView<HTMLElement>()} className={style.nav} aria-label={label}>
      {pages.map(({ to, name, end = false }) => (
        <NavLink key={to} to={to} end={end}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
