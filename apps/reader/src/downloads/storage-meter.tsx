import type { Language } from '@kiosk/domain/locale'
import type { Text } from '../shell/reader-context.ts'
import type { DownloadView } from './download-views.ts'
import { amount } from './format.ts'
import styles from './offline.module.css'
import { useRoom } from './use-downloads.ts'

/** Storage used by downloads on this device; how much is left, where the browser says so. */
export function StorageMeter({ downloads, t, language }: { downloads: readonly DownloadView[]; t: Text; language: Language }) {
  const bytes = downloads.reduce((sum, { done }) => sum + done.bytes, 0)
  const room = useRoom(bytes)
  if (!downloads.length) return null
  const used = t('OFFLINE.ROOM_USED', { count: downloads.length, used: amount(bytes, language) })
  return (
    <div className={styles.storage}>
      {room !== null && (
        <meter
          min={0}
          max={room?.quota ?? 1}
          high={(room?.quota ?? 1) * 0.9}
          value={room ? room.quota - room.free : 0}
          aria-label={t('OFFLINE.ROOM')}
        >
          {used}
        </meter>
      )}
      <p>
        <span>{used}</span>
        {room && <span>{t('OFFLINE.ROOM_FREE', { free: amount(room.free, language) })}</span>}
      </p>
    </div>
  )
}
