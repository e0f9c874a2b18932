import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'

/** The mail that proves the address of a new account; one that still waits is not sent twice. */
export async function addVerificationLetter(db: Kysely<DB>, accountId: number): Promise<void> {
  await addJob(db, 'letter', { letter: 'verification', accountId }, { key: `verification ${accountId}` })
}
