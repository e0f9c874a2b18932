import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { Form, useNavigation } from 'react-router'
import type { ApiError } from '../api-error.ts'
import { Link } from '../shell/link.tsx'
import { useErrorFocus } from '../shell/use-error-focus.ts'
import { useText } from '../shell/use-text.ts'
import { CodeField } from './code-field.tsx'
import { EntryPage } from './entry-page.tsx'

/** The second step of a login: the code of an authenticator app, or a recovery code; `back` leads to the first step. */
export function CodeStep({ action, back, apiError }: { action: string; back: string; apiError: ApiError | null }) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'code'
  const words = apiError && (apiError.message ?? t(apiError.words as MessageKey))
  return (
    <EntryPage title={t('SIGN_IN.CODE_TITLE')} lead={t('SIGN_IN.CODE_LEAD')}>
      {words && apiError.field !== 'code' && <Notice kind="error">{words}</Notice>}
      <Form method="post" action={action}>
        <input type="hidden" name="intent" value="code" />
        <CodeField
          label={t('SIGN_IN.CODE')}
          hint={t('SIGN_IN.CODE_HINT')}
          error={apiError?.field === 'code' ? words : null}
          autoFocus
          ref={useErrorFocus(apiError)}
          recovery
        />
        <Button wide busy={busy} busyWords={t('LOGIN.BUSY')}>
          {t('SIGN_IN.CODE_SUBMIT')}
        </Button>
      </Form>
      <p>
        {t('SIGN_IN.CODE_LOST')}{' '}
        <Link plain to="feedback">
          {t('SIGN_IN.CODE_LOST_WRITE')}
        </Link>
      </p>
      <p>
        <a href={back}>{t('SIGN_IN.CODE_BACK')}</a>
      </p>
    </EntryPage>
  )
}
