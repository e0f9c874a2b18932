import { TEXT } from '@kiosk/domain/accounts/limits'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import type { ReactNode } from 'react'
import { useText } from '../shell/use-text.ts'
import type { SecurityAnswer } from './security-action.ts'
import { Opener, SecurityForm, useFieldError } from './security-form.tsx'
import style from './security-screen.module.css'

type Props = {
  id: number
  name: string
  /** Distinguishes this row from all others in the names of its buttons. */
  distinct: string
  /** Shown next to the name. */
  mark?: string | null
  /** Details, one per line. */
  facts: string[]
  /** `saved`: the name that the owner entered, or empty. */
  rename: { intent: string; label: string; saved: string; required?: boolean }
  sent: SecurityAnswer | undefined
  /** Actions other than renaming. */
  children?: ReactNode
}

/** A row of sessions or passkeys with its details and actions. */
export function SecurityRow({ id, name, distinct, mark, facts, rename, sent, children }: Props) {
  const t = useText()
  const error = useFieldError(sent, id)
  return (
    <li className={style.row}>
      <div className={style.about}>
        <h3>
          {name} {mark && <span className={style.mark}>{mark}</span>}
        </h3>
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      <Opener label={t('SECURITY.RENAME')} name={t('SECURITY.RENAME_OF', { name: distinct })} open={error !== null}>
        <SecurityForm intent={rename.intent} id={id}>
          <Field
            label={rename.label}
            name="name"
            autoComplete="off"
            required={rename.required}
            maxLength={TEXT.deviceName}
            defaultValue={rename.saved}
            error={error}
            autoFocus={error !== null}
          />
          <Button kind="quiet">{t('SECURITY.SAVE')}</Button>
        </SecurityForm>
      </Opener>
      {children}
    </li>
  )
}
