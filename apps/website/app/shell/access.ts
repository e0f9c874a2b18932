import { addressOf, pages } from '@kiosk/domain/addresses'
import { type MiddlewareFunction, redirectDocument } from 'react-router'
import { requestContext } from './request-context.ts'

/** Redirects anonymous visitors of protected pages to the login and back. */
export const rejectAnonymous: MiddlewareFunction = async ({ context }) => {
  const { page, path, whoForSure } = requestContext(context)
  if (page === null || pages[page].access !== 'login') return
  if ((await whoForSure()).state === 'anonymous') throw redirectDocument(addressOf('login', { redirect: path }))
}
