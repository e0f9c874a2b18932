import type { ComponentProps, ReactNode } from 'react'

type Props = { children: ReactNode; className?: string | undefined } & (
  | { label: string; labelledBy?: never }
  | { labelledBy: string; label?: never }
)

/** Scrolls content that is wider than the window, also by keyboard. */
export function ScrollRegion({ label, labelledBy, className, children }: Props) {
  const named: ComponentProps<'section'> = label === undefined ? { 'aria-labelledby': labelledBy } : { 'aria-label': label }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section {...named} tabIndex={0} className={className} style={{ overflowX: 'auto' }}>
      {children}
    </section>
  )
}
