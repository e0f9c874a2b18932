import type { Language } from '@kiosk/domain/locale'
import type { Text } from '../shell/reader-context.ts'
import { amount } from './amounts.ts'
import type { CopyView } from './keeper.ts'
import styles from './offline.module.css'
import { useRoom } from './use-copies.ts'

/** How much of the room on this device the copies take. */
export function RoomMeter({ copies, t, language }: { copies: readonly CopyView[]; t: Text; language: Language }) {
  const room = useRoom(copies)
  if (!room || !copies.length) return null
  const used = t('OFFLINE.ROOM_USED', { count: copies.length, used: amount(room.used, language) })
  const free = t('OFFLINE.ROOM_FREE', { free: amount(room.free, language) })
  return (
    <div className={styles.room}>
      <meter min={0} max={room.quota} high={room.quota * 0.9} value={room.quota - room.free} aria-label={t('OFFLINE.ROOM')}>
        {used}
      </meter>
      <p>
        <span>{used}</span>
        <span>{free}</span>
      </p>
    </div>
  )
}
