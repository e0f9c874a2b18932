import type { MessageKey } from '@kiosk/i18n/message-key'
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { type ApiError, apiErrorIn } from '../api-error.ts'
import style from './failure-screen.module.css'
import { Link } from './link.tsx'
import { useRequestId } from './request-id.tsx'
import { useText } from './use-text.ts'

export type Failure = { status: number; apiError: ApiError | null; isUnreachable: boolean }

/** Messages of browsers when a request had no answer; other type errors are bugs. */
const NO_ANSWER = /fetch|network|load failed/i

/** Returns the error that replaces this page's screen; null if there is none. */
export function useFailure(): Failure | null {
  const error = useRouteError()
  if (error === undefined || error === null) return null
  const apiError = apiErrorIn(error)
  return {
    status: apiError?.status ?? (isRouteErrorResponse(error) ? error.status : 500),
    apiError,
    isUnreachable: error instanceof TypeError && NO_ANSWER.test(error.message),
  }
}

/** Error screen: what happened, what was saved, and what to do. */
export function FailureScreen() {
  const t = useText()
  const mark = useRequestId()
  const { pathname, search } = useLocation()
  const { status, apiError, isUnreachable } = useFailure() ?? { status: 500, apiError: null, isUnreachable: false }
  // After a press on a button far below, the end of the page would be in view.
  useEffect(() => window.scrollTo(0, 0), [])
  const kind = isUnreachable
    ? 'UNREACHABLE'
    : apiError?.code === 'other_account'
      ? 'OTHER_ACCOUNT'
      : status === 404 || status === 400 || status === 410
        ? 'NOT_FOUND'
        : status === 403 || status === 401
          ? 'FORBIDDEN'
          : 'UNEXPECTED'
  const isReloaded = kind === 'OTHER_ACCOUNT' || kind === 'UNREACHABLE'
  const again = kind === 'UNEXPECTED' ? 'FAILURE.TRY_AGAIN' : isReloaded ? 'FAILURE.RELOAD' : null
  const errorText = apiError && (apiError.message ?? t(apiError.words as MessageKey))
  const requestId = apiError?.requestId ?? mark.requestId
  return (
    <div className={style.failure}>
      {!isReloaded && (
        <p className={style.status} aria-hidden="true">
          {status}
        </p>
      )}
      <h1>{t(`FAILURE.${kind}_TITLE`)}</h1>
      <p className={style.body}>
        {kind === 'FORBIDDEN' ? (
          (errorText ?? t('ERROR.FORBIDDEN'))
        ) : (
          <>
            {errorText && <strong>{errorText}</strong>} {t(`FAILURE.${kind}_BODY`)}{' '}
            {/* The text of an error says when to try again. */}
            {kind === 'UNEXPECTED' && !errorText && t('FAILURE.UNEXPECTED_LATER')}
          </>
        )}
      </p>
      <p className={style.actions}>
        {again && (
          <a className="button" href={pathname + search}>
            {t(again)}
          </a>
        )}
        <Link plain to="catalogue" className={again ? 'button quiet' : 'button'}>
          {t('FAILURE.TO_MAGAZINES')}
        </Link>
        <Link plain to="home" className="button quiet">
          {t('FAILURE.TO_HOME')}
        </Link>
      </p>
      {kind === 'UNEXPECTED' && requestId && (
        <p className={style.mark}>
          {t('FAILURE.REQUEST_ID')} <code>{requestId}</code>{' '}
          <Link plain to="feedback">
            {t('FAILURE.WRITE_US')}
          </Link>
        </p>
      )}
    </div>
  )
}
