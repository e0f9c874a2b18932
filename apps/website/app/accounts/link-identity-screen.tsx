import { decideIdentity, waitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { accountWords } from '@kiosk/languages/account'
import { linkIdentityWords } from '@kiosk/languages/link-identity'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { orRefusal, type Refusal } from '../refusal.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { leadOn } from '../shell/lead-on.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { freshLoginIn, LogInAgain } from './fresh-login.tsx'
import { wayAfterLogin } from './let-in.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const [{ waiting }, { user }] = await Promise.all([visit.call(waitingIdentity), visit.who()])
  // Decided in another tab, or forgotten after its hour.
  if (!waiting) return redirect(wayAfterLogin(request))
  return data({
    words: visit.words(accountWords, linkIdentityWords),
    head: { robots: 'noindex' } satisfies HeadData,
    waiting,
    email: user.email ?? '',
    to: wayAfterLogin(request),
  })
}

type Answer = { refusal: Refusal; inForm: true }

export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const link = (await accountForm(visit, request)).get('link') === 'true'
  const { refusal } = await orRefusal(visit.call(decideIdentity, { body: { link: String(link) } }))
  if (!refusal || refusal.status === 404) return leadOn(wayAfterLogin(request))
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** After a login: whether the login at a provider that began in this browser is the owner's, and may open the account. */
export default function LinkIdentityScreen() {
  const t = useText()
  const { waiting, email, to } = useLoaderData<typeof loader>()
  const { refusal } = (useActionData() as Answer | undefined) ?? {}
  const provider = t(`LINK_IDENTITY.${waiting.provider}`)
  const own = addressOf('linkIdentity', { redirect: to })
  const lead = waiting.name ? 'LINK_IDENTITY.LEAD_NAMED' : 'LINK_IDENTITY.LEAD'
  return (
    <EntryPage title={t('LINK_IDENTITY.TITLE', { provider })} lead={t(lead, { provider, name: waiting.name, email })}>
      <div className={page.stack}>
        {refusal && freshLoginIn(refusal) && <LogInAgain back={own} />}
        {refusal && !freshLoginIn(refusal) && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
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
