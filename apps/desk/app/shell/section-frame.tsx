import { Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { SubNav } from '../pieces/sub-nav.tsx'
import type { loader as frameLoader } from './frame.tsx'
import { sectionsOf } from './sections.ts'
import { useText } from './use-text.tsx'

/** Navigation between the pages of a section that the role of the person may see. */
export default function SectionFrame() {
  const t = useText()
  const role = useRouteLoaderData<typeof frameLoader>('shell/frame')?.me.role
  const section = `/${useLocation().pathname.split('/')[1]}`
  const all = role ? sectionsOf(role) : []
  const name = all.find(({ path }) => path === section)?.key
  const pages = all.flatMap(({ path, key, tab, isBelow }) =>
    path === section
      ? tab
        ? [{ to: path, name: t(tab), end: true }]
        : []
      : isBelow && path.startsWith(`${section}/`)
        ? [{ to: path, name: t(key) }]
        : [],
  )
  return (
    <>
      {name && pages.length > 1 && <SubNav label={t(name)} pages={pages} />}
      <Outlet />
    </>
  )
}
