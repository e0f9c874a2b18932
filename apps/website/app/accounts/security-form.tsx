import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Notice } from '@kiosk/ui/notice'
import type { ReactNode } from 'react'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import type { SecurityAnswer } from './security-action.ts'
import style from './security-screen.module.css'

type FormProps = {
  intent: string
  /** Id of the session or passkey. */
  id?: number
  children: ReactNode
}

/** A form of the security page; `intent` selects the action. */
export function SecurityForm({ intent, id, children }: FormProps) {
  return (
    <form method="post" action={addressOf('security')} className={style.form} data-once="">
      <AccountField />
      <input type="hidden" name="intent" value={intent} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {children}
    </form>
  )
}

type OpenerProps = {
  label: string
  /** Accessible name if several buttons share a label; contains the label. */
  name?: string
  open?: boolean
  children: ReactNode
}

/** A button that opens the part below its row: a field, or a question before an action. */
export function Opener({ label, name, open = false, children }: OpenerProps) {
  return (
    <details className={style.opener} open={open}>
      <summary className="button quiet" aria-label={name}>
        {label}
      </summary>
      <div>{children}</div>
    </details>
  )
}

/** Field at which each section shows errors; '' = it has none. */
const fieldOf = { confirm: 'password', factor: 'code', passkeys: 'name', providers: '', 'sign-ins': 'name', support: '' } as const

/** Result of the section's last form; takes the focus, so that it is visible and announced. */
export function Outcome({ sent }: { sent: SecurityAnswer | undefined }) {
  const t = useText()
  if (sent?.done) {
    return (
      <Notice kind="good" autoFocus>
        {t(`SECURITY.DONE.${sent.done}`)}
      </Notice>
    )
  }
  if (!sent?.apiError || sent.apiError.field === fieldOf[sent.about]) return null
  return (
    <Notice kind="error" autoFocus>
      {sent.apiError.message ?? t(sent.apiError.words as MessageKey)}
    </Notice>
  )
}

/** Returns the error at the field of the section's last form, or null. `id`: row of the form. */
export function useFieldError(sent: SecurityAnswer | undefined, id?: number): string | null {
  const t = useText()
  if (!sent?.apiError || sent.apiError.field !== fieldOf[sent.about] || sent.id !== id) return null
  return sent.apiError.message ?? t(sent.apiError.words as MessageKey)
}
