import { TEXT } from '@kiosk/domain/accounts/limits'
import { EMAIL_PATTERN } from '@kiosk/domain/accounts/rules'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Field, Select } from '@kiosk/ui/field'
import { PasswordField } from '@kiosk/ui/password-field'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import type { AccountAnswer } from './account-action.ts'
import { dataError } from './account-rules.ts'
import style from './account-screen.module.css'
import type { AccountView, DataField } from './account-view.ts'
import { passwordWords } from './password-messages.ts'
import { useAnswer } from './use-answer.ts'
import { useFieldValue } from './use-field-value.ts'

/** Label, saved value and the link that opens the row; without JavaScript the link loads the page with `?edit=`. */
export function SavedRow({
  name,
  label,
  value,
  note,
  status,
  focused,
  onChange,
}: {
  name: string
  label: string
  value: string
  note?: ReactNode
  status?: string | undefined
  focused: boolean
  onChange: () => void
}) {
  const t = useText()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (focused) link.current?.focus()
  }, [focused])
  return (
    <div className={style.row} data-field={name}>
      <span className={style.label}>{label}</span>
      <span className={style.value}>
        {value || <span className={style.nothing}>{t('ACCOUNT.NOTHING_YET')}</span>}{' '}
        <span role="status" className={style.done}>
          {status}
        </span>
        {note}
      </span>
      <a
        ref={link}
        className={`button quiet ${style.change}`}
        href={addressOf('account', { edit: name })}
        aria-label={t('ACCOUNT.CHANGE_OF', { field: label })}
        onClick={(event) => {
          event.preventDefault()
          onChange()
        }}
      >
        {t('ACCOUNT.CHANGE')}
      </a>
    </div>
  )
}

/** One of the six fields: the saved value, or open with Save and Discard. */
export function DataRow({
  field,
  view,
  openAtFirst,
  focusAtFirst,
  sent,
}: {
  field: DataField
  view: AccountView
  openAtFirst: boolean
  focusAtFirst: boolean
  /** Answer to a form sent without JavaScript. */
  sent: AccountAnswer | undefined
}) {
  const t = useText()
  const fetcher = useFetcher<AccountAnswer>()
  const { answer, dismiss } = useAnswer(fetcher, sent)
  const [open, setOpen] = useState(openAtFirst || (sent !== undefined && !sent.saved))
  const [touched, setTouched] = useState(false)
  const [discarded, setDiscarded] = useState(false)
  const saved = view.saved[field]
  const { value, setValue, field: input } = useFieldValue(sent?.value ?? saved)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const label = field === 'federalstate' ? t(view.hasCantons ? 'ACCOUNT.CANTON' : 'ACCOUNT.STATE') : t(`ACCOUNT.${field}`)
  const choices = field === 'agegroup' || field === 'gender' || field === 'federalstate' ? view.choices[field] : null

  useEffect(() => {
    if (!answer || fetcher.state !== 'idle') return
    if (answer.saved) setOpen(false)
    // After an error, show the last saved value again.
    else if (answer.apiError && !answer.requires) setValue(saved)
  }, [answer, fetcher.state, saved, setValue])

  if (!open) {
    const shown = choices ? (choices.find(({ id }) => String(id) === saved)?.name ?? '') : saved
    return (
      <SavedRow
        name={field}
        label={label}
        value={shown}
        status={answer?.saved && !(field === 'email' && view.pendingEmail) ? t('ACCOUNT.SAVED') : undefined}
        note={
          field === 'email' && view.pendingEmail ? (
            <span className={style.pending}>{t('ACCOUNT.EMAIL_PENDING', { email: view.pendingEmail })}</span>
          ) : null
        }
        focused={ready && (answer?.saved === true || discarded)}
        onChange={() => {
          dismiss()
          setValue(saved)
          setTouched(false)
          setOpen(true)
        }}
      />
    )
  }
  const emptied = value === '' && saved !== ''
  const fault = touched || emptied ? dataError(field, value) : null
  const error = fault ? t(fault as MessageKey) : answer?.apiError && !answer.requires && <Rejected apiError={answer.apiError} />
  const control = {
    ref: input,
    label,
    name: 'value',
    value,
    error,
    autoFocus: focusAtFirst || ready || sent !== undefined,
    // An error message that appears on blur would move the Discard link away from the pointer.
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLSelectElement>) => {
      if (!event.currentTarget.form?.contains(event.relatedTarget)) setTouched(true)
    },
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  }
  return (
    <fetcher.Form method="post" action={addressOf('account')} className={style.open} data-field={field} noValidate={ready}>
      <AccountField />
      <input type="hidden" name="about" value={field} />
      <DataInput field={field} choices={choices} control={control} />
      {answer?.requires === 'password' && <PasswordOfChange apiError={answer.apiError} />}
      <SaveOrDiscard
        busy={fetcher.state !== 'idle'}
        disabled={ready && dataError(field, value) !== null}
        onDiscard={() => {
          dismiss()
          setDiscarded(true)
          setOpen(false)
        }}
      />
    </fetcher.Form>
  )
}

type Control = {
  ref: ReturnType<typeof useFieldValue>['field']
  label: string
  name: string
  value: string
  error: ReactNode
  autoFocus: boolean
  onBlur: (event: FocusEvent<HTMLInputElement | HTMLSelectElement>) => void
  onChange: (event: { currentTarget: { value: string } }) => void
}
type InputProps = { field: DataField; choices: readonly { id: number; name: string }[] | null; control: Control }

/** The input of one field: a list of choices, the e-mail address or a name. */
function DataInput({ field, choices, control }: InputProps) {
  const t = useText()
  if (choices)
    return (
      <Select
        {...control}
        required={field !== 'federalstate'}
        aside={field === 'federalstate' ? t('ACCOUNT.OPTIONAL') : undefined}
      >
        <option value="">{t(field === 'federalstate' ? 'ACCOUNT.NO_CHOICE' : 'ACCOUNT.CHOOSE')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    )
  if (field === 'email')
    return (
      <Field
        {...control}
        type="email"
        autoComplete="email"
        pattern={EMAIL_PATTERN}
        maxLength={TEXT.email}
        required
        hint={t('ACCOUNT.EMAIL_HINT')}
      />
    )
  return <Field {...control} autoComplete={field === 'firstname' ? 'given-name' : 'family-name'} maxLength={TEXT.name} required />
}

/** The password, which the API requires for a change of the e-mail address. */
function PasswordOfChange({ apiError }: { apiError: AccountAnswer['apiError'] | undefined }) {
  const t = useText()
  return (
    <PasswordField
      label={t('ACCOUNT.EMAIL_PASSWORD')}
      name="password"
      hint={t('ACCOUNT.EMAIL_PASSWORD_NEEDED')}
      error={apiError && (apiError.message ?? t('VALIDATION.passwordInvalid'))}
      {...passwordWords(t)}
      autoComplete="current-password"
      autoFocus
      required
    />
  )
}

/** Buttons of an open row; without JavaScript, discarding loads the page with the saved values. */
export function SaveOrDiscard({ busy, disabled, onDiscard }: { busy: boolean; disabled?: boolean; onDiscard: () => void }) {
  const t = useText()
  return (
    <p className={style.buttons}>
      <Button busy={busy} busyWords={t('ACCOUNT.SAVING')} disabled={disabled}>
        {t('ACCOUNT.SAVE')}
      </Button>
      <a
        className="button quiet"
        href={addressOf('account')}
        onClick={(event) => {
          event.preventDefault()
          onDiscard()
        }}
      >
        {t('ACCOUNT.DISCARD')}
      </a>
    </p>
  )
}

/** The API's error, and the note that nothing was changed. */
export function Rejected({ apiError }: { apiError: NonNullable<AccountAnswer['apiError']> }) {
  const t = useText()
  return (
    <>
      {apiError.message ?? t(apiError.words as MessageKey)} {t('ACCOUNT.NOT_SAVED')}
    </>
  )
}
