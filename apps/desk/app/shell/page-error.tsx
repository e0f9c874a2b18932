import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { buttonClass } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { useText } from './use-text.tsx'

/** Messages of browsers when a request had no answer; other type errors are bugs. */
const NO_ANSWER = /fetch|network|load failed/i

/** Why a page could not be loaded, and a way to continue. */
export function PageError() {
  const error = useRouteError()
  const t = useText()
  const { pathname, search } = useLocation()
  const code = isRouteErrorResponse(error) ? (error.data as { code?: string } | undefined)?.code : undefined
  const isLasting = code === 'not_permitted' || (isRouteErrorResponse(error) && error.status === 404)
  const [title, body] =
    code === 'not_permitted'
      ? [t('DESK.ERROR.NOT_PERMITTED'), t('DESK.ERROR.NOT_PERMITTED_BODY')]
      : isLasting
        ? [t('DESK.ERROR.NOT_FOUND'), t('DESK.ERROR.NOT_FOUND_BODY')]
        : error instanceof TypeError && NO_ANSWER.test(error.message)
          ? [t('DESK.ERROR.UNREACHABLE'), t('DESK.ERROR.UNREACHABLE_BODY')]
          : [t('DESK.ERROR.FAILED'), t('DESK.ERROR.NOT_LOADED_BODY')]
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{body}</p>
      <Buttons>
        {!isLasting && (
          <a className={buttonClass()} href={`/desk${pathname}${search}`}>
            {t('DESK.ERROR.AGAIN')}
          </a>
        )}
        <a className={buttonClass('quiet')} href="/desk/">
          {t('DESK.ERROR.HOME')}
        </a>
      </Buttons>
    </>
  )
}
