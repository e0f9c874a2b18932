import type { MessageKey } from '@kiosk/i18n/message-key'
import { CloseButton } from '@kiosk/ui/close-button'
import { useContext } from 'react'
import { UNSAFE_DataRouterDataContext, useMatches } from 'react-router'
import type { ApiError } from '../api-error.ts'
import style from './alerts.module.css'
import { useFailure } from './failure-screen.tsx'
import { useText } from './use-text.ts'

/** Result of a loader or action with an API error: `apiError`, and `inForm` if a form shows it. */
type Answer = { apiError?: ApiError | null; inForm?: boolean } | undefined

/** 403 errors that explain themselves; the specification does not mention them. */
const explained = ['account_erasing', 'confirmation_required', 'shared_device', 'sign_in_to_confirm']
const isForbidden = (apiError: ApiError) => apiError.status === 403 && !explained.includes(apiError.code)

/**
 * Alerts for errors that no form shows: 403 as a red overlay for 8 seconds, all others as a dialog titled
 * ERROR.OCCURRED. The server's own message is preferred.
 */
export function Alerts() {
  const t = useText()
  const failure = useFailure()
  // The frame is outside the screens' routes, where `useActionData` returns the root's data only.
  const acted = Object.values(useContext(UNSAFE_DataRouterDataContext)?.actionData ?? {}) as Answer[]
  const answers: Answer[] = [...acted, ...useMatches().map((match) => match.loaderData as Answer)]
  const apiErrors = answers.flatMap((answer) => (answer?.apiError ? [{ apiError: answer.apiError, inForm: answer.inForm }] : []))
  const ofFailure = failure?.apiError ? isForbidden(failure.apiError) : failure?.status === 403
  const rejected = ofFailure || apiErrors.some(({ apiError }) => isForbidden(apiError))
  const shown = apiErrors.find(({ apiError, inForm }) => !isForbidden(apiError) && !inForm)?.apiError
  return (
    <>
      {rejected && (
        <dialog open className={style.error} aria-label={t('ERROR.OCCURRED')}>
          <div role="alert">
            <strong>{t('ERROR.OCCURRED')}</strong>
            <p>{t('ERROR.ERROR403')}</p>
          </div>
          <form method="dialog">
            <CloseButton label={t('SHELL.CLOSE')} type="submit" />
          </form>
        </dialog>
      )}
      {shown && (
        <dialog open className={style.dialog} aria-labelledby="error-title">
          <form method="dialog">
            <h2 id="error-title">{t('ERROR.OCCURRED')}</h2>
            {shown.html === null ? (
              <p>{shown.message ?? t(shown.words as MessageKey)}</p>
            ) : (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised where the response is read, in api-client.ts
              <div dangerouslySetInnerHTML={{ __html: shown.html }} />
            )}
            <button type="submit" className="button">
              {t('DIALOG.OK')}
            </button>
          </form>
        </dialog>
      )}
    </>
  )
}
