import { DAY_MS, HOUR_MS } from '@kiosk/domain/time'
import type { Files } from '../adapters/storage/port.ts'
import { BACKUP_LATE_MS } from '../backup/last-backup.ts'
import { listBackups, readManifest } from '../backup/manifest.ts'
import { count } from '../format-count.ts'
import { type Check, failing, ok, warning } from './checks.ts'

const MISSING_MS = 3 * DAY_MS

/** Returns the check of the newest complete backup. @param store storage of the backups; null: none is set */
export function backupCheck(store: Files | null, now: () => Date = () => new Date()): Check {
  return {
    name: 'backups',
    async run() {
      if (!store)
        return warning(
          'no place for backups is set',
          'Set BACKUP_RECIPIENTS and BACKUP_DIR or BACKUP_S3_BUCKET_URL, and run "backup" daily.',
        )
      const newest = (await listBackups(store)).complete.at(-1)
      if (!newest) return failing('there is none', 'Run "npm run kiosk -- backup" daily.')
      const age = now().getTime() - new Date((await readManifest(store, newest)).snapshotAt).getTime()
      const says = `the newest is ${count(Math.floor(age / HOUR_MS), 'hour')} old`
      if (age <= BACKUP_LATE_MS) return ok(says)
      const todo = 'See why the daily "npm run kiosk -- backup" did not finish.'
      return age <= MISSING_MS ? warning(says, todo) : failing(says, todo)
    },
  }
}
