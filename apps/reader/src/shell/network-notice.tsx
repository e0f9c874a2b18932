import { useEffect, useState } from 'react'
import { useDownloadInUse } from '../downloads/download-in-use.ts'
import styles from '../reader.module.css'
import { useReading } from './reader-context.ts'
import { useOnline } from './use-online.ts'

/** Time that the notice is shown if the issue is downloaded. */
const SHOWN_FOR_MS = 6000

/** Reports that the device is offline: briefly if the issue is downloaded, otherwise until it is online. */
export function NetworkNotice() {
  const { t } = useReading()
  const online = useOnline()
  const inHand = useDownloadInUse()
  const [over, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    if (online || !inHand) return
    const timer = setTimeout(() => setOver(true), SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [online, inHand])
  if (online || over) return null
  return (
    <p className={styles.offline} role="alert">
      {t(inHand ? 'OFFLINE.NO_NETWORK' : 'READER.OFFLINE')}
    </p>
  )
}
