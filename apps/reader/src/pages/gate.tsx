import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { useReading } from '../shell/reader-context.ts'
import { gateLinks } from './gate-links.ts'
import { GatePrice } from './gate-price.tsx'
import styles from './stop-card.module.css'

/** Number of articles behind the gate that it names. */
const HEADLINES = 3

/** The end of the open pages: what is behind it, offers to unlock the rest, and a way back. */
export function Gate({ page }: { page: number }) {
  const { access, contents, t, account } = useReading()
  const subscribe = access.because === 'subscribe'
  const behind = contents.articles.filter(({ firstPage }) => firstPage >= page).slice(0, HEADLINES)
  const [open, login] = gateLinks(access.because, account, readerAddress('/reader', contents.uid, { page }))
  return (
    <section className={styles.card} data-gate="" aria-labelledby="gate-heading">
      <p className={styles.label}>
        {contents.titleLine} · {t('READER.GATE_PAGE', { page })}
      </p>
      <h2 id="gate-heading">{t(subscribe ? 'READER.GATE_SUBSCRIBE' : 'READER.GATE_REGISTER')}</h2>
      <p>{t(subscribe ? 'READER.GATE_SUBSCRIBE_TEXT' : 'READER.GATE_REGISTER_TEXT')}</p>
      {behind.length > 0 && (
        <ul className={styles.behind} aria-label={t('READER.LIST')}>
          {behind.map(({ id, headline, language = contents.language }) => (
            <li key={id} lang={language}>
              {headline}
            </li>
          ))}
        </ul>
      )}
      <GatePrice className={styles.price} />
      <p className={styles.actions}>
        <a className={styles.primary} href={open.href}>
          {t(open.words)}
        </a>
        {login && (
          <a className={styles.other} href={login.href}>
            {t(login.words)}
          </a>
        )}
        <a className={styles.secondary} href={addressOf('issue', { id: contents.uid })}>
          {t('READER.BACK_TO_ISSUE')}
        </a>
      </p>
    </section>
  )
}
