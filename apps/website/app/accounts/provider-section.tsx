import { Button } from '@kiosk/ui/button'
import { useText } from '../shell/use-text.ts'
import type { SecurityAnswer } from './security-action.ts'
import { Opener, Outcome, SecurityForm } from './security-form.tsx'
import style from './security-screen.module.css'
import type { SecurityState } from './security-state.ts'

const names = { apple: 'Apple', facebook: 'Facebook' }

/** Providers that can log in to the account; nothing if there are none. */
export function ProviderSection({ state, sent }: { state: SecurityState; sent: SecurityAnswer | undefined }) {
  const t = useText()
  if (state.providers.length === 0 && !sent) return null
  return (
    <section className={style.section} aria-labelledby="providers">
      <h2 id="providers">{t('SECURITY.PROVIDERS')}</h2>
      <Outcome sent={sent} />
      {state.providers.length > 0 && <p>{t('SECURITY.PROVIDERS_LEAD')}</p>}
      <ul className={style.list}>
        {state.providers.map((provider) => (
          <li key={provider} className={style.row}>
            <div className={style.about}>
              <h3>{names[provider]}</h3>
            </div>
            {state.confirmed && (
              <Opener label={t('SECURITY.PROVIDER_REMOVE')} name={t('SECURITY.PROVIDER_REMOVE_OF', { name: names[provider] })}>
                <SecurityForm intent="provider-remove">
                  <input type="hidden" name="provider" value={provider} />
                  <p>{t('SECURITY.PROVIDER_REMOVE_ASK', { name: names[provider] })}</p>
                  <Button kind="danger">{t('SECURITY.PROVIDER_REMOVE_YES')}</Button>
                </SecurityForm>
              </Opener>
            )}
          </li>
        ))}
      </ul>
      {!state.confirmed && (
        <p>
          <a href="#confirm">{t('SECURITY.CONFIRM_FIRST')}</a>
        </p>
      )}
    </section>
  )
}
