import { addressOf } from '@kiosk/domain/addresses'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { Form, useNavigation } from 'react-router'
import type { Refusal } from '../refusal.ts'
import { useText } from '../shell/use-text.ts'
import { EntryPage } from './entry-page.tsx'

/** The second step of a login: the code of an authenticator app, or a recovery code. */
export function CodeStep({ action, refusal }: { action: string; refusal: Refusal | null }) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'code'
  const words = refusal && (refusal.message ?? t(refusal.words))
  return (
    <EntryPage title={t('SIGN_IN.CODE_TITLE')} lead={t('SIGN_IN.CODE_LEAD')}>
      {words && refusal.field !== 'code' && <Notice kind="error">{words}</Notice>}
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="code" />
        <Field
          label={t('SIGN_IN.CODE')}
          hint={t('SIGN_IN.CODE_HINT')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          error={refusal?.field === 'code' ? words : null}
        />
        <Button wide busy={busy} busyWords={t('LOGIN.BUSY')}>
          {t('SIGN_IN.CODE_SUBMIT')}
        </Button>
      </Form>
      <p>
        <a href={addressOf('login')}>{t('SIGN_IN.CODE_BACK')}</a>
      </p>
    </EntryPage>
  )
}
