import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import type { ReactNode } from 'react'
import { useDay } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { Facts } from './facts.tsx'
import style from './readers.module.css'

/** Who the reader is. */
export function AccountFacts({ account }: { account: ReaderPage['account'] }) {
  const t = useText()
  const time = useTime()
  const day = useDay()
  const alert = (text: string) => <span className={style.alert}>{text}</span>
  const signIn = [
    account.hasPassword && t('DESK.READERS.PASSWORD'),
    account.passkeys > 0 && t('DESK.READERS.PASSKEYS', { count: account.passkeys }),
    account.secondFactor && t('DESK.READERS.SECOND_FACTOR'),
    ...account.providers,
  ].filter(Boolean)
  const receives = [account.newsletter && t('DESK.READERS.NEWSLETTER'), account.releases && t('DESK.READERS.RELEASES')].filter(
    Boolean,
  )
  const facts: [string, ReactNode][] = [
    ['NUMBER', String(account.id)],
    ['COUNTRY', account.countryAssumed ? t('DESK.READERS.ASSUMED', { country: account.country }) : account.country],
    ['LANGUAGE', t(`DESK.LANGUAGE.${account.language}`)],
    ['CREATED', day(account.createdAt)],
    ['VERIFIED', account.verifiedAt ? day(account.verifiedAt) : alert(t('DESK.READERS.NOT_YET'))],
    ['FIRST_SIGN_IN', account.firstSignedInAt ? day(account.firstSignedInAt) : t('DESK.READERS.NOT_YET')],
    ['CLOSED_AT', account.closedAt && alert(time(account.closedAt))],
    ['ERASED_AT', account.eraseAt && alert(time(account.eraseAt))],
    ['BOUNCED', account.bouncedAt && alert(day(account.bouncedAt))],
    ['PENDING_EMAIL', account.pendingEmail],
    ['SIGN_IN', signIn.length > 0 ? signIn.join(', ') : t('DESK.READERS.NO_SIGN_IN')],
    ['RECEIVES', receives.length > 0 ? receives.join(', ') : t('DESK.READERS.NOTHING_RECEIVED')],
    ['ADULT', t(account.adultTitles ? 'DESK.READERS.SHOWN' : 'DESK.READERS.HIDDEN')],
  ]
  return <Facts facts={facts} nameOf={(name) => t(`DESK.READERS.${name}`)} />
}

/** What the reader may read and why: a sentence for each kind of title. */
export function RightsPart({ rights }: { rights: ReaderPage['rights'] }) {
  const t = useText()
  const day = useDay()
  return (
    <section className={style.part} aria-labelledby="rights">
      <h2 id="rights">{t('DESK.READERS.RIGHTS')}</h2>
      <p>
        {[
          t(`DESK.READERS.BECAUSE.${rights.because}`, { tier: rights.tier, name: rights.name ?? '' }),
          rights.until && t('DESK.READERS.UNTIL', { time: day(rights.until) }),
          rights.because !== 'closed' &&
            rights.because !== 'unverified' &&
            t('DESK.READERS.DEVICES_ALLOWED', { count: rights.devices }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <ul className={style.rights}>
        {rights.kinds.map(({ kind, online, offline, audio, ads }) => (
          <li key={kind}>
            <strong>{t(`DESK.READERS.KIND.${kind}`)}</strong>{' '}
            {[
              t(`DESK.READERS.ONLINE.${online}`),
              t(`DESK.READERS.OFFLINE.${offline ? 'yes' : 'no'}`),
              t(`DESK.READERS.AUDIO.${audio ? 'yes' : 'no'}`),
              t(`DESK.READERS.ADS.${ads ? 'yes' : 'no'}`),
            ].join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
