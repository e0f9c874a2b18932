import type { ReactNode } from 'react'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import style from './library.module.css'

/** Head of the library's pages, which search engines do not index. */
export const libraryHead: HeadData = { robots: 'noindex' }

const sections = {
  shelf: 'SHELF.TITLE',
  bookmarks: 'SHELF.BOOKMARKS',
  history: 'SHELF.HISTORY',
  searches: 'SHELF.SEARCHES',
} as const

/** A page of the library: its title, links to the sections for signed-in readers, and its content. */
export function LibraryPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const t = useText()
  const { firstname } = useViewer()
  return (
    <div className={`page ${style.library}`}>
      <h1>{title}</h1>
      {firstname !== null && (
        <nav className={style.sections} aria-label={t('SHELF.ROOMS')}>
          <ul>
            {Object.entries(sections).map(([page, name]) => (
              <li key={page}>
                <Link to={page as keyof typeof sections}>{t(name)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {lead && <p className={style.lead}>{lead}</p>}
      {children}
    </div>
  )
}

/** Explains what an empty list will contain, with a link to add it. */
export function EmptyPlace({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className={style.empty}>
      <p>{children}</p>
      <Link to="catalogue" className="button quiet">
        {t('SHELF.LOOK_AROUND')}
      </Link>
    </div>
  )
}

/** Links below a list with several pages. `next`: start of the next page; `isFirst`: this is the first page. */
export function Pager({ address, next, isFirst }: { address(after?: string): string; next: string | null; isFirst: boolean }) {
  const t = useText()
  if (next === null && isFirst) return null
  return (
    <p className={style.pager}>
      {next !== null && (
        <a className="button quiet" rel="next" href={address(next)}>
          {t('SHELF.MORE')}
        </a>
      )}
      {!isFirst && <a href={address()}>{t('SHELF.NEWEST')}</a>}
    </p>
  )
}
