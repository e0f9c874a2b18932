import { restoreAccount } from '@kiosk/domain/accounts/endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { accountWords } from '@kiosk/languages/account'
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
  const { searchParams } = new URL(request.url)
  return data({
    words: visitOf(context).words(accountWords),
    head: { robots: 'noindex' } satisfies HeadData,
    restored: searchParams.has('restored'),
    token: searchParams.get('token') ?? '',
  })
}

type Answer = { refusal: Refusal; inForm: true }

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '' } = valuesOf(await request.formData())
  const { refusal } = await orRefusal(visitOf(context).call(restoreAccount, { body: { token } }))
  if (!refusal) return redirect(addressOf('accountRestore', { restored: 1 }), 303)
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** Where the email about an erasure leads: its button brings the account back. */
export default function RestoreScreen() {
  const t = useText()
  const { restored, token } = useLoaderData<typeof loader>()
  const { refusal } = (useActionData() as Answer | undefined) ?? {}
  const toLogin = (
    <Link plain to="login" className="button">
      {t('ACCOUNT.RESTORED_LOGIN')}
    </Link>
  )
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
  if (refusal || !token) {
    // Too many tries, or the service is away: that is no answer about the link.
    const other = refusal && (refusal.status === 429 || refusal.status >= 500)
    return (
      <EntryPage title={t('ACCOUNT.RESTORE_FAILED_TITLE')}>
        <Notice kind="error" actions={toLogin}>
          {other ? (refusal.message ?? t(refusal.words)) : t('ACCOUNT.RESTORE_FAILED')}
        </Notice>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={t('ACCOUNT.RESTORE_TITLE')} lead={t('ACCOUNT.RESTORE_LEAD')}>
      <PressedForm atOnce={false} progress="">
        <input type="hidden" name="token" value={token} />
        <Button>{t('ACCOUNT.RESTORE_BUTTON')}</Button>
      </PressedForm>
    </EntryPage>
  )
}
