import { acceptTerms } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { cookieIn } from '@kiosk/domain/cookies'
import { ownPath } from '@kiosk/domain/own-path'
import { entryWords } from '@kiosk/languages/accounts'
import { validationWords } from '@kiosk/languages/validation'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Notice } from '@kiosk/ui/notice'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { faultsIn, valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { EntryPage } from './entry-page.tsx'
import { acceptTermsRules } from './entry-rules.ts'
import { letIn, TERMS_COOKIE, termsAccepted, wayAfterLogin } from './let-in.ts'
import { TermsBox } from './terms-box.tsx'

export const headers = () => secretAddress

function tokenOf(request: Request): string | null {
  const held = cookieIn(request.headers.get('cookie'), TERMS_COOKIE) ?? undefined
  return held ? decodeURIComponent(held) : null
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data({
    words: visitOf(context).words(entryWords, validationWords),
    head: { robots: 'noindex' } satisfies HeadData,
    waiting: tokenOf(request) !== null,
    redirect: ownPath(new URL(request.url).searchParams.get('redirect')),
  })
}

type Answer = { refusal: Refusal; inForm: true }

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const values = valuesOf(await request.formData())
  const fault = faultsIn(acceptTermsRules, values).terms
  const token = tokenOf(request)
  if (token === null) return refused(refusalAt(null, 'ACCEPT_TERMS.GONE'))
  if (fault) return refused(refusalAt('terms', fault))
  const { region } = await visit.who()
  const body = { token, newsletter: String(values.newsletter === 'true'), region: String(region.id), webAppToken: '' }
  const { answer, refusal } = await orRefusal(visit.call(acceptTerms, { body }))
  if (!refusal) return letIn(visit, { ...answer, terms: { show: false } }, wayAfterLogin(request), [termsAccepted(visit)])
  const gone = refusal.field === 'token' || refusal.status === 498
  return refused(gone ? { ...refusal, field: null, message: null, words: 'ACCEPT_TERMS.GONE' } : refusal)
}

export { tellingOfLogin as clientAction } from './tell-of-login.ts'

function refused(refusal: Refusal) {
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** Between a login and the first page where newer terms are in force, or where somebody came in by another way. */
export default function AcceptTermsScreen() {
  const t = useText()
  const { waiting, redirect } = useLoaderData<typeof loader>()
  const answer = useActionData() as Answer | undefined
  const refusal = answer?.refusal ?? null
  const form = useCheckedForm(acceptTermsRules, refusal)
  const busy = useNavigation().formMethod !== undefined
  const shown = refusal && !refusal.field ? refusal : !waiting ? refusalAt(null, 'ACCEPT_TERMS.GONE') : null
  return (
    <EntryPage title={t('ACCEPT_TERMS.TITLE')} lead={t('ACCEPT_TERMS.LEAD')}>
      {shown && (
        <Notice
          kind="error"
          actions={
            <Link to="login" className="button quiet">
              {t('REGISTRATION.TO_LOGIN')}
            </Link>
          }
        >
          {shown.message ?? t(shown.words)}
        </Notice>
      )}
      {waiting && (
        <Form method="post" action={addressOf('acceptTerms', { redirect })} {...form.props}>
          <TermsBox {...form.field('terms')} />
          <Checkbox
            name="newsletter"
            value="true"
            label={t('REGISTRATION.NEWSLETTER')}
            hint={t('ACCEPT_TERMS.NEWSLETTER_HINT')}
          />
          <Button wide busy={busy} busyWords={t('ACCEPT_TERMS.BUSY')} disabled={form.invalid}>
            {t('ACCEPT_TERMS.SUBMIT')}
          </Button>
        </Form>
      )}
    </EntryPage>
  )
}
