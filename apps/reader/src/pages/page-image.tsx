import { type PageWidth, READING_WIDTH_PIXELS, THUMBNAIL_WIDTH_PIXELS } from '@kiosk/domain/reading/limits'
import { useEffect, useRef, useState } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { firstImage, type HeldImage } from './first-images.ts'
import { imageAddress, withImagesFromServer } from './image-address.ts'
import styles from './page.module.css'
import { readyImage } from './ready-images.ts'

/** Time without change after which a zoom level counts as final. */
const ZOOM_FINAL_AFTER_MS = 60

type Options = {
  page: number
  /** The width at which the image is sharp at the current zoom. */
  width: PageWidth
  /** True on the current page; neighbouring pages release memory. */
  current: boolean
  onShown?: (() => void) | undefined
}

/**
 * A page image: the current one stays until a sharper one is decoded. After an error it is requested with a new signature, and from the server.
 * A page of which nothing has been loaded, as after a jump, shows its thumbnail meanwhile.
 */
export function PageImage({ page, width, current, onShown }: Options) {
  const { contents, access, renew, t } = useReading()
  const [held, setHeld] = useState<HeldImage | null>(() => firstImage(page))
  const [arrived, setArrived] = useState(false)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // A renewed signature changes every address, but loaded images need no reload.
  const signature = useRef(access.signature)
  signature.current = access.signature

  const enough = held !== null && (held.width === width || (current && held.width > width))
  const waiting = held !== null && !arrived
  // The reading width exists on the server, while wider images may have to be rendered: show it meanwhile.
  const next = held && held.width < READING_WIDTH_PIXELS && width > READING_WIDTH_PIXELS ? READING_WIDTH_PIXELS : width
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the request
  useEffect(() => {
    if (enough || waiting) return
    const ready = current ? readyImage(contents.uid, page, width) : null
    if (ready) return setHeld(ready)
    let gone = false
    const load = async (signature: string) => {
      const address = imageAddress(contents.uid, page, next, signature)
      const image = new Image()
      if (current) image.fetchPriority = 'high'
      image.src = address
      await image.decode()
      if (gone) return
      setFailed(false)
      setHeld({ width: next, address })
    }
    // During a pinch widths change constantly: load only the final one.
    const resting = held ? new Promise((rested) => setTimeout(rested, ZOOM_FINAL_AFTER_MS)) : Promise.resolve()
    resting
      .then(() => (gone ? undefined : load(signature.current)))
      .catch(async () => {
        if (gone) return
        const renewed = await renew()
        // The browser may not reach the bucket, or the bucket may lack the image.
        await load(withImagesFromServer(renewed?.signature ?? signature.current))
      })
      .catch(() => {
        if (!gone) setFailed(true)
      })
    return () => {
      gone = true
    }
  }, [enough, waiting, next, width, page, attempt, contents, renew])

  useEffect(() => {
    if (!failed) return
    const again = () => setAttempt((attempt) => attempt + 1)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed])

  if (held) {
    return (
      <img
        className={styles.picture}
        src={held.address}
        alt=""
        draggable={false}
        decoding="sync"
        data-width={held.width}
        onLoad={() => {
          setArrived(true)
          onShown?.()
        }}
        onError={() => {
          setArrived(true)
          setHeld(null)
        }}
      />
    )
  }
  if (!failed) {
    const thumbnail = imageAddress(contents.uid, page, THUMBNAIL_WIDTH_PIXELS, signature.current)
    const showsThumbnail = current && !readyImage(contents.uid, page, width)
    return (
      <span className={styles.loading}>
        {showsThumbnail && <img className={styles.picture} src={thumbnail} alt="" draggable={false} fetchPriority="high" />}
      </span>
    )
  }
  return (
    <div className={styles.failed} role="alert">
      <p>{t('READER.PICTURE_FAILED', { page })}</p>
      <button
        type="button"
        className={styles.retry}
        onClick={() => {
          setFailed(false)
          setAttempt((attempt) => attempt + 1)
        }}
      >
        {t('READER.TRY_AGAIN')}
      </button>
    </div>
  )
}
