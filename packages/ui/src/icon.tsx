import { iconShapes } from './icon-shapes.ts'
import { LineIcon } from './line-icon.tsx'

export type IconName = keyof typeof iconShapes

/** An icon of the website; `size` in em. */
export function Icon({ name, size = 1.25, className }: { name: IconName; size?: number; className?: string | undefined }) {
  return <LineIcon shape={iconShapes[name]} size={`${size}em`} className={className} />
}
