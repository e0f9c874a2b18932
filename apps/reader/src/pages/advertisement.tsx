import { LINK_TARGET } from '@kiosk/domain/content/link-target'
import type { HouseAdvertisement } from '@kiosk/domain/reading/endpoints'
import { useEffect, useRef } from 'react'
import { useReading } from '../shell/reader-context.ts'
import type { AdvertisingPartner } from '../shell/reader-data.ts'
import styles from './stop-card.module.css'

/** Time that half of it must be visible to count as an impression. */
const SEEN_AFTER_MS = 1000

export type Shown = HouseAdvertisement | AdvertisingPartner
type Options = { advertisement: Shown | undefined; current: boolean; onSkip: () => void }

/** A labelled page between two others, which is turned like any other. */
export function Advertisement({ advertisement, current, onSkip }: Options) {
  if (!advertisement) return null
  if ('id' in advertisement) return <OfTheServer advertisement={advertisement} onSkip={onSkip} />
  return <OfThePartner partner={advertisement} current={current} onSkip={onSkip} />
}

/** Whether consent was not withdrawn in another tab since this page was loaded. */
const isStillAllowed = () => /(?:^|; )consent_ads=(?!0(?:;|$))/.test(document.cookie)

/**
 * A partner's advertisement in a sandboxed frame with an opaque origin: no cookies, no storage, no access to this page. It
 * loads when the reader reaches it, and learns neither page nor issue.
 */
function OfThePartner({ partner, current, onSkip }: { partner: AdvertisingPartner; current: boolean; onSkip: () => void }) {
  const { t } = useReading()
  const { name, address, policy, width, height } = partner
  const label = t('READER.ADVERTISEMENT_OF', { partner: name })
  return (
    <aside className={`${styles.card} ${styles.framed}`} data-advertisement="" aria-label={label}>
      <p className={styles.label}>{label}</p>
      <div className={styles.frame} style={{ width, height }}>
        {current && isStillAllowed() && (
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
      <p className={styles.actions}>
        <button type="button" className={styles.secondary} onClick={onSkip}>
          {t('READER.ADVERTISEMENT_SKIP')}
        </button>
        <a href={policy} target="_blank" rel="noopener noreferrer">
          {t('READER.ADVERTISEMENT_POLICY', { partner: name })}
        </a>
      </p>
    </aside>
  )
}

function OfTheServer({ advertisement, onSkip }: { advertisement: HouseAdvertisement; onSkip: () => void }) {
  const { t, api } = useReading()
  const card = useRef<HTMLElement>(null)
  const { id } = advertisement
  useEffect(() => {
    if (!card.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        // A busy browser reports several changes at once; the last one holds.
        if (!entries.at(-1)?.isIntersecting) return
        timer = setTimeout(() => {
          watch.disconnect()
          api.countAdvertisement(id, 'seen')
        }, SEEN_AFTER_MS)
      },
      { threshold: 0.5 },
    )
    watch.observe(card.current)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [id, api])
  const { language, headline, body, targetUrl, picture: image } = advertisement
  return (
    <aside ref={card} className={styles.card} data-advertisement="" aria-label={t('READER.ADVERTISEMENT')}>
      <p className={styles.label}>{t('READER.ADVERTISEMENT')}</p>
      {image && (
        <img
          className={styles.picture}
          src={image.url}
          alt={image.alt}
          width={image.width}
          height={image.height}
          lang={language}
        />
      )}
      <h2 lang={language}>{headline}</h2>
      <p lang={language}>{body}</p>
      <p className={styles.actions}>
        {LINK_TARGET.test(targetUrl) && (
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
        <button type="button" className={styles.secondary} onClick={onSkip}>
          {t('READER.ADVERTISEMENT_SKIP')}
        </button>
      </p>
    </aside>
  )
}
