import { newPassword } from '@kiosk/contract/routes'
import { PASSWORD } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import { returnPath } from '@kiosk/domain/return-path'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import { useEffect } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { type ApiError, errorAt, formError, orApiError } from '../api-error.ts'
import { validate, valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { EntryPage } from './entry-page.tsx'
import { newPasswordRules } from './entry-rules.ts'
import { showLoginNotice } from './login-notice.ts'
import { passwordWords } from './password-messages.ts'

export const headers = () => secretAddress

const reasons = ['verification', 'disowned'] as const
const leads = { verification: 'NEW_PASSWORD.AFTER_VERIFICATION', disowned: 'NEW_PASSWORD.AFTER_DISOWNED' } as const

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')
  return data({
    words: requestContext(context).words(loginMessages, validationMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    token: searchParams.get('token') ?? '',
    /** Reason for opening this page, other than the link of a recovery e-mail. */
    after: reasons.find((each) => each === after) ?? null,
    onward: returnPath(searchParams.get('to')),
  })
}

type Answer = { apiError?: ApiError; inForm?: true; saved?: true }

/** Message by status; a used or mistyped token has its own. */
const wordsByStatus: Record<number, string> = {
  400: 'VALIDATION.badrequest',
  406: 'VALIDATION.passwordPattern',
  498: 'VALIDATION.vercodeexpired',
  503: 'VALIDATION.servererror',
}

export async function action({ request, context }: ActionFunctionArgs) {
  const values = valuesOf(await request.formData())
  const token = values.token ?? ''
  if (!token) return formError(errorAt(null, 'VALIDATION.invalidToken'))
  const [[field, words] = []] = Object.entries(validate(newPasswordRules, values))
  if (field && words) return formError(errorAt(field, words))
  const body = { newPassword: values.newPassword ?? '', token }
  const { apiError } = await orApiError(requestContext(context).call(newPassword, { body }))
  if (!apiError) return data<Answer>({ saved: true })
  const known = apiError.code === 'token_invalid' ? 'VALIDATION.invalidToken' : wordsByStatus[apiError.status]
  // For 429 the API's message is more useful, because it states the waiting time.
  const message = apiError.status === 429 ? apiError.message : null
  const at = apiError.status === 406 ? 'newPassword' : null
  return formError({ ...apiError, field: at, message, words: known ?? 'VALIDATION.unknownError' })
}

/** Target of the recovery e-mail's link: the new password, entered twice. */
export default function NewPasswordScreen() {
  const t = useText()
  const { token, after, onward } = useLoaderData<typeof loader>()
  const { firstname } = useViewer()
  const answer = useActionData() as Answer | undefined
  const apiError = answer?.apiError ?? null
  const form = useCheckedForm(newPasswordRules, apiError)
  const busy = useNavigation().formMethod !== undefined
  useEffect(() => {
    if (after === 'verification' && firstname !== null) void showLoginNotice()
  }, [after, firstname])
  if (answer?.saved) return <Saved signedIn={firstname !== null} onward={onward} />
  const shown = apiError && !apiError.field ? apiError : token ? null : errorAt(null, 'VALIDATION.invalidToken')
  const notice = shown && (
    <Notice
      kind="error"
      actions={
        <Link to="login" className="button quiet" values={{ forgot: 1 }}>
          {t('NEW_PASSWORD.ASK_AGAIN')}
        </Link>
      }
    >
      {shown.message ?? t(shown.words as MessageKey)}
    </Notice>
  )
  const isLinkOver = apiError?.code === 'token_invalid' || apiError?.status === 498
  // Without a valid token no password can be saved, so there is no form.
  if (!token || isLinkOver) return <EntryPage title={t('NEW_PASSWORD.TITLE')}>{notice}</EntryPage>
  return (
    <EntryPage title={t('NEW_PASSWORD.TITLE')} lead={t(after ? leads[after] : 'NEW_PASSWORD.LEAD')}>
      <Form method="post" {...form.props}>
        <input type="hidden" name="token" value={token} />
        {notice}
        <PasswordField
          label={t('NEW_PASSWORD.NEW')}
          hint={t('PASSWORD.HINT', { min: PASSWORD.registration.min })}
          {...form.field('newPassword')}
          autoComplete="new-password"
          required
          {...passwordWords(t, true)}
        />
        <PasswordField
          label={t('NEW_PASSWORD.REPEAT')}
          {...form.field('repeat')}
          autoComplete="new-password"
          required
          {...passwordWords(t)}
        />
        <Button wide busy={busy} busyWords={t('NEW_PASSWORD.BUSY')} aria-disabled={form.invalid}>
          {t('NEW_PASSWORD.SUBMIT')}
        </Button>
      </Form>
    </EntryPage>
  )
}

/** A signed-in user stays signed in; everyone else continues to the login. */
function Saved({ signedIn, onward }: { signedIn: boolean; onward: string | null }) {
  const t = useText()
  return (
    <EntryPage title={t('NEW_PASSWORD.TITLE')}>
      <Notice
        kind="good"
        title={t('NEW_PASSWORD.SAVED_TITLE')}
        actions={
          signedIn ? (
            <a className="button" href={onward ?? addressOf('account')}>
              {t(onward ? 'NEW_PASSWORD.CONTINUE' : 'NEW_PASSWORD.TO_ACCOUNT')}
            </a>
          ) : (
            <Link to="login" className="button">
              {t('REGISTRATION.TO_LOGIN')}
            </Link>
          )
        }
      >
        <p>{t(signedIn ? 'NEW_PASSWORD.SAVED_HERE' : 'NEW_PASSWORD.SAVED')}</p>
      </Notice>
    </EntryPage>
  )
}
