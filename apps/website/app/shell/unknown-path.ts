import { addressOf } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { visitOf } from './visit.ts'

/** Unknown pages lead home (section 2.1); a file or an address of a machine that does not exist is 404. */
export function loader({ context }: LoaderFunctionArgs) {
  const { pathname } = new URL(visitOf(context).path, 'http://own.invalid')
  const forMachines = /^\/(?:api|assets|reader|feeds|opds|\.well-known)(?:\/|$)/.test(pathname) || /\.[a-z0-9]+$/i.test(pathname)
  if (forMachines) return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain' } })
  return redirect(addressOf('home'))
}

export const action = loader
