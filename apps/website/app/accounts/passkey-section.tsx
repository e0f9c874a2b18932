import { TEXT } from '@kiosk/domain/accounts/terms'
import { addressOf } from '@kiosk/domain/addresses'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import { PasskeyForm } from './passkey-form.tsx'
import type { SecurityAnswer } from './security-action.ts'
import style from './security-screen.module.css'
import type { SecurityView } from './security-screen.tsx'

type State = SecurityView['state']

export function PasskeySection({ state, sent }: { state: State; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const refusal = sent?.refusal
  return (
    <section className={style.section} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('SECURITY.PASSKEYS')}</h2>
      <p>{t('SECURITY.PASSKEYS_LEAD')}</p>
      {refusal && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
      {state.passkeys.length === 0 ? (
        <p>{t('SECURITY.PASSKEYS_NONE')}</p>
      ) : (
        <ul className={style.list}>
          {state.passkeys.map((each) => (
            <OnePasskey key={each.id} passkey={each} confirmed={state.confirmed} />
          ))}
        </ul>
      )}
      {state.confirmed ? (
        <>
          <PasskeyForm
            kind="add"
            action={addressOf('security')}
            label={t('SECURITY.PASSKEY_ADD')}
            failed={t('SECURITY.PASSKEY_FAILED')}
          >
            <AccountField />
            <Field
              label={t('SECURITY.PASSKEY_NAME')}
              hint={t('SECURITY.PASSKEY_NAME_HINT')}
              name="name"
              autoComplete="off"
              maxLength={TEXT.deviceName}
            />
          </PasskeyForm>
          <p className={style.withoutPasskeys}>{t('SECURITY.PASSKEY_NO_SCRIPT')}</p>
        </>
      ) : (
        <p>
          <a href="#confirm">{t('SECURITY.CONFIRM_FIRST')}</a>
        </p>
      )}
    </section>
  )
}

function OnePasskey({ passkey, confirmed }: { passkey: State['passkeys'][number]; confirmed: boolean }) {
  const t = useText()
  const { id, name, added, used, synced } = passkey
  const facts = [
    t('SECURITY.PASSKEY_ADDED_ON', { when: added }),
    used ? t('SECURITY.PASSKEY_USED', { when: used }) : t('SECURITY.PASSKEY_UNUSED'),
    t(synced ? 'SECURITY.PASSKEY_SYNCED' : 'SECURITY.PASSKEY_HERE'),
  ]
  const distinct = `${name}, ${added}`
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p className={style.muted}>{facts.join(', ')}</p>
        <details>
          <summary aria-label={t('SECURITY.RENAME_OF', { name: distinct })}>{t('SECURITY.RENAME')}</summary>
          <form method="post" action={addressOf('security')} className={style.form}>
            <AccountField />
            <input type="hidden" name="intent" value="passkey-rename" />
            <input type="hidden" name="id" value={id} />
            <Field
              label={t('SECURITY.PASSKEY_NAME')}
              name="name"
              autoComplete="off"
              required
              maxLength={TEXT.deviceName}
              defaultValue={name}
            />
            <Button kind="quiet">{t('SECURITY.SAVE')}</Button>
          </form>
        </details>
        {confirmed && (
          <details>
            <summary aria-label={t('SECURITY.PASSKEY_REMOVE_OF', { name: distinct })}>{t('SECURITY.PASSKEY_REMOVE')}</summary>
            <form method="post" action={addressOf('security')} className={style.form}>
              <AccountField />
              <input type="hidden" name="intent" value="passkey-remove" />
              <input type="hidden" name="id" value={id} />
              <p>{t('SECURITY.PASSKEY_REMOVE_ASK', { name })}</p>
              <Button kind="danger">{t('SECURITY.PASSKEY_REMOVE_YES')}</Button>
            </form>
          </details>
        )}
      </div>
    </li>
  )
}
