import { deskPasskeySignIn, deskSignIn } from '@kiosk/contract/desk-routes'
import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useSearchParams } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Failure } from '../pieces/notice.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { type ChangeError, changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { passkeyProof } from '../shell/passkey.ts'
import { PasswordAndCode } from '../shell/password-and-code.tsx'
import { submittedFields } from '../shell/submitted-fields.ts'
import { useText } from '../shell/use-text.tsx'
import { deskPath } from './desk-path.ts'
import style from './sign-in.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  if (await ctx.me()) throw redirect(deskPath(new URL(request.url).searchParams.get('to')))
  return { siteName: ctx.siteName }
}

export default function SignIn() {
  const { siteName } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const t = useText()
  const [error, setError] = useState<ChangeError | null>(null)
  const [isPending, setPending] = useState(false)

  async function signIn(call: () => Promise<unknown>): Promise<void> {
    setPending(true)
    setError(null)
    try {
      if ((await call()) === null) setError({ message: t('DESK.SIGN_IN.PASSKEY_FAILED'), field: null })
      // A new document, in the language and the role of the person.
      else window.location.assign(`/desk${deskPath(search.get('to'))}`)
    } catch (thrown) {
      setError(changeErrorOf(thrown, t))
    } finally {
      setPending(false)
    }
  }
  const byPasskey = () =>
    signIn(async () => {
      const proof = await passkeyProof()
      return proof && deskClient.call(deskPasskeySignIn, { body: proof })
    })
  function byPassword(event: FormEvent<HTMLFormElement>): void {
    const body = submittedFields(event, 'email', 'password', 'code')
    void signIn(() => deskClient.call(deskSignIn, { body }))
  }

  return (
    <main className={style.page}>
      <title>{t('DESK.SIGN_IN.TITLE')}</title>
      <p className={style.site}>{siteName}</p>
      <h1>{t('DESK.SIGN_IN.TITLE')}</h1>
      <Failure error={error} />
      <Button onPress={() => void byPasskey()} isPending={isPending}>
        {t('DESK.SIGN_IN.PASSKEY')}
      </Button>
      <p className={style.or}>{t('DESK.SIGN_IN.OR')}</p>
      <form className={style.form} onSubmit={byPassword}>
        <TextField label={t('DESK.SIGN_IN.EMAIL')} name="email" type="email" autoComplete="username" isRequired />
        <PasswordAndCode />
        <Button type="submit" kind="quiet" isPending={isPending}>
          {t('DESK.SIGN_IN.BUTTON')}
        </Button>
      </form>
    </main>
  )
}
