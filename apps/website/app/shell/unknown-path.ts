import { addressOf } from '@kiosk/domain/addresses'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { requestContext } from './request-context.ts'

/** Returns whether a path is requested only by programs or developers: a file, or a path below the API, `/dev/` and the like. */
export function isForMachines(path: string): boolean {
  const { pathname } = new URL(path, 'http://own.invalid')
  return /^\/(?:dev\/|(?:api|assets|reader|feeds|opds|\.well-known)(?:\/|$))/.test(pathname) || /\.[a-z0-9]+$/i.test(pathname)
}

/** Redirects unknown pages to the home page; returns 404 for unknown files and machine addresses. */
export function loader({ context }: LoaderFunctionArgs) {
  if (isForMachines(requestContext(context).path))
    return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain' } })
  return redirect(addressOf('home'))
}

export const action = loader
