import type { Me } from '@kiosk/domain/staff/endpoints'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useRevalidator, useRouteLoaderData } from 'react-router'
import { deskContext, signInPath } from './desk-context.ts'
import type { loader as frameLoader } from './frame.tsx'
import { PageError } from './page-error.tsx'

/** What frame and texts show of a person. */
const SHOWN = ['id', 'name', 'role', 'language'] as const satisfies readonly (keyof Me)[]

export async function loader({ context, request }: LoaderFunctionArgs) {
  const me = await deskContext(context).me()
  if (!me) throw redirect(signInPath(request))
  return { me }
}

/** A layout inside the frame, so that the navigation stays when a page cannot be loaded. */
export default function PageBoundary() {
  const { me } = useLoaderData<typeof loader>()
  const shown = useRouteLoaderData<typeof frameLoader>('shell/frame')?.me
  const { revalidate } = useRevalidator()
  // Another tab has signed in somebody else, or the role was changed: frame and texts are loaded again.
  const isOutdated = shown !== undefined && SHOWN.some((part) => shown[part] !== me[part])
  useEffect(() => {
    if (isOutdated) void revalidate()
  }, [isOutdated, revalidate])
  return <Outlet />
}

export function ErrorBoundary() {
  return <PageError />
}
