import { iconShapes } from './icon-shapes.ts'

export type IconName = keyof typeof iconShapes

/** An icon beside words; it says nothing by itself. `size` in em. */
export function Icon({ name, size = 1.25, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={`${size}em`}
      height={`${size}em`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: shapes are constants of this package
      dangerouslySetInnerHTML={{ __html: iconShapes[name] }}
    />
  )
}
