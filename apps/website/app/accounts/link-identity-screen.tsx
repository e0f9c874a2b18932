import { decideIdentity, waitingIdentity } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { linkIdentityMessages } from '@kiosk/i18n/messages/link-identity'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type FormError, formError, orApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { redirectWith } from '../shell/redirect-with.ts'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { LogInAgain } from './fresh-login.tsx'
import { freshLoginIn } from './needs-fresh-login.ts'
import { pathAfterLogin } from './signed-in.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const [{ waiting }, { user }] = await Promise.all([ctx.call(waitingIdentity), ctx.who()])
  // It was decided in another tab, or has expired after an hour.
  if (!waiting) return redirect(pathAfterLogin(request))
  return data({
    words: ctx.words(accountMessages, linkIdentityMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    waiting,
    email: user.email ?? '',
    to: pathAfterLogin(request),
  })
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const link = (await accountForm(ctx, request)).get('link') === 'true'
  const { apiError } = await orApiError(ctx.call(decideIdentity, { body: { link: String(link) } }))
  if (!apiError || apiError.status === 404) return redirectWith(pathAfterLogin(request))
  return formError(apiError)
}

/** Asks after a login whether the sign-in method pending in this browser belongs to the account's owner and may be linked. */
export default function LinkIdentityScreen() {
  const t = useText()
  const { waiting, email, to } = useLoaderData<typeof loader>()
  const { apiError } = (useActionData() as FormError | undefined) ?? {}
  const provider = t(`LINK_IDENTITY.${waiting.provider}`)
  const own = addressOf('linkIdentity', { redirect: to })
  const lead = waiting.name ? 'LINK_IDENTITY.LEAD_NAMED' : 'LINK_IDENTITY.LEAD'
  return (
    <EntryPage title={t('LINK_IDENTITY.TITLE', { provider })} lead={t(lead, { provider, name: waiting.name, email })}>
      <div className={page.stack}>
        {apiError && freshLoginIn(apiError) && <LogInAgain back={own} />}
        {apiError && !freshLoginIn(apiError) && (
          <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>
        )}
        <p>{t('LINK_IDENTITY.NOT_YOU', { provider })}</p>
        <form method="post" action={own} className={page.actions}>
          <AccountField />
          <Button name="link" value="true">
            {t('LINK_IDENTITY.YES', { provider })}
          </Button>
          <Button kind="quiet" name="link" value="false">
            {t('LINK_IDENTITY.NO')}
          </Button>
        </form>
      </div>
    </EntryPage>
  )
}
