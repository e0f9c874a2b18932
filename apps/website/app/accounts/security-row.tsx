import { TEXT } from '@kiosk/domain/accounts/terms'
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
  /** What tells this row from every other one, for the names of its buttons. */
  distinct: string
  /** Stands beside the name. */
  mark?: string | null
  /** What is known of it, a line each. */
  facts: string[]
  /** `saved`: the name as its owner typed it; empty where there is none. */
  rename: { intent: string; label: string; saved: string; required?: boolean }
  sent: SecurityAnswer | undefined
  /** What can be done with it besides giving it another name. */
  children?: ReactNode
}

/** A row of the sign-ins or the passkeys: what it is, what is known of it, and what can be done with it. */
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
