import { addressOf } from '@kiosk/domain/addresses'
import { Button } from '@kiosk/ui/button'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { CodeField } from './code-field.tsx'
import type { SecurityAnswer } from './security-action.ts'
import { Opener, Outcome, SecurityForm, useFieldError } from './security-form.tsx'
import style from './security-screen.module.css'
import type { SecurityState } from './security-state.ts'

/** Props of results, which are far down the page: with the focus, browsers scroll to them and screen readers announce them. */
const readFirst = { tabIndex: -1, autoFocus: true }

export function SecondFactorSection({ state, sent }: { state: SecurityState; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const error = useFieldError(sent)
  return (
    <section className={style.section} aria-labelledby="factor">
      <h2 id="factor">{t('SECURITY.FACTOR')}</h2>
      <Outcome sent={sent} />
      <p>{t('SECURITY.FACTOR_LEAD')}</p>
      {sent?.recoveryCodes ? (
        <RecoveryCodes codes={sent.recoveryCodes} />
      ) : sent?.setUp ? (
        <SetUp {...sent.setUp} error={error} />
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
            <div className={style.row}>
              <Requested intent="codes-renew" name="CODES_RENEW" />
              <Requested intent="factor-disable" name="FACTOR_DISABLE" />
            </div>
          ) : (
            <SecurityForm intent="factor-start">
              <Button>{t('SECURITY.FACTOR_START')}</Button>
            </SecurityForm>
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
      <p {...(error === null && readFirst)}>{t('SECURITY.FACTOR_SCAN')}</p>
      <div className={style.setUp}>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt={t('SECURITY.FACTOR_QR')}
          width={200}
          height={200}
          className={style.qr}
        />
        <div>
          <code className={style.secret}>{secret.replace(/(....)(?=.)/g, '$1 ')}</code>
          <p>
            <a href={uri}>{t('SECURITY.FACTOR_OPEN')}</a>
          </p>
        </div>
      </div>
      <SecurityForm intent="factor-enable">
        <CodeField
          label={t('SECURITY.FACTOR_CODE')}
          hint={t('SECURITY.FACTOR_CODE_HINT')}
          error={error}
          autoFocus={error !== null}
        />
        <Button>{t('SECURITY.FACTOR_ENABLE')}</Button>
      </SecurityForm>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useText()
  const { siteName } = useViewer()
  const file = `${t('SECURITY.CODES_FILE')} · ${siteName}\n\n${codes.join('\n')}\n`
  return (
    <>
      <h3 {...readFirst}>{t('SECURITY.CODES')}</h3>
      <p>{t('SECURITY.CODES_LEAD')}</p>
      <ol className={style.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className={style.buttons}>
        <a
          className="button"
          download={`${t('SECURITY.CODES_FILE')}.txt`}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          {t('SECURITY.CODES_DOWNLOAD')}
        </a>
        <a className="button quiet" href={addressOf('security')}>
          {t('SECURITY.CODES_KEPT')}
        </a>
      </p>
    </>
  )
}

/** Asks for confirmation, with and without JavaScript. */
function Requested({ intent, name }: { intent: string; name: 'CODES_RENEW' | 'FACTOR_DISABLE' }) {
  const t = useText()
  return (
    <Opener label={t(`SECURITY.${name}`)}>
      <SecurityForm intent={intent}>
        <p>{t(`SECURITY.${name}_ASK`)}</p>
        <Button kind="danger">{t(`SECURITY.${name}_YES`)}</Button>
      </SecurityForm>
    </Opener>
  )
}
