import { disownSignIn } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { verificationWords } from '@kiosk/languages/verification'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { orRefusal, type Refusal } from '../refusal.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { EntryPage } from './entry-page.tsx'
import { PressedForm } from './pressed-form.tsx'

export const headers = () => secretAddress

export function loader({ request, context }: LoaderFunctionArgs) {
  return data({
    words: visitOf(context).words(verificationWords),
    head: { robots: 'noindex' } satisfies HeadData,
    token: new URL(request.url).searchParams.get('token') ?? '',
  })
}

type Answer = { refusal: Refusal; inForm: true }

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '' } = valuesOf(await request.formData())
  const { answer, refusal } = await orRefusal(visitOf(context).call(disownSignIn, { body: { token } }))
  if (!refusal) return redirect(addressOf('newPassword', { token: answer.choosePassword, after: 'disowned' }), 303)
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** Where "this wasn't me" of the email about a new device leads: one button, and a new password after it. */
export default function DisownScreen() {
  const t = useText()
  const { token } = useLoaderData<typeof loader>()
  const { refusal } = (useActionData() as Answer | undefined) ?? {}
  if (refusal || !token) {
    const own = refusal && refusal.code !== 'token_invalid' && refusal.code !== 'token_expired'
    return (
      <EntryPage title={t('DISOWN.TITLE')}>
        <Notice
          kind="error"
          actions={
            <Link to="login" className="button" values={{ forgot: 1 }}>
              {t('DISOWN.FORGOT')}
            </Link>
          }
        >
          <p>{(own && refusal.message) || t('DISOWN.FAILED')}</p>
        </Notice>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={t('DISOWN.TITLE')} lead={t('DISOWN.LEAD')}>
      <PressedForm atOnce={false} progress="">
        <input type="hidden" name="token" value={token} />
        <Button>{t('DISOWN.SUBMIT')}</Button>
      </PressedForm>
    </EntryPage>
  )
}
