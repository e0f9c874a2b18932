import { TEXT } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import { PasskeyForm } from './passkey-form.tsx'
import type { SecurityAnswer } from './security-action.ts'
import { Opener, Outcome, SecurityForm, useFieldError } from './security-form.tsx'
import { SecurityRow } from './security-row.tsx'
import style from './security-screen.module.css'
import type { SecurityState } from './security-state.ts'

export function PasskeySection({ state, sent }: { state: SecurityState; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const error = useFieldError(sent)
  return (
    <section className={style.section} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('SECURITY.PASSKEYS')}</h2>
      <Outcome sent={sent} />
      <p>{t('SECURITY.PASSKEYS_LEAD')}</p>
      {state.passkeys.length === 0 ? (
        <p>{t('SECURITY.PASSKEYS_NONE')}</p>
      ) : (
        <ul className={style.list}>
          {state.passkeys.map((each) => (
            <OnePasskey key={each.id} passkey={each} confirmed={state.confirmed} sent={sent} />
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
              error={error}
              autoFocus={error !== null}
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

type RowProps = { passkey: SecurityState['passkeys'][number]; confirmed: boolean; sent: SecurityAnswer | undefined }

function OnePasskey({ passkey, confirmed, sent }: RowProps) {
  const t = useText()
  const { id, name, added, used, synced } = passkey
  const distinct = `${name}, ${added}`
  return (
    <SecurityRow
      id={id}
      name={name}
      distinct={distinct}
      facts={[
        [t('SECURITY.PASSKEY_ADDED_ON', { when: added }), t(synced ? 'SECURITY.PASSKEY_SYNCED' : 'SECURITY.PASSKEY_HERE')].join(
          ', ',
        ),
        used ? t('SECURITY.PASSKEY_USED', { when: used }) : t('SECURITY.PASSKEY_UNUSED'),
      ]}
      rename={{ intent: 'passkey-rename', label: t('SECURITY.PASSKEY_NAME'), saved: name, required: true }}
      sent={sent}
    >
      {confirmed && (
        <Opener label={t('SECURITY.PASSKEY_REMOVE')} name={t('SECURITY.PASSKEY_REMOVE_OF', { name: distinct })}>
          <SecurityForm intent="passkey-remove" id={id}>
            <p>{t('SECURITY.PASSKEY_REMOVE_ASK', { name })}</p>
            <Button kind="danger">{t('SECURITY.PASSKEY_REMOVE_YES')}</Button>
          </SecurityForm>
        </Opener>
      )}
    </SecurityRow>
  )
}
