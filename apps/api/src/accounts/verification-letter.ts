import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { type EmailPace, LATER_MINUTES } from '../session/email-limits.ts'

type ToProve = { accountId: number; registrationId: number | null }

/** The email that proves an address; one of the same registration that still waits is not sent twice. */
export async function addVerificationLetter(
  db: Kysely<DB>,
  { accountId, registrationId }: ToProve,
  pace: EmailPace,
): Promise<void> {
  await addPacedLetter(db, { letter: 'verification', accountId, registrationId }, `${accountId} ${registrationId ?? ''}`, pace)
}

/** The email by which a new password is set, also for an address that nobody has proved: its link proves it. */
export async function addRecoveryLetter(db: Kysely<DB>, accountId: number, pace: EmailPace): Promise<void> {
  await addPacedLetter(db, { letter: 'recovery', accountId }, String(accountId), pace)
}

/** The link that takes an erasure back, to whoever asks for a new password meanwhile. */
export async function addErasureLetter(db: Kysely<DB>, accountId: number, pace: EmailPace): Promise<void> {
  await addPacedLetter(db, { letter: 'erasure-requested', accountId }, String(accountId), pace)
}

/** Tells the owner of an address that somebody wanted to register it again. */
export async function addAccountExistsLetter(db: Kysely<DB>, accountId: number, pace: EmailPace): Promise<void> {
  await addPacedLetter(db, { letter: 'account-exists', accountId }, String(accountId), pace)
}

type Paced =
  | { letter: 'verification'; accountId: number; registrationId: number | null }
  | { letter: 'recovery' | 'account-exists' | 'erasure-requested'; accountId: number }

/** Slowed down, the last one of the account goes out alone, at the time of the first. */
async function addPacedLetter(db: Kysely<DB>, letter: Paced, key: string, pace: EmailPace): Promise<void> {
  if (pace === 'now') return addJob(db, 'letter', letter, { key: `${letter.letter} ${key}` })
  const at = new Date(Date.now() + LATER_MINUTES * 60_000)
  await addJob(db, 'letter', letter, { key: `${letter.letter} later ${letter.accountId}`, at, keepTime: true })
}
