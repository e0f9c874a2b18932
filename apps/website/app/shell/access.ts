import { addressOf, pages } from '@kiosk/domain/addresses'
import { type MiddlewareFunction, redirectDocument } from 'react-router'
import { visitOf } from './visit.ts'

/** Pages that need a login send anonymous visitors there, and bring them back afterwards (section 5). */
export const refuseAnonymous: MiddlewareFunction = async ({ context }) => {
  const { page, path, whoForSure } = visitOf(context)
  if (page === null || pages[page].access !== 'login') return
  if ((await whoForSure()).state === 'anonymous') throw redirectDocument(addressOf('login', { redirect: path }))
}
