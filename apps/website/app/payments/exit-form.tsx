import { TEXT } from '@kiosk/domain/accounts/terms'
import { Button } from '@kiosk/ui/button'
import { Field, TextArea } from '@kiosk/ui/field'
import { AccountField } from '../shell/account-field.tsx'
import type { Values } from '../shell/form-rules.ts'
import { useText } from '../shell/use-text.ts'
import style from './exit-form.module.css'
import type { ExitKind } from './exit-screen.tsx'

type Props = { kind: ExitKind; action: string; typed: Values; wrong: (field: string) => string | null }

/** Who ends which contract; the button says what it does, and nothing more is asked than the law lets one ask. */
export function ExitForm({ kind, action, typed, wrong }: Props) {
  const t = useText()
  const told = (name: string) => ({ name, defaultValue: typed[name], error: wrong(name), autoFocus: wrong(name) !== null })
  const optional = { aside: t('EXIT.OPTIONAL') }
  return (
    <form method="post" action={action} className={style.form}>
      <AccountField />
      <Field {...told('name')} label={t('EXIT.NAME')} autoComplete="name" required maxLength={TEXT.name} />
      <Field
        {...told('email')}
        label={t('EXIT.EMAIL')}
        hint={t('EXIT.EMAIL_HINT')}
        type="email"
        autoComplete="email"
        required
        maxLength={TEXT.email}
      />
      <Field {...told('contract')} {...optional} label={t('EXIT.CONTRACT')} hint={t('EXIT.CONTRACT_HINT')} maxLength={200} />
      {kind === 'cancel' && (
        <details
          className={style.more}
          open={typed.manner === 'extraordinary' || Boolean(typed.wishedEnd || typed.reason) || undefined}
        >
          <summary>{t('EXIT.MORE')}</summary>
          <fieldset className={style.manner}>
            <legend>{t('EXIT.MANNER')}</legend>
            {(['ordinary', 'extraordinary'] as const).map((manner) => (
              <label key={manner}>
                <input type="radio" name="manner" value={manner} defaultChecked={(typed.manner ?? 'ordinary') === manner} />
                {t(`EXIT.${manner.toUpperCase()}`)}
              </label>
            ))}
          </fieldset>
          <Field {...told('wishedEnd')} {...optional} label={t('EXIT.WISHED_END')} hint={t('EXIT.WISHED_END_HINT')} type="date" />
          <TextArea
            {...told('reason')}
            {...optional}
            label={t('EXIT.REASON')}
            hint={t('EXIT.REASON_HINT')}
            rows={3}
            maxLength={2000}
          />
        </details>
      )}
      <p className={style.button}>
        <Button>{t(`EXIT.${kind}_BUTTON`)}</Button>
      </p>
    </form>
  )
}
