import { useEffect, useState } from 'react'
import { useCopyInHand } from '../offline/copy-in-hand.ts'
import styles from '../reader.module.css'
import { useReading } from './reader-context.ts'
import { useOnline } from './use-online.ts'

/** Milliseconds for which good news stays in the way. */
const SHOWN_FOR = 6000

/** Says that there is no network: for a while where the issue lies on the device, else as long as it lasts. */
export function NetworkNotice() {
  const { t } = useReading()
  const online = useOnline()
  const inHand = useCopyInHand()
  const [over, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    if (online || !inHand) return
    const timer = setTimeout(() => setOver(true), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [online, inHand])
  if (online || over) return null
  return (
    <p className={styles.offline} role="alert">
      {t(inHand ? 'OFFLINE.NO_NETWORK' : 'READER.OFFLINE')}
    </p>
  )
}
