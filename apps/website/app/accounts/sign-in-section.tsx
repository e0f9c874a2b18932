import type { SignIn } from '@kiosk/domain/accounts/sign-in-endpoints'
import { TEXT } from '@kiosk/domain/accounts/terms'
import { addressOf } from '@kiosk/domain/addresses'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { AccountField } from '../shell/account-field.tsx'
import { useText } from '../shell/use-text.ts'
import type { SecurityAnswer } from './security-action.ts'
import style from './security-screen.module.css'

type Shown = SignIn & { place: string | null; since: string; last: string }
/** `distinct`: what tells this sign-in from every other one, for the names of its buttons. */
type Named = Shown & { distinct: string }

/** Sign-ins that are alike in name, place and time are told apart by a number. */
export function namedSignIns(sessions: Shown[]): Named[] {
  const seen = new Map<string, number>()
  return sessions.map((each) => {
    const alike = [each.name, each.place, each.since].filter(Boolean).join(', ')
    const count = (seen.get(alike) ?? 0) + 1
    seen.set(alike, count)
    return { ...each, distinct: count === 1 ? alike : `${alike} (${count})` }
  })
}

export function SignInSection({ sessions, sent }: { sessions: Named[]; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const refusal = sent?.refusal
  const others = sessions.filter(({ current }) => !current)
  return (
    <section className={style.section} aria-labelledby="sign-ins">
      <h2 id="sign-ins">{t('SECURITY.SIGN_INS')}</h2>
      <p>{t('SECURITY.SIGN_INS_LEAD')}</p>
      {refusal && <Notice kind="error">{refusal.message ?? t(refusal.words)}</Notice>}
      <ul className={style.list}>
        {sessions.map((each) => (
          <OneSignIn key={each.id} session={each} />
        ))}
      </ul>
      {others.length === 0 ? (
        <p>{t('SECURITY.NO_OTHERS')}</p>
      ) : (
        <form method="post" action={addressOf('security')} className={style.form}>
          <AccountField />
          <input type="hidden" name="intent" value="end-others" />
          <p>{t('SECURITY.END_OTHERS_HINT')}</p>
          <Button kind="danger">{t('SECURITY.END_OTHERS')}</Button>
        </form>
      )}
    </section>
  )
}

function OneSignIn({ session }: { session: Named }) {
  const t = useText()
  const { id, name, app, kind, current, place, since, last, distinct } = session
  const number = /\(\d+\)$/.exec(distinct)?.[0]
  return (
    <li>
      <div>
        <h3>
          {name} {number} {current && <span className={style.mark}>{t('SECURITY.THIS_ONE')}</span>}
        </h3>
        <dl className={style.facts}>
          <div>
            <dt>{t('SECURITY.WHAT')}</dt>
            <dd>{kind === 'browser' ? app : `${t(`SECURITY.KIND.${kind}`)}: ${app}`}</dd>
          </div>
          <div>
            <dt>{t('SECURITY.PLACE')}</dt>
            <dd>{place ?? t('SECURITY.PLACE_UNKNOWN')}</dd>
          </div>
          <div>
            <dt>{t('SECURITY.SINCE')}</dt>
            <dd>
              <time dateTime={session.signedInAt}>{since}</time>
            </dd>
          </div>
          <div>
            <dt>{t('SECURITY.LAST')}</dt>
            <dd>
              <time dateTime={session.lastSeenAt}>{last}</time>
            </dd>
          </div>
        </dl>
        <details>
          <summary aria-label={t('SECURITY.RENAME_OF', { name: distinct })}>{t('SECURITY.RENAME')}</summary>
          <form method="post" action={addressOf('security')} className={style.form}>
            <AccountField />
            <input type="hidden" name="intent" value="name" />
            <input type="hidden" name="id" value={id} />
            <Field
              label={t('SECURITY.DEVICE_NAME')}
              name="name"
              autoComplete="off"
              maxLength={TEXT.deviceName}
              defaultValue={name === app ? '' : name}
            />
            <Button kind="quiet">{t('SECURITY.SAVE')}</Button>
          </form>
        </details>
      </div>
      {!current && (
        <form method="post" action={addressOf('security')}>
          <AccountField />
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="id" value={id} />
          <Button kind="quiet" aria-label={t('SECURITY.END_OF', { name: distinct })}>
            {t('SECURITY.END')}
          </Button>
        </form>
      )}
    </li>
  )
}
