import { useRouteLoaderData } from 'react-router'
import { SubNav } from '../pieces/sub-nav.tsx'
import type { loader as frameLoader } from '../shell/frame.tsx'
import { sectionsOf } from '../shell/sections.ts'
import { useText } from '../shell/use-text.tsx'

/** The pages of the section of content that the role of the person may see. */
export function ContentNav() {
  const t = useText()
  const role = useRouteLoaderData<typeof frameLoader>('shell/frame')?.me.role
  const below = (role ? sectionsOf(role) : []).filter(({ path, isBelow }) => isBelow && path.startsWith('/content/'))
  const pages = [{ to: '/content', name: t('DESK.SECTION.TEXTS') }, ...below.map(({ path, key }) => ({ to: path, name: t(key) }))]
  return <SubNav label={t('DESK.SECTION.CONTENT')} pages={pages} />
}
