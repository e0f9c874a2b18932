import { type PageWidth, READING_WIDTH } from '@kiosk/domain/reading/terms'
import { useEffect, useRef, useState } from 'react'
import { useReading } from '../shell/reader-context.ts'
import { firstPicture, type HeldPicture } from './first-pictures.ts'
import styles from './page.module.css'
import { pictureAddress } from './picture-address.ts'
import { readyPicture } from './ready-pictures.ts'

/** Milliseconds after which an enlargement counts as reached. */
const ZOOM_REST = 60

type Given = {
  page: number
  /** The width that is sharp at the present enlargement. */
  wanted: PageWidth
  /** The page is read now; pages beside it give memory back. */
  current: boolean
  onShown?: (() => void) | undefined
}

/** A page's picture: what is there stays until the sharper one is decoded. A failed one is asked for again with a new signature. */
export function PagePicture({ page, wanted, current, onShown }: Given) {
  const { contents, access, renew, t } = useReading()
  const [held, setHeld] = useState<HeldPicture | null>(() => firstPicture(page))
  const [arrived, setArrived] = useState(false)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // A renewed signature changes every address; pictures that are there do not need it.
  const signature = useRef(access.signature)
  signature.current = access.signature

  const enough = held !== null && (held.width === wanted || (current && held.width > wanted))
  const waiting = held !== null && !arrived
  // The reading width lies ready on the server, wider ones may have to be drawn: it bridges the wait.
  const next = held && held.width < READING_WIDTH && wanted > READING_WIDTH ? READING_WIDTH : wanted
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (enough || waiting) return
    const ready = current ? readyPicture(contents.uid, page, wanted) : null
    if (ready) return setHeld(ready)
    let gone = false
    const load = async (signature: string) => {
      const address = pictureAddress(contents.uid, page, next, signature)
      const image = new Image()
      if (current) image.fetchPriority = 'high'
      image.src = address
      await image.decode()
      if (gone) return
      setFailed(false)
      setHeld({ width: next, address })
    }
    // While fingers still zoom, widths come and go: only the one at which they rest is worth loading.
    const resting = held ? new Promise((rested) => setTimeout(rested, ZOOM_REST)) : Promise.resolve()
    resting
      .then(() => (gone ? undefined : load(signature.current)))
      .catch(async () => {
        if (gone) return
        const renewed = await renew()
        await load(renewed?.signature ?? signature.current)
      })
      .catch(() => {
        if (!gone) setFailed(true)
      })
    return () => {
      gone = true
    }
  }, [enough, waiting, next, wanted, page, attempt, contents, renew])

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
  if (!failed) return <span className={styles.loading} />
  return (
    <div className={styles.failed} role="alert">
      <p>{t('READER.PICTURE_FAILED', { page })}</p>
      <button
        type="button"
        className={styles.again}
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
