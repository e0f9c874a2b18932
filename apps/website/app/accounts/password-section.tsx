import { PASSWORD } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { AccountField } from '../shell/account-field.tsx'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import type { AccountAnswer } from './account-action.ts'
import { passwordRules } from './account-rules.ts'
import style from './account-screen.module.css'
import { passwordWords } from './password-messages.ts'

/** Changes the password after checking the old one. */
export function PasswordSection({ sent }: { sent: AccountAnswer | undefined }) {
  const t = useText()
  const fetcher = useFetcher<AccountAnswer>()
  const [times, setTimes] = useState(0)
  const answer = fetcher.data ?? sent
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!fetcher.data?.saved) return
    setTimes((before) => before + 1)
    notice.current?.focus()
  }, [fetcher.data])
  const { apiError } = answer ?? {}
  return (
    <section className={style.section} aria-labelledby="password">
      <h2 id="password">{t('ACCOUNT.PASSWORD')}</h2>
      <p>{t('ACCOUNT.PASSWORD_LEAD')}</p>
      {answer?.saved && (
        <Notice kind="good" ref={notice}>
          {t('ACCOUNT.PASSWORD_CHANGED')}
        </Notice>
      )}
      {apiError && !apiError.field && <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>}
      <PasswordForm key={times} fetcher={fetcher} apiError={apiError} />
    </section>
  )
}

function PasswordForm({
  fetcher,
  apiError,
}: {
  fetcher: ReturnType<typeof useFetcher<AccountAnswer>>
  apiError: AccountAnswer['apiError']
}) {
  const t = useText()
  const { props, field, invalid } = useCheckedForm(passwordRules, apiError)
  const { min } = PASSWORD.change
  return (
    <fetcher.Form method="post" action={addressOf('account')} className={style.form} {...props}>
      <AccountField />
      <input type="hidden" name="about" value="password" />
      <PasswordField
        {...passwordWords(t)}
        label={t('ACCOUNT.PASSWORD_OLD')}
        {...field('oldPassword')}
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...passwordWords(t, true)}
        label={t('ACCOUNT.PASSWORD_NEW')}
        hint={t('ACCOUNT.PASSWORD_HINT', PASSWORD.change)}
        {...field('newPassword')}
        autoComplete="new-password"
        required
        minLength={min}
      />
      <PasswordField
        {...passwordWords(t)}
        label={t('ACCOUNT.PASSWORD_REPEAT')}
        {...field('repeat')}
        autoComplete="new-password"
        required
        minLength={min}
      />
      <p className={style.buttons}>
        <Button busy={fetcher.state !== 'idle'} busyWords={t('ACCOUNT.SAVING')} disabled={invalid}>
          {t('ACCOUNT.SAVE')}
        </Button>
      </p>
    </fetcher.Form>
  )
}
