import { TEXT } from '@kiosk/domain/accounts/limits'
import { Button } from '@kiosk/ui/button'
import { CloseButton } from '@kiosk/ui/close-button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { type RefObject, useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ApiError } from '../api-error.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { recoveryRules } from './entry-rules.ts'
import style from './forgot-password.module.css'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  /** Action of the form. */
  action: string
  /** The dialog is open in the page without JavaScript and becomes modal with it. */
  open: boolean
  email: string
  sentTo: string | null
  apiError: ApiError | null
}

/** Requests the password recovery e-mail; the button is disabled once it was sent. */
export function ForgotPassword({ dialog, action, open, email, sentTo, apiError }: Props) {
  const t = useText()
  const [atFirst] = useState(open)
  const form = useCheckedForm(recoveryRules, apiError)
  const navigation = useNavigation()
  const busy = navigation.formData?.get('intent') === 'recover'
  useEffect(() => {
    if (!atFirst || !dialog.current?.open) return
    dialog.current.close()
    dialog.current.showModal()
  }, [atFirst, dialog])
  return (
    <dialog
      ref={dialog}
      open={atFirst}
      id="forgot"
      className={style.dialog}
      aria-labelledby="forgot-title"
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      onKeyDown={() => undefined}
    >
      <div className={style.inner}>
        <form method="dialog">
          <CloseButton label={t('SHELL.CLOSE')} type="submit" />
        </form>
        <h2 id="forgot-title">{t('RECOVERY.TITLE')}</h2>
        <p>{t('RECOVERY.LEAD')}</p>
        <Form method="post" action={action} className={style.form} {...form.props}>
          <input type="hidden" name="intent" value="recover" />
          <Field
            label={t('LOGIN.EMAIL')}
            {...form.field('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={TEXT.email}
            defaultValue={email}
            autoFocus
          />
          {sentTo !== null && <Notice kind="good">{t('RECOVERY.SENT', { email: sentTo })}</Notice>}
          <Button wide busy={busy} busyWords={t('LOGIN.SENDING')} aria-disabled={form.invalid} disabled={sentTo !== null}>
            {t('RECOVERY.SUBMIT')}
          </Button>
        </Form>
      </div>
    </dialog>
  )
}
