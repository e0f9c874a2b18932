import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useText } from './use-text.tsx'

/** Why a page could not be loaded, and a way on. */
export function PageError() {
  const error = useRouteError()
  const t = useText()
  const code = isRouteErrorResponse(error) ? (error.data as { code?: string } | undefined)?.code : undefined
  const [title, body] =
    code === 'not_permitted'
      ? [t('DESK.ERROR.NOT_PERMITTED'), t('DESK.ERROR.NOT_PERMITTED_BODY')]
      : isRouteErrorResponse(error) && error.status === 404
        ? [t('DESK.ERROR.NOT_FOUND'), t('DESK.ERROR.NOT_FOUND_BODY')]
        : [t('DESK.ERROR.FAILED'), t('DESK.ERROR.FAILED_BODY')]
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{body}</p>
      <p>
        <a href="/desk/">{t('DESK.ERROR.HOME')}</a>
      </p>
    </>
  )
}
