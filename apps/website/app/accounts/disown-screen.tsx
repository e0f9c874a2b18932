import { disownSignIn } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type FormError, formError, orApiError } from '../api-error.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { AutoSubmitForm } from './auto-submit-form.tsx'
import { EntryPage } from './entry-page.tsx'

export const headers = () => secretAddress

export function loader({ request, context }: LoaderFunctionArgs) {
  return data({
    words: requestContext(context).words(verificationMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    token: new URL(request.url).searchParams.get('token') ?? '',
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '' } = valuesOf(await request.formData())
  const { answer, apiError } = await orApiError(requestContext(context).call(disownSignIn, { body: { token } }))
  if (!apiError) return redirect(addressOf('newPassword', { token: answer.choosePassword, after: 'disowned' }), 303)
  return formError(apiError)
}

/** Target of "this wasn't me" in the new-device e-mail: one button, then a new password. */
export default function DisownScreen() {
  const t = useText()
  const { token } = useLoaderData<typeof loader>()
  const { apiError } = (useActionData() as FormError | undefined) ?? {}
  if (apiError || !token) {
    const own = apiError && apiError.code !== 'token_invalid' && apiError.code !== 'token_expired'
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
          <p>{(own && apiError.message) || t('DISOWN.FAILED')}</p>
        </Notice>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={t('DISOWN.TITLE')} lead={t('DISOWN.LEAD')}>
      <AutoSubmitForm atOnce={false} progress="">
        <input type="hidden" name="token" value={token} />
        <Button>{t('DISOWN.SUBMIT')}</Button>
      </AutoSubmitForm>
    </EntryPage>
  )
}
