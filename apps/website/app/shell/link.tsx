import { addressOf, type Page } from '@kiosk/domain/addresses'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { opensAsDocument } from './still-pages.ts'
import { useVisitor } from './visitor.ts'

type Props = {
  to: Page
  children: ReactNode
  className?: string | undefined
  title?: string
  values?: Parameters<typeof addressOf>[1]
  hash?: string
  /** Leaves the work to the browser, without the router: cheap, for lists and footers. */
  plain?: boolean
}

/**
 * A link to a page of ours by its name; pages without framework scripts or with a policy of their own are always opened by
 * the browser. Where a visitor came from travels on with every link (decision 2).
 */
export function Link({ to, values, hash, plain, className, ...rest }: Props) {
  const { page, trace } = useVisitor()
  const address = addressOf(to, { ...trace, ...values }, hash)
  const here = page === to ? 'page' : undefined
  if (plain || opensAsDocument(to)) return <a href={address} aria-current={here} className={className} {...rest} />
  return <NavLink to={address} end discover="none" className={className ?? ''} {...rest} />
}
