import type { Language } from '@kiosk/domain/locale'
import type { Text } from '../shell/reader-context.ts'
import type { DownloadView } from './download-views.ts'
import { amount } from './format.ts'
import styles from './offline.module.css'
import { useRoom } from './use-downloads.ts'

/** Storage used by downloads on this device. */
export function StorageMeter({ downloads, t, language }: { downloads: readonly DownloadView[]; t: Text; language: Language }) {
  const room = useRoom(downloads)
  if (!downloads.length) return null
  const used = room && t('OFFLINE.ROOM_USED', { count: downloads.length, used: amount(room.used, language) })
  return (
    <div className={styles.storage}>
      {room && (
        <>
          <meter min={0} max={room.quota} high={room.quota * 0.9} value={room.quota - room.free} aria-label={t('OFFLINE.ROOM')}>
            {used}
          </meter>
          <p>
            <span>{used}</span>
            <span>{t('OFFLINE.ROOM_FREE', { free: amount(room.free, language) })}</span>
          </p>
        </>
      )}
    </div>
  )
}
