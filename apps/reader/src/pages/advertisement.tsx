import { useReading } from '../shell/reader-context.ts'
import styles from './stop-card.module.css'

type Given = { advertisement: { headline: string; body: string; targetUrl: string } | undefined; onSkip: () => void }

/** An advertisement of the house: a page of its own between two pages, labelled, turned like any other. */
export function Advertisement({ advertisement, onSkip }: Given) {
  const { t } = useReading()
  if (!advertisement) return null
  const safe = /^(https?:\/\/|\/(?!\/))/.test(advertisement.targetUrl)
  return (
    <aside className={styles.card} data-advertisement="" aria-label={t('READER.ADVERTISEMENT')}>
      <p className={styles.label}>{t('READER.ADVERTISEMENT')}</p>
      <h2>{advertisement.headline}</h2>
      <p>{advertisement.body}</p>
      <p className={styles.ways}>
        {safe && (
          <a className={styles.other} href={advertisement.targetUrl} target="_blank" rel="noopener">
            {t('READER.ADVERTISEMENT_GO')}
          </a>
        )}
        <button type="button" className={styles.quiet} onClick={onSkip}>
          {t('READER.ADVERTISEMENT_SKIP')}
        </button>
      </p>
    </aside>
  )
}
