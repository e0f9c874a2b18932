import { addressOf } from '@kiosk/domain/addresses'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import { useVisitor } from '../shell/visitor.ts'
import type { SecurityAnswer } from './security-action.ts'
import style from './security-screen.module.css'
import type { SecurityView } from './security-screen.tsx'

type State = SecurityView['state']

export function SecondFactorSection({ state, sent }: { state: State; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const refusal = sent?.refusal
  return (
    <section className={style.section} aria-labelledby="factor">
      <h2 id="factor">{t('SECURITY.FACTOR')}</h2>
      <p>{t('SECURITY.FACTOR_LEAD')}</p>
      {refusal && refusal.field !== 'code' && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
      {sent?.recoveryCodes ? (
        <RecoveryCodes codes={sent.recoveryCodes} />
      ) : sent?.setUp ? (
        <SetUp {...sent.setUp} error={refusal?.field === 'code' ? (refusal.message ?? t(refusal.words)) : null} />
      ) : (
        <>
          <p>
            <strong>{t(state.secondFactor ? 'SECURITY.FACTOR_ON' : 'SECURITY.FACTOR_OFF')}</strong>{' '}
            {state.secondFactor && t('SECURITY.CODES_LEFT', { count: state.recoveryCodesLeft })}
          </p>
          {!state.confirmed ? (
            <p>
              <a href="#confirm">{t('SECURITY.CONFIRM_FIRST')}</a>
            </p>
          ) : state.secondFactor ? (
            <>
              <Asked intent="codes-renew" name="CODES_RENEW" />
              <Asked intent="factor-disable" name="FACTOR_DISABLE" />
            </>
          ) : (
            <form method="post" action={`${addressOf('security')}#factor`}>
              <AccountField />
              <input type="hidden" name="intent" value="factor-start" />
              <Button>{t('SECURITY.FACTOR_START')}</Button>
            </form>
          )}
        </>
      )}
    </section>
  )
}

function SetUp({ secret, uri, qr, error }: NonNullable<SecurityAnswer['setUp']> & { error: string | null }) {
  const t = useText()
  return (
    <>
      <p>{t('SECURITY.FACTOR_SCAN')}</p>
      <div className={style.setUp}>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt={t('SECURITY.FACTOR_QR')}
          width={200}
          height={200}
          className={style.qr}
        />
        <div>
          <p>
            <code className={style.secret}>{secret.replace(/(....)(?=.)/g, '$1 ')}</code>
          </p>
          <p>
            <a href={uri}>{t('SECURITY.FACTOR_OPEN')}</a>
          </p>
        </div>
      </div>
      <form method="post" action={`${addressOf('security')}#factor`} className={style.form}>
        <AccountField />
        <input type="hidden" name="intent" value="factor-enable" />
        <Field
          label={t('SECURITY.FACTOR_CODE')}
          hint={t('SECURITY.FACTOR_CODE_HINT')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={12}
          error={error}
        />
        <Button>{t('SECURITY.FACTOR_ENABLE')}</Button>
      </form>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useText()
  const { siteName } = useVisitor()
  const file = `${t('SECURITY.CODES_FILE')} · ${siteName}\n\n${codes.join('\n')}\n`
  return (
    <>
      <h3>{t('SECURITY.CODES')}</h3>
      <p>{t('SECURITY.CODES_LEAD')}</p>
      <ol className={style.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className={style.buttons}>
        <a className="button" download="recovery-codes.txt" href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}>
          {t('SECURITY.CODES_DOWNLOAD')}
        </a>
        <a className="button quiet" href={addressOf('security')}>
          {t('SECURITY.CODES_KEPT')}
        </a>
      </p>
    </>
  )
}

/** Asks once more before it is done, with and without script. */
function Asked({ intent, name }: { intent: string; name: 'CODES_RENEW' | 'FACTOR_DISABLE' }) {
  const t = useText()
  return (
    <details>
      <summary>{t(`SECURITY.${name}`)}</summary>
      <form method="post" action={`${addressOf('security')}#factor`} className={style.form}>
        <AccountField />
        <input type="hidden" name="intent" value={intent} />
        <p>{t(`SECURITY.${name}_ASK`)}</p>
        <Button kind="danger">{t(`SECURITY.${name}_YES`)}</Button>
      </form>
    </details>
  )
}
