import { acceptTerms } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { decodedCookieIn } from '@kiosk/domain/cookies'
import { returnPath } from '@kiosk/domain/return-path'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { validationMessages } from '@kiosk/i18n/messages/validation'
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
import { errorAt, type FormError, formError, orApiError } from '../api-error.ts'
import { validate, valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { EntryPage } from './entry-page.tsx'
import { acceptTermsRules } from './entry-rules.ts'
import { finishSignIn, pathAfterLogin, TERMS_COOKIE, termsAccepted } from './signed-in.ts'
import { TermsBox } from './terms-box.tsx'

export const headers = () => secretAddress

function tokenOf(request: Request): string | null {
  return decodedCookieIn(request.headers.get('cookie'), TERMS_COOKIE)
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data({
    words: requestContext(context).words(loginMessages, validationMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    waiting: tokenOf(request) !== null,
    redirect: returnPath(new URL(request.url).searchParams.get('redirect')),
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const values = valuesOf(await request.formData())
  const fault = validate(acceptTermsRules, values).terms
  const token = tokenOf(request)
  if (token === null) return formError(errorAt(null, 'ACCEPT_TERMS.GONE'))
  if (fault) return formError(errorAt('terms', fault))
  const { region } = await ctx.who()
  const body = { token, newsletter: String(values.newsletter === 'true'), region: String(region.id), webAppToken: '' }
  const { answer, apiError } = await orApiError(ctx.call(acceptTerms, { body }))
  if (!apiError) return finishSignIn(ctx, { ...answer, terms: { show: false } }, pathAfterLogin(request), [termsAccepted(ctx)])
  const gone = apiError.field === 'token' || apiError.status === 498
  return formError(gone ? { ...apiError, field: null, message: null, words: 'ACCEPT_TERMS.GONE' } : apiError)
}

export { tellingOfLogin as clientAction } from './login-notice.ts'

/** Page between a login and its destination, shown if newer terms are in force or were not accepted during the login. */
export default function AcceptTermsScreen() {
  const t = useText()
  const { waiting, redirect } = useLoaderData<typeof loader>()
  const answer = useActionData() as FormError | undefined
  const apiError = answer?.apiError ?? null
  const form = useCheckedForm(acceptTermsRules, apiError)
  const busy = useNavigation().formMethod !== undefined
  const shown = apiError && !apiError.field ? apiError : !waiting ? errorAt(null, 'ACCEPT_TERMS.GONE') : null
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
          {shown.message ?? t(shown.words as MessageKey)}
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
          <Button wide busy={busy} busyWords={t('ACCEPT_TERMS.BUSY')}>
            {t('ACCEPT_TERMS.SUBMIT')}
          </Button>
        </Form>
      )}
    </EntryPage>
  )
}
