import { Button } from '@kiosk/ui/button'
import { Form, useNavigation } from 'react-router'
import { useText } from '../shell/use-text.ts'

/** Button that resends the verification email, with a confirmation. */
export function ResendMail({ action, email, resent }: { action: string; email: string; resent: boolean }) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'resend'
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="email" value={email} />
      {resent && <p role="status">{t('LOGIN.RESENT')}</p>}
      <Button kind="quiet" busy={busy} busyWords={t('LOGIN.SENDING')}>
        {t('LOGIN.RESEND')}
      </Button>
    </Form>
  )
}
