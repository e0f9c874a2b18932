import { TEXT } from '@kiosk/domain/accounts/limits'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Field, TextArea } from '@kiosk/ui/field'
import { AccountField } from '../shell/account-field.tsx'
import type { Values } from '../shell/form-rules.ts'
import { useText } from '../shell/use-text.ts'
import type { TerminationKind } from './termination-effect.ts'
import style from './termination-form.module.css'

type Props = { kind: TerminationKind; action: string; typed: Values; wrong: (field: string) => string | null }

/** Form of a cancellation or withdrawal. Its button states the effect, and it asks for no more than the law allows. */
export function TerminationForm({ kind, action, typed, wrong }: Props) {
  const t = useText()
  const fieldOf = (name: string) => ({ name, defaultValue: typed[name], error: wrong(name), autoFocus: wrong(name) !== null })
  const optional = { aside: t('TERMINATION.OPTIONAL') }
  return (
    <form method="post" action={action} className={style.form}>
      <AccountField />
      <Field {...fieldOf('name')} label={t('TERMINATION.NAME')} autoComplete="name" required maxLength={TEXT.name} />
      <Field
        {...fieldOf('email')}
        label={t('TERMINATION.EMAIL')}
        hint={t('TERMINATION.EMAIL_HINT')}
        type="email"
        autoComplete="email"
        required
        maxLength={TEXT.email}
      />
      <Field
        {...fieldOf('contract')}
        {...optional}
        label={t('TERMINATION.CONTRACT')}
        hint={t('TERMINATION.CONTRACT_HINT')}
        maxLength={200}
      />
      {kind === 'cancel' && (
        <details
          className={style.more}
          open={typed.manner === 'extraordinary' || Boolean(typed.wishedEnd || typed.reason) || undefined}
        >
          <summary>{t('TERMINATION.MORE')}</summary>
          <fieldset className={style.kind}>
            <legend>{t('TERMINATION.MANNER')}</legend>
            {(['ordinary', 'extraordinary'] as const).map((manner) => (
              <label key={manner}>
                <input type="radio" name="manner" value={manner} defaultChecked={(typed.manner ?? 'ordinary') === manner} />
                {t(`TERMINATION.${manner.toUpperCase()}` as MessageKey)}
              </label>
            ))}
          </fieldset>
          <Field
            {...fieldOf('wishedEnd')}
            {...optional}
            label={t('TERMINATION.WISHED_END')}
            hint={t('TERMINATION.WISHED_END_HINT')}
            type="date"
          />
          <TextArea
            {...fieldOf('reason')}
            {...optional}
            label={t('TERMINATION.REASON')}
            hint={t('TERMINATION.REASON_HINT')}
            rows={3}
            maxLength={2000}
          />
        </details>
      )}
      <p className={style.button}>
        <Button>{t(`TERMINATION.${kind}_BUTTON`)}</Button>
      </p>
    </form>
  )
}
