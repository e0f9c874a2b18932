import { HOUR_MS } from '@kiosk/domain/time'
import type pg from 'pg'
import { readSetting } from '../db/app-setting.ts'
import type { Database } from '../db/connect.ts'

/** Key in `app_settings` of the moment that the newest complete backup shows: ISO 8601. */
const LAST_BACKUP = 'last-backup'

/** Age from which a backup is late: one is made at least once a day, and that of a large newsstand takes an hour. */
export const BACKUP_LATE_MS = 26 * HOUR_MS

/** Notes a complete backup in the database that it is of, where servers see it: they need not know the storage of backups. */
export async function noteBackup(client: pg.Client, snapshotAt: Date): Promise<void> {
  await client.query(
    'insert into app_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [LAST_BACKUP, JSON.stringify(snapshotAt.toISOString())],
  )
}

/** Returns the moment that the newest complete backup shows; null = none was noted. A restored database knows the one before. */
export async function lastBackup(db: Database): Promise<Date | null> {
  const at = await readSetting(db, LAST_BACKUP)
  return at === undefined ? null : new Date(String(at))
}
