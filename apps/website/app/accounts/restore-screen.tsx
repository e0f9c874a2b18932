import { restoreAccount } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { accountMessages } from '@kiosk/i18n/messages/account'
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

/** Value of the address after restoring an account that the operator has closed, too. */
const CLOSED = 'closed'

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  return data({
    words: requestContext(context).words(accountMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    restored: searchParams.get('restored'),
    token: searchParams.get('token') ?? '',
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '' } = valuesOf(await request.formData())
  const { answer, apiError } = await orApiError(requestContext(context).call(restoreAccount, { body: { token } }))
  if (apiError) return formError(apiError)
  return redirect(addressOf('accountRestore', { restored: answer.closed ? CLOSED : 1 }), 303)
}

/** Target of the erasure e-mail's link: its button restores the account. */
export default function RestoreScreen() {
  const t = useText()
  const { restored, token } = useLoaderData<typeof loader>()
  const { apiError } = (useActionData() as FormError | undefined) ?? {}
  const toLogin = (
    <Link plain to="login" className="button">
      {t('ACCOUNT.RESTORED_LOGIN')}
    </Link>
  )
  if (restored === CLOSED) {
    return (
      <EntryPage title={t('ACCOUNT.RESTORED_CLOSED_TITLE')} lead={t('ACCOUNT.RESTORED_CLOSED')}>
        <Link plain to="feedback" className="button">
          {t('FAILURE.WRITE_US')}
        </Link>
      </EntryPage>
    )
  }
  if (restored) {
    return (
      <EntryPage title={t('ACCOUNT.RESTORED_TITLE')} lead={t('ACCOUNT.RESTORED_BODY')}>
        <p>{toLogin}</p>
        <p>
          {t('ACCOUNT.RESTORED_NOT_YOU')}{' '}
          <Link plain to="login" values={{ forgot: 1 }}>
            {t('ACCOUNT.RESTORED_PASSWORD')}
          </Link>
        </p>
      </EntryPage>
    )
  }
  if (apiError || !token) {
    // Rate limits and outages do not invalidate the link.
    const other = apiError && (apiError.status === 429 || apiError.status >= 500)
    return (
      <EntryPage title={t('ACCOUNT.RESTORE_FAILED_TITLE')}>
        <Notice kind="error" actions={toLogin}>
          {other ? (apiError.message ?? t(apiError.words as MessageKey)) : t('ACCOUNT.RESTORE_FAILED')}
        </Notice>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={t('ACCOUNT.RESTORE_TITLE')} lead={t('ACCOUNT.RESTORE_LEAD')}>
      <AutoSubmitForm atOnce={false} progress="">
        <input type="hidden" name="token" value={token} />
        <Button>{t('ACCOUNT.RESTORE_BUTTON')}</Button>
      </AutoSubmitForm>
    </EntryPage>
  )
}
