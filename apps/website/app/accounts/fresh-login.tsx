import { addressOf } from '@kiosk/domain/addresses'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import type { Refusal } from '../refusal.ts'
import { useRefusedFocus } from '../shell/use-refused-focus.ts'
import { useText } from '../shell/use-text.ts'
import { passwordWords } from './password-words.ts'

/** What is asked for where the login is not fresh: the password, or, without one, a new login at the provider. */
export type FreshLogin = 'password' | 'login'

/** What a refusal asks for; null where it is about something else. */
export function freshLoginIn(refusal: Refusal): FreshLogin | null {
  if (refusal.code === 'password_wrong') return 'password'
  if (refusal.code !== 'confirmation_required') return null
  return refusal.field === 'password' ? 'password' : 'login'
}

/** The password, asked for once more; takes the focus, also after a wrong one. */
export function FreshPassword({ refusal }: { refusal?: Refusal | undefined }) {
  const t = useText()
  return (
    <PasswordField
      ref={useRefusedFocus(refusal)}
      {...passwordWords(t)}
      label={t('ACCOUNT.FRESH_PASSWORD')}
      name="password"
      hint={t('ACCOUNT.FRESH_PASSWORD_HINT')}
      error={refusal && (refusal.message ?? t(refusal.words))}
      autoComplete="current-password"
      autoFocus
      required
    />
  )
}

/** Leads through a new login and back to a page of ours. */
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
