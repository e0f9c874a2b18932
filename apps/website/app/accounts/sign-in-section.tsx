import type { SignIn } from '@kiosk/domain/accounts/sign-in-endpoints'
import { Button } from '@kiosk/ui/button'
import { useText } from '../shell/use-text.ts'
import type { SecurityAnswer } from './security-action.ts'
import { Outcome, SecurityForm } from './security-form.tsx'
import { SecurityRow } from './security-row.tsx'
import style from './security-screen.module.css'

type Shown = SignIn & { place: string | null; since: string; last: string }
/** `distinct`: distinguishes this session from all others in the names of its buttons. */
type Named = Shown & { distinct: string; number: string }

/** Numbers sessions with the same name, place and time. */
export function namedSignIns(sessions: Shown[]): Named[] {
  const seen = new Map<string, number>()
  return sessions.map((each) => {
    const alike = [each.name, each.place, each.since].filter(Boolean).join(', ')
    const count = (seen.get(alike) ?? 0) + 1
    seen.set(alike, count)
    const number = count === 1 ? '' : ` (${count})`
    return { ...each, distinct: alike + number, number }
  })
}

export function SignInSection({ sessions, sent }: { sessions: Named[]; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const others = sessions.filter(({ current }) => !current)
  return (
    <section className={style.section} aria-labelledby="sign-ins">
      <h2 id="sign-ins">{t('SECURITY.SIGN_INS')}</h2>
      <Outcome sent={sent} />
      <p>{t('SECURITY.SIGN_INS_LEAD')}</p>
      <ul className={style.list}>
        {sessions.map((each) => (
          <OneSignIn key={each.id} session={each} sent={sent} />
        ))}
      </ul>
      {others.length === 0 ? (
        <p>{t('SECURITY.NO_OTHERS')}</p>
      ) : (
        <SecurityForm intent="end-others">
          <p>{t('SECURITY.END_OTHERS_HINT')}</p>
          <Button kind="danger">{t('SECURITY.END_OTHERS')}</Button>
        </SecurityForm>
      )}
    </section>
  )
}

function OneSignIn({ session, sent }: { session: Named; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const { id, name, app, kind, current, place, since, last, distinct, number } = session
  const what = kind === 'browser' ? null : t(`SECURITY.KIND.${kind}`)
  const isNamed = name !== app
  return (
    <SecurityRow
      id={id}
      name={name + number}
      distinct={distinct}
      mark={current ? t('SECURITY.THIS_ONE') : null}
      facts={[
        [what, isNamed && app, place ?? t('SECURITY.PLACE_UNKNOWN')].filter(Boolean).join(', '),
        ...(current ? [] : [t('SECURITY.LAST', { when: last })]),
        t('SECURITY.SINCE', { when: since }),
      ]}
      rename={{ intent: 'name', label: t('SECURITY.DEVICE_NAME'), saved: isNamed ? name : '' }}
      sent={sent}
    >
      {!current && (
        <SecurityForm intent="end" id={id}>
          <Button kind="quiet" aria-label={t('SECURITY.END_OF', { name: distinct })}>
            {t('SECURITY.END')}
          </Button>
        </SecurityForm>
      )}
    </SecurityRow>
  )
}
