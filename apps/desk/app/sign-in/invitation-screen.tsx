import { acceptInvitation, invitation } from '@kiosk/contract/desk-routes'
import type { Language } from '@kiosk/domain/locale'
import { STAFF_PASSWORD } from '@kiosk/domain/staff/limits'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Failure } from '../pieces/notice.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { type ChangeError, changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { LanguageField } from '../shell/language-field.tsx'
import { createPasskey } from '../shell/passkey.ts'
import { submittedFields } from '../shell/submitted-fields.ts'
import { useText } from '../shell/use-text.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import style from './sign-in.module.css'

type Invitation = Awaited<ReturnType<typeof deskClient.call<typeof invitation>>>

/** Sets up the sign-in of an invited person. The token is in the fragment of the address, which no server sees. */
export default function AcceptInvitation() {
  const t = useText()
  const [invited, setInvited] = useState<Invitation | null>(null)
  const [error, setError] = useState<ChangeError | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  useEffect(() => {
    const token = tokenInAddress()
    deskClient.call(invitation, { body: { token } }).then(setInvited, (thrown) => setError(changeErrorOf(thrown, t)))
  }, [t])

  return (
    <main className={style.page}>
      <title>{t('DESK.INVITATION.TITLE')}</title>
      {invited && <p className={style.site}>{invited.siteName}</p>}
      <h1>{t('DESK.INVITATION.TITLE')}</h1>
      <Failure error={error} />
      {recoveryCodes ? (
        <KeepCodes codes={recoveryCodes} />
      ) : (
        invited && (
          <SetUp
            invited={invited}
            onError={setError}
            onDone={(codes) => (codes.length > 0 ? setRecoveryCodes(codes) : window.location.assign('/desk/'))}
          />
        )
      )}
    </main>
  )
}

const tokenInAddress = () => window.location.hash.slice(1).padEnd(20, '-')

type SetUpProps = { invited: Invitation; onError(error: ChangeError | null): void; onDone(recoveryCodes: string[]): void }

function SetUp({ invited, onError, onDone }: SetUpProps) {
  const t = useText()
  // An invitation by command may know nothing but the address.
  const [name, setName] = useState(invited.name === invited.email ? '' : invited.name)
  const form = useRef<HTMLFormElement>(null)
  const [language, setLanguage] = useState<Language>(invited.language)
  const [isPending, setPending] = useState(false)

  async function accept(proof: () => Promise<{ credential: string } | { password: string; code: string } | null>): Promise<void> {
    setPending(true)
    onError(null)
    try {
      const proved = await proof()
      if (!proved) return onError({ message: t('DESK.SIGN_IN.PASSKEY_FAILED'), field: null })
      const body = { token: tokenInAddress(), name, language, ...proved }
      onDone((await deskClient.call(acceptInvitation, { body })).recoveryCodes)
    } catch (thrown) {
      onError(changeErrorOf(thrown, t))
    } finally {
      setPending(false)
    }
  }
  async function byPasskey(): Promise<void> {
    const typed = form.current?.elements.namedItem('name')
    if (typed instanceof HTMLInputElement && !typed.reportValidity()) return
    await accept(async () => {
      const credential = await createPasskey(invited.passkey)
      return credential === null ? null : { credential }
    })
  }
  function byPassword(event: FormEvent<HTMLFormElement>): void {
    const proof = submittedFields(event, 'password', 'code')
    void accept(async () => proof)
  }

  return (
    <>
      <p>{t('DESK.INVITATION.BODY', { email: invited.email, role: t(`DESK.ROLE.${invited.role}`) })}</p>
      <form ref={form} className={style.form} onSubmit={byPassword}>
        <TextField label={t('DESK.STAFF.NAME')} name="name" value={name} onChange={setName} autoComplete="name" isRequired />
        <LanguageField language={language} onChange={setLanguage} />
        <Button onPress={() => void byPasskey()} isPending={isPending}>
          {t('DESK.INVITATION.PASSKEY')}
        </Button>
        <p className={style.or}>{t('DESK.INVITATION.OR')}</p>
        <input type="hidden" name="username" autoComplete="username" value={invited.email} readOnly />
        <TextField
          label={t('DESK.SIGN_IN.PASSWORD')}
          hint={t('DESK.INVITATION.PASSWORD_HINT', { count: STAFF_PASSWORD.min })}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={STAFF_PASSWORD.min}
          maxLength={STAFF_PASSWORD.max}
          isRequired
        />
        <p>{t('DESK.INVITATION.APP')}</p>
        <img
          className={style.qr}
          src={`data:image/svg+xml;utf8,${encodeURIComponent(invited.totp.qr)}`}
          alt={t('DESK.INVITATION.QR')}
        />
        <p>
          <code className={style.secret}>{invited.totp.secret}</code>
        </p>
        <TextField label={t('DESK.INVITATION.CODE')} name="code" inputMode="numeric" autoComplete="one-time-code" isRequired />
        <Button type="submit" kind="quiet" isPending={isPending}>
          {t('DESK.INVITATION.BUTTON')}
        </Button>
      </form>
    </>
  )
}

function KeepCodes({ codes }: { codes: string[] }) {
  const t = useText()
  return (
    <>
      <p>{t('DESK.RECOVERY.BODY')}</p>
      <RecoveryCodes codes={codes} />
      <Button onPress={() => window.location.assign('/desk/')}>{t('DESK.RECOVERY.DONE')}</Button>
    </>
  )
}
