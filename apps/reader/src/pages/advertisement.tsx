import type { HouseAdvertisement } from '@kiosk/domain/reading/endpoints'
import { useEffect, useRef } from 'react'
import { useReading } from '../shell/reader-context.ts'
import styles from './stop-card.module.css'

/** Half of it in sight for so long counts as seen. Milliseconds. */
const SEEN_AFTER = 1000

type Given = { advertisement: HouseAdvertisement | undefined; onSkip: () => void }

/** An advertisement of the house: a page of its own between two pages, labelled, turned like any other. */
export function Advertisement({ advertisement, onSkip }: Given) {
  const { t, api } = useReading()
  const card = useRef<HTMLElement>(null)
  const id = advertisement?.id
  useEffect(() => {
    if (!card.current || id === undefined) return
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
  if (!advertisement) return null
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
