import { addressOf } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { visitOf } from './visit.ts'

/** Whether programs ask for such a path, and no person: a file, or one below the API and the like. */
export function isForMachines(path: string): boolean {
  const { pathname } = new URL(path, 'http://own.invalid')
  return /^\/(?:api|assets|reader|feeds|opds|\.well-known)(?:\/|$)/.test(pathname) || /\.[a-z0-9]+$/i.test(pathname)
}

/** Unknown pages lead home (section 2.1); a file or an address of a machine that does not exist is 404. */
export function loader({ context }: LoaderFunctionArgs) {
  if (isForMachines(visitOf(context).path))
    return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain' } })
  return redirect(addressOf('home'))
}

export const action = loader
