import {
  addOwnPasskey,
  changeOwnDetails,
  endOwnSession,
  newOwnRecoveryCodes,
  ownPasskeyOptions,
  ownSecurity,
  removeOwnPasskey,
} from '@kiosk/contract/desk-routes'
import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { Failure } from '../pieces/notice.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { LanguageField } from '../shell/language-field.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { createPasskey } from '../shell/passkey.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText, useTime } from '../shell/use-text.tsx'
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx'
import style from './security.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [security, me] = await Promise.all([ctx.call(ownSecurity), ctx.me()])
  return { ...security, name: me?.name ?? '', language: await ctx.language() }
}

/** Name and language of the person who is signed in, with passkeys, recovery codes and sessions. */
export default function Security() {
  const { hasPassword } = useLoaderData<typeof loader>()
  const t = useText()
  const { run, error } = useChange()
  return (
    <>
      <PageHead title={t('DESK.SECTION.SECURITY')} about={t('DESK.SECURITY.ABOUT')} />
      <OwnDetails />
      <Failure error={error} />
      <Passkeys run={run} />
      {hasPassword && <OwnRecoveryCodes />}
      <Sessions run={run} />
    </>
  )
}

type Changing = Pick<ReturnType<typeof useChange>, 'run'>

function Passkeys({ run }: Changing) {
  const { passkeys } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const [removed, setRemoved] = useState<(typeof passkeys)[number] | null>(null)
  const addPasskey = () =>
    run(async () => {
      const credential = await createPasskey(await deskClient.call(ownPasskeyOptions))
      if (credential !== null) await deskClient.call(addOwnPasskey, { body: { credential } })
    })
  return (
    <section className={style.part}>
      <h2>{t('DESK.SECURITY.PASSKEYS')}</h2>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <span>
              <strong>{passkey.name}</strong>
              <br />
              {t('DESK.SECURITY.SINCE', { time: time(passkey.createdAt) })}
              {passkey.lastUsedAt && `, ${t('DESK.SECURITY.USED', { time: time(passkey.lastUsedAt) })}`}
            </span>
            <Button
              kind="quiet"
              aria-label={t('DESK.SECURITY.REMOVE_OF', { name: passkey.name })}
              onPress={() => setRemoved(passkey)}
            >
              {t('DESK.REMOVE')}
            </Button>
          </li>
        ))}
      </ul>
      <Button onPress={() => void addPasskey()}>{t('DESK.SECURITY.ADD_PASSKEY')}</Button>
      {removed && (
        <FormDialog
          title={t('DESK.SECURITY.REMOVE_OF', { name: removed.name })}
          button={t('DESK.REMOVE')}
          kind="danger"
          send={() => deskClient.call(removeOwnPasskey, { params: { id: removed.id } })}
          onDone={() => setRemoved(null)}
        >
          <p>{t('DESK.SECURITY.REMOVE_QUESTION')}</p>
        </FormDialog>
      )}
    </section>
  )
}

/** How many recovery codes are left; new ones replace them and are shown once. */
function OwnRecoveryCodes() {
  const { recoveryCodesLeft } = useLoaderData<typeof loader>()
  const t = useText()
  const [isRenewing, setRenewing] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <section className={style.part}>
      <h2>{t('DESK.SECURITY.CODES')}</h2>
      <p>{t('DESK.SECURITY.CODES_LEFT', { count: recoveryCodesLeft })}</p>
      <Button kind="quiet" onPress={() => setRenewing(true)}>
        {t('DESK.SECURITY.NEW_CODES')}
      </Button>
      {isRenewing && (
        <FormDialog
          title={t('DESK.SECURITY.CODES')}
          button={t('DESK.SECURITY.NEW_CODES')}
          kind="danger"
          send={async () => setCodes((await deskClient.call(newOwnRecoveryCodes)).recoveryCodes)}
          onDone={() => setRenewing(false)}
        >
          <p>{t('DESK.SECURITY.NEW_CODES_QUESTION')}</p>
        </FormDialog>
      )}
      {codes && (
        <Dialog title={t('DESK.SECURITY.CODES')} isOpen onOpenChange={() => setCodes(null)}>
          <p>{t('DESK.RECOVERY.BODY')}</p>
          <RecoveryCodes codes={codes} />
          <Button onPress={() => setCodes(null)}>{t('DESK.RECOVERY.DONE')}</Button>
        </Dialog>
      )}
    </section>
  )
}

function Sessions({ run }: Changing) {
  const { sessions } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  return (
    <section className={style.part}>
      <h2>{t('DESK.SECURITY.SESSIONS')}</h2>
      <ul>
        {sessions.map(({ id, device, address, lastSeenAt, current }) => (
          <li key={id}>
            <span>
              <strong>{device}</strong> {current && t('DESK.SECURITY.THIS')}
              <br />
              {address}, {time(lastSeenAt)}
            </span>
            {!current && (
              <Button
                kind="quiet"
                aria-label={t('DESK.SECURITY.END_OF', { name: device })}
                onPress={() => void run(() => deskClient.call(endOwnSession, { params: { id } }))}
              >
                {t('DESK.SECURITY.END')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The own name, and the language of the desk. */
function OwnDetails() {
  const { name, language: saved } = useLoaderData<typeof loader>()
  const t = useText()
  const { run, error, isPending } = useChange()
  const [language, setLanguage] = useState(saved)
  const [isSaved, setSaved] = useState(false)
  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const body = { name: textIn(new FormData(event.currentTarget), 'name'), language }
    setSaved(await run(() => deskClient.call(changeOwnDetails, { body })))
  }
  return (
    <section className={style.part} aria-labelledby="details">
      <h2 id="details">{t('DESK.SECURITY.DETAILS')}</h2>
      <ErrorForm error={error} className={style.form} onSubmit={(event) => void save(event)} onChange={() => setSaved(false)}>
        <TextField label={t('DESK.STAFF.NAME')} name="name" defaultValue={name} autoComplete="name" isRequired />
        <LanguageField language={language} onChange={setLanguage} />
        <FormFailure />
        <Button type="submit" kind="quiet" isPending={isPending}>
          {t('DESK.SAVE')}
        </Button>
        <p role="status">{isSaved && t('DESK.SAVED')}</p>
      </ErrorForm>
    </section>
  )
}
