import { MINUTE_MS } from '@kiosk/domain/time'
import type { Kysely } from 'kysely'
import { DELAY_MINUTES, type EmailPace } from '../../auth/email-limits.ts'
import type { DB } from '../../db/schema.ts'
import { enqueue } from '../../jobs/enqueue.ts'

type ToProve = { accountId: number; registrationId: number | null }

/** Enqueues the verification e-mail, once per registration while it is queued. */
export async function addVerificationEmail(
  db: Kysely<DB>,
  { accountId, registrationId }: ToProve,
  pace: EmailPace,
): Promise<void> {
  await addPacedEmail(db, { letter: 'verification', accountId, registrationId }, `${accountId} ${registrationId ?? ''}`, pace)
}

/** Enqueues the password reset e-mail, even for an unverified address, because its link verifies the address. */
export async function addRecoveryEmail(db: Kysely<DB>, accountId: number, pace: EmailPace): Promise<void> {
  await addPacedEmail(db, { letter: 'recovery', accountId }, String(accountId), pace)
}

/** Enqueues the e-mail with the link that cancels an erasure, for an owner who requests a new password meanwhile. */
export async function addErasureEmail(db: Kysely<DB>, accountId: number, pace: EmailPace): Promise<void> {
  await addPacedEmail(db, { letter: 'erasure-requested', accountId }, String(accountId), pace)
}

/** Enqueues the e-mail that informs the owner of an address that somebody tried to register it. */
export async function addAccountExistsEmail(db: Kysely<DB>, accountId: number, pace: EmailPace): Promise<void> {
  await addPacedEmail(db, { letter: 'account-exists', accountId }, String(accountId), pace)
}

type Paced =
  | { letter: 'verification'; accountId: number; registrationId: number | null }
  | { letter: 'recovery' | 'account-exists' | 'erasure-requested'; accountId: number }

/** Enqueues an e-mail. While one is delayed, a later one of its kind for the account replaces it and keeps its time. */
async function addPacedEmail(db: Kysely<DB>, email: Paced, key: string, pace: EmailPace): Promise<void> {
  if (pace === 'now') return enqueue(db, 'letter', email, { key: `${email.letter} ${key}` })
  const at = new Date(Date.now() + DELAY_MINUTES[pace] * MINUTE_MS)
  await enqueue(db, 'letter', email, { key: `${email.letter} later ${email.accountId}`, at, keepTime: true })
}
