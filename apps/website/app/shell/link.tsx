import { addressOf, type Page } from '@kiosk/domain/addresses'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { opensAsDocument } from './static-pages.ts'
import { useViewer } from './viewer.ts'

type Props = {
  to: Page
  children: ReactNode
  className?: string | undefined
  title?: string
  values?: Parameters<typeof addressOf>[1]
  hash?: string
  /** Uses a full page load instead of the router, which is cheaper in lists and footers. */
  plain?: boolean
}

/**
 * A link to a page by its name. Pages without framework scripts or with a policy of their own always use a full page load.
 * Every link carries the attribution (ADR-0170).
 */
export function Link({ to, values, hash, plain, className, ...rest }: Props) {
  const { page, attribution } = useViewer()
  const address = addressOf(to, { ...attribution, ...values }, hash)
  const here = page === to ? 'page' : undefined
  if (plain || opensAsDocument(to)) return <a href={address} aria-current={here} className={className} {...rest} />
  return <NavLink to={address} end discover="none" className={className ?? ''} {...rest} />
}
