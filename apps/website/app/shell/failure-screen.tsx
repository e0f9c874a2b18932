import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { type Refusal, refusalIn } from '../refusal.ts'
import style from './failure-screen.module.css'
import { Link } from './link.tsx'
import { useRequestMark } from './request-mark.tsx'
import { useText } from './use-text.ts'

export type Failure = { status: number; refusal: Refusal | null }

/** The failure that replaces this page's screen; null while all is well. */
export function useFailure(): Failure | null {
  const error = useRouteError()
  if (error === undefined || error === null) return null
  const refusal = refusalIn(error)
  return { status: refusal?.status ?? (isRouteErrorResponse(error) ? error.status : 500), refusal }
}

/** In place of a screen that could not be shown: what happened, what is kept, what to do. */
export function FailureScreen() {
  const t = useText()
  const mark = useRequestMark()
  const { pathname, search } = useLocation()
  const { status, refusal } = useFailure() ?? { status: 500, refusal: null }
  const kind =
    refusal?.code === 'other_account'
      ? 'OTHER_ACCOUNT'
      : status === 404 || status === 400 || status === 410
        ? 'NOT_FOUND'
        : status === 403 || status === 401
          ? 'FORBIDDEN'
          : 'UNEXPECTED'
  const again = kind === 'UNEXPECTED' ? 'FAILURE.TRY_AGAIN' : kind === 'OTHER_ACCOUNT' ? 'FAILURE.RELOAD' : null
  const said = refusal && (refusal.message ?? t(refusal.words))
  const requestId = refusal?.requestId ?? mark.requestId
  return (
    <div className={style.failure}>
      {kind !== 'OTHER_ACCOUNT' && (
        <p className={style.status} aria-hidden="true">
          {status}
        </p>
      )}
      <h1>{t(`FAILURE.${kind}_TITLE`)}</h1>
      <p className={style.body}>
        {kind === 'FORBIDDEN' ? (
          (said ?? t('ERROR.FORBIDDEN'))
        ) : (
          <>
            {said && <strong>{said}</strong>} {t(`FAILURE.${kind}_BODY`)}
          </>
        )}
      </p>
      <p className={style.ways}>
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
