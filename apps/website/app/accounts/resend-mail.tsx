import { Button } from '@kiosk/ui/button'
import { Form, useNavigation } from 'react-router'
import { useText } from '../shell/use-text.ts'

type Props = { action: string; email: string; resent: boolean; intent?: string }

/** Button that resends the verification e-mail, with a confirmation. */
export function ResendMail({ action, email, resent, intent = 'resend' }: Props) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="email" value={email} />
      {resent && <p role="status">{t('LOGIN.RESENT')}</p>}
      <Button kind="quiet" busy={busy} busyWords={t('LOGIN.SENDING')}>
        {t('LOGIN.RESEND')}
      </Button>
    </Form>
  )
}
