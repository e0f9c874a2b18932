import { LineIcon } from './line-icon.tsx'
import { pageIconShapes } from './page-icon-shapes.ts'

export type PageIconName = keyof typeof pageIconShapes

/** An icon that only some pages show, apart from `Icon` so that the others do not load it; `size` in em. */
export function PageIcon({
  name,
  size = 1.25,
  className,
}: {
  name: PageIconName
  size?: number
  className?: string | undefined
}) {
  return <LineIcon shape={pageIconShapes[name]} size={`${size}em`} className={className} />
}
