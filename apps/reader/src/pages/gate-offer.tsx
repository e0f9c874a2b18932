import { readerAddress } from '@kiosk/domain/addresses'
import { useReading } from '../shell/reader-context.ts'
import { gateLinks } from './gate-links.ts'
import styles from './gate-offer.module.css'
import { GatePrice } from './gate-price.tsx'

/** The end of the open pages within a list of articles: what opens the rest. */
export function GateOffer({ page }: { page: number }) {
  const { access, contents, t, account } = useReading()
  const [open, login] = gateLinks(access.because, account, readerAddress('/reader', contents.uid, { page }))
  return (
    <aside className={styles.offer} aria-labelledby="offer-heading" data-gate="">
      <h3 id="offer-heading">{t(access.because === 'register' ? 'READER.GATE_REGISTER' : 'READER.GATE_SUBSCRIBE')}</h3>
      <GatePrice className={styles.price} />
      <p className={styles.ways}>
        <a className={styles.open} href={open.href}>
          {t(open.words)}
        </a>
        {login && <a href={login.href}>{t(login.words)}</a>}
      </p>
    </aside>
  )
}
