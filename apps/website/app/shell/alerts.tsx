import { CloseButton } from '@kiosk/ui/close-button'
import { useContext } from 'react'
import { UNSAFE_DataRouterDataContext, useMatches } from 'react-router'
import type { Refusal } from '../refusal.ts'
import style from './alerts.module.css'
import { useFailure } from './failure-screen.tsx'
import { useText } from './use-text.ts'

/** What loaders and actions answer when something was refused: `refusal`, and `inForm` where a form shows it itself. */
type Answer = { refusal?: Refusal | null; inForm?: boolean } | undefined

/** Refusals with status 403 that say themselves what is missing; the specification does not know them. */
const explained = ['account_erasing', 'confirmation_required', 'shared_device', 'sign_in_to_confirm']
const isForbidden = (refusal: Refusal) => refusal.status === 403 && !explained.includes(refusal.code)

/**
 * Refusals of this page that no form shows (section 8): a 403 as a red overlay for 8 seconds, everything else as a
 * dialog titled ERROR.OCCURRED. The server's own message comes first.
 */
export function Alerts() {
  const t = useText()
  const failure = useFailure()
  // The frame stands outside of the screens' routes: `useActionData` would only see the root's own.
  const acted = Object.values(useContext(UNSAFE_DataRouterDataContext)?.actionData ?? {}) as Answer[]
  const answers: Answer[] = [...acted, ...useMatches().map((match) => match.loaderData as Answer)]
  const refusals = answers.flatMap((answer) => (answer?.refusal ? [{ refusal: answer.refusal, inForm: answer.inForm }] : []))
  const ofFailure = failure?.refusal ? isForbidden(failure.refusal) : failure?.status === 403
  const refused = ofFailure || refusals.some(({ refusal }) => isForbidden(refusal))
  const shown = refusals.find(({ refusal, inForm }) => !isForbidden(refusal) && !inForm)?.refusal
  return (
    <>
      {refused && (
        <dialog open className={style.refused} aria-label={t('ERROR.OCCURRED')}>
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
              <p>{shown.message ?? t(shown.words)}</p>
            ) : (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised where the answer is read, in api-client.ts
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
