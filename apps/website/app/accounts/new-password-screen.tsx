import { newPassword } from '@kiosk/domain/accounts/registration-endpoints'
import { PASSWORD } from '@kiosk/domain/accounts/terms'
import { addressOf } from '@kiosk/domain/addresses'
import { ownPath } from '@kiosk/domain/own-path'
import { entryWords } from '@kiosk/languages/accounts'
import { validationWords } from '@kiosk/languages/validation'
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
import { orRefusal, type Refusal, refusalAt } from '../refusal.ts'
import { faultsIn, valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import { EntryPage } from './entry-page.tsx'
import { newPasswordRules } from './entry-rules.ts'
import { passwordWords } from './password-words.ts'
import { tellOfLogin } from './tell-of-login.ts'

export const headers = () => secretAddress

const reasons = ['verification', 'disowned'] as const
const leads = { verification: 'NEW_PASSWORD.AFTER_VERIFICATION', disowned: 'NEW_PASSWORD.AFTER_DISOWNED' } as const

export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const after = searchParams.get('after')
  return data({
    words: visitOf(context).words(entryWords, validationWords),
    head: { robots: 'noindex' } satisfies HeadData,
    token: searchParams.get('token') ?? '',
    /** What led here, if not the link of a recovery email. */
    after: reasons.find((each) => each === after) ?? null,
    onward: ownPath(searchParams.get('to')),
  })
}

type Answer = { refusal?: Refusal; inForm?: true; saved?: true }

/** Words by status (section 8); a link that was used or mistyped is not "incomplete". */
const wordsByStatus: Record<number, string> = {
  400: 'VALIDATION.badrequest',
  406: 'VALIDATION.passwordPattern',
  498: 'VALIDATION.vercodeexpired',
  503: 'VALIDATION.servererror',
}

export async function action({ request, context }: ActionFunctionArgs) {
  const values = valuesOf(await request.formData())
  const token = values.token ?? ''
  if (!token) return refused(refusalAt(null, 'VALIDATION.invalidToken'))
  const [[field, words] = []] = Object.entries(faultsIn(newPasswordRules, values))
  if (field && words) return refused(refusalAt(field, words))
  const body = { newPassword: values.newPassword ?? '', token }
  const { refusal } = await orRefusal(visitOf(context).call(newPassword, { body }))
  if (!refusal) return data<Answer>({ saved: true })
  const known = refusal.code === 'token_invalid' ? 'VALIDATION.invalidToken' : wordsByStatus[refusal.status]
  // Who asks too often is told how long to wait: the one message that is worth more than ours.
  const message = refusal.status === 429 ? refusal.message : null
  const at = refusal.status === 406 ? 'newPassword' : null
  return refused({ ...refusal, field: at, message, words: known ?? 'VALIDATION.unknownError' })
}

function refused(refusal: Refusal) {
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** Where the link of the recovery mail leads: the new password, twice. */
export default function NewPasswordScreen() {
  const t = useText()
  const { token, after, onward } = useLoaderData<typeof loader>()
  const { firstname } = useVisitor()
  const answer = useActionData() as Answer | undefined
  const refusal = answer?.refusal ?? null
  const form = useCheckedForm(newPasswordRules, refusal)
  const busy = useNavigation().formMethod !== undefined
  useEffect(() => {
    if (after === 'verification' && firstname !== null) void tellOfLogin()
  }, [after, firstname])
  if (answer?.saved) return <Saved signedIn={firstname !== null} onward={onward} />
  const shown = refusal && !refusal.field ? refusal : token ? null : refusalAt(null, 'VALIDATION.invalidToken')
  const notice = shown && (
    <Notice
      kind="error"
      actions={
        <Link to="login" className="button quiet" values={{ forgot: 1 }}>
          {t('NEW_PASSWORD.ASK_AGAIN')}
        </Link>
      }
    >
      {shown.message ?? t(shown.words)}
    </Notice>
  )
  // Without the link from the mail no password can be saved: there is nothing to fill in.
  if (!token) return <EntryPage title={t('NEW_PASSWORD.TITLE')}>{notice}</EntryPage>
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
        <Button wide busy={busy} busyWords={t('NEW_PASSWORD.BUSY')} disabled={form.invalid}>
          {t('NEW_PASSWORD.SUBMIT')}
        </Button>
      </Form>
    </EntryPage>
  )
}

/** Whoever chose it while signed in stays so; everybody else signs in with it. */
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
