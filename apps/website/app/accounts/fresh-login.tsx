import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import type { ApiError } from '../api-error.ts'
import { useErrorFocus } from '../shell/use-error-focus.ts'
import { useText } from '../shell/use-text.ts'
import { passwordWords } from './password-messages.ts'

/** Asks for the password once more; the field takes the focus, also after a wrong password. */
export function FreshPassword({ apiError }: { apiError?: ApiError | undefined }) {
  const t = useText()
  return (
    <PasswordField
      ref={useErrorFocus(apiError)}
      {...passwordWords(t)}
      label={t('ACCOUNT.FRESH_PASSWORD')}
      name="password"
      hint={t('ACCOUNT.FRESH_PASSWORD_HINT')}
      error={apiError && (apiError.message ?? t(apiError.words as MessageKey))}
      autoComplete="current-password"
      autoFocus
      required
    />
  )
}

/** Starts a new login that returns to the given page of this site. */
export function LogInAgain({ back }: { back: string }) {
  const t = useText()
  const again = addressOf('login', { redirect: back })
  return (
    <Notice
      kind="warning"
      actions={
        <a className="button" href={addressOf('logout', { redirect: again })}>
          {t('ACCOUNT.FRESH_LOGIN_BUTTON')}
        </a>
      }
    >
      {t('ACCOUNT.FRESH_LOGIN')}
    </Notice>
  )
}
