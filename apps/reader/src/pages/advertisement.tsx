import type { HouseAdvertisement } from '@kiosk/domain/reading/endpoints'
import { useEffect, useRef } from 'react'
import { useReading } from '../shell/reader-context.ts'
import type { AdvertisingPartner } from '../shell/reader-data.ts'
import styles from './stop-card.module.css'

/** Half of it in sight for so long counts as seen. Milliseconds. */
const SEEN_AFTER = 1000

export type Shown = HouseAdvertisement | AdvertisingPartner
type Given = { advertisement: Shown | undefined; current: boolean; onSkip: () => void }

/** A page of its own between two pages, labelled, turned like any other. */
export function Advertisement({ advertisement, current, onSkip }: Given) {
  if (!advertisement) return null
  if ('id' in advertisement) return <OfTheHouse advertisement={advertisement} onSkip={onSkip} />
  return <OfThePartner partner={advertisement} current={current} onSkip={onSkip} />
}

/**
 * What another house shows, in a frame that has no origin of its own: no cookies, no storage, no way to this page. It is asked
 * when the reader comes to it, and learns neither which page nor which issue.
 */
function OfThePartner({ partner, current, onSkip }: { partner: AdvertisingPartner; current: boolean; onSkip: () => void }) {
  const { t } = useReading()
  const { name, address, policy, width, height } = partner
  const label = t('READER.ADVERTISEMENT_OF', { partner: name })
  return (
    <aside className={`${styles.card} ${styles.framed}`} data-advertisement="" aria-label={label}>
      <p className={styles.label}>{label}</p>
      <div className={styles.frame} style={{ width, height }}>
        {current && (
          <iframe
            title={label}
            src={address}
            width={width}
            height={height}
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            allow=""
          />
        )}
      </div>
      <p className={styles.ways}>
        <button type="button" className={styles.quiet} onClick={onSkip}>
          {t('READER.ADVERTISEMENT_SKIP')}
        </button>
        <a href={policy} target="_blank" rel="noopener noreferrer">
          {t('READER.ADVERTISEMENT_POLICY', { partner: name })}
        </a>
      </p>
    </aside>
  )
}

function OfTheHouse({ advertisement, onSkip }: { advertisement: HouseAdvertisement; onSkip: () => void }) {
  const { t, api } = useReading()
  const card = useRef<HTMLElement>(null)
  const { id } = advertisement
  useEffect(() => {
    if (!card.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (!entry?.isIntersecting) return
        timer = setTimeout(() => {
          watch.disconnect()
          api.countAdvertisement(id, 'seen')
        }, SEEN_AFTER)
      },
      { threshold: 0.5 },
    )
    watch.observe(card.current)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [id, api])
  const { headline, body, targetUrl, picture } = advertisement
  const safe = /^(https?:\/\/|\/(?!\/))/.test(targetUrl)
  return (
    <aside ref={card} className={styles.card} data-advertisement="" aria-label={t('READER.ADVERTISEMENT')}>
      <p className={styles.label}>{t('READER.ADVERTISEMENT')}</p>
      {picture && (
        <img className={styles.picture} src={picture.url} alt={picture.alt} width={picture.width} height={picture.height} />
      )}
      <h2>{headline}</h2>
      <p>{body}</p>
      <p className={styles.ways}>
        {safe && (
          <a
            className={styles.other}
            href={targetUrl}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => api.countAdvertisement(advertisement.id, 'pressed')}
          >
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
