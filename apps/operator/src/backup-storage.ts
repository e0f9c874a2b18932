// What the commands of backups share: the storages of backups and of the newsstand, the key, and messages for the operator.
import { readFileSync } from 'node:fs'
import { fileSystem } from '@kiosk/backend/adapters/storage/file-system'
import type { Files } from '@kiosk/backend/adapters/storage/port'
import { filesAt } from '@kiosk/backend/adapters/storage/settings'
import { StorageError } from '@kiosk/backend/adapters/storage/storage-error'
import { BackupError } from '@kiosk/backend/backup/backup-error'
import { listBackups, type Manifest, readManifest } from '@kiosk/backend/backup/manifest'
import { readBackupConfig, readDataConfig, settingsInUse } from '@kiosk/backend/config'
import { asOwner } from '@kiosk/backend/db/connect'
import { CannotStart } from '@kiosk/backend/startup-error'

export const BACKUP_ENVIRONMENT =
  '\nEnvironment: BACKUP_DIR or BACKUP_S3_BUCKET_URL, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY; BACKUP_RECIPIENTS, DATA_DIR, DATABASE_URL, S3_….'

/** Class of PostgreSQL's errors of a full disk, too little memory, or too many connections. */
const NO_RESOURCES = '53'

/** Settings of an embedded server that only one program uses: it writes less of a log. */
export const WITHOUT_ARCHIVE = ['wal_level=minimal', 'max_wal_senders=0']

/** Returns the storage of backups. @throws ConfigError */
export function backupStore(): Files {
  const { bucket, folder } = readBackupConfig()
  return bucket ? filesAt(bucket, readDataConfig().dataDir) : fileSystem(folder)
}

/** The same; null if no place for backups is set. @throws ConfigError */
export function configuredBackupStore(): Files | null {
  const isSet = settingsInUse().some((name) => name === 'BACKUP_DIR' || name === 'BACKUP_S3_BUCKET_URL')
  return isSet ? backupStore() : null
}

/** Reaches database and files of this newsstand for `work`, without migrating anything. @throws ConfigError */
export async function withLiveData<T>(
  work: (data: { url: string; files: Files }) => Promise<T>,
  settings: string[] = [],
): Promise<T> {
  const { bucket, ...place } = readDataConfig()
  return asOwner({ ...place, settings }, (url) => work({ url, files: filesAt(bucket, place.dataDir) }))
}

/** Returns the manifest of a backup, by default the newest complete one. @throws BackupError */
export async function chosenBackup(store: Files, id: string | undefined): Promise<Manifest> {
  const chosen = id ?? (await listBackups(store)).complete.at(-1)
  if (!chosen) throw new BackupError('There is no complete backup.')
  return readManifest(store, chosen)
}

/** Reads private keys from a file as `age-keygen` or "backup key" prints it. @throws BackupError */
export function readIdentities(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new BackupError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
  const keys = text.split('\n').map((line) => line.trim())
  const identities = keys.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw new BackupError(`${path} has no private key (AGE-SECRET-KEY-…).`)
  return identities
}

/** Runs `work` and prints why it could not be done, on one line. @returns its exit code, or 1 */
export async function reportBackupErrors(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    const isKnown = error instanceof BackupError || error instanceof StorageError || error instanceof CannotStart
    const { syscall, code, message } = error as NodeJS.ErrnoException
    if (!isKnown && !syscall && !code?.startsWith(NO_RESOURCES)) throw error
    console.error(isKnown ? message : `${message} (${code})`)
    return 1
  }
}
