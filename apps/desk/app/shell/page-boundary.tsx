import { Outlet } from 'react-router'
import { PageError } from './page-error.tsx'

/** A layout inside of the frame, so that the navigation stays when a page cannot be loaded. */
export default function PageBoundary() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <PageError />
}
