import type { House } from '../../house.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { LetterJob } from './letters.ts'
import { Undeliverable } from './post.ts'
import { writeLetter } from './write-letter.ts'

/** Writes a letter and hands it to the post; whoever is gone by now gets none. */
export async function sendLetter(letter: LetterJob, house: House, { id }: Pick<Job, 'id'>): Promise<void> {
  const written = await writeLetter(letter, house)
  if (!written) return
  const messageId = `<letter-${id}@${new URL(house.publicUrl).hostname}>`
  try {
    await house.post.send({ ...written, messageId })
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    house.log.warn({ event: 'mail undeliverable', letter: letter.letter, job: id }, 'the receiving side refused a mail')
    if ('accountId' in letter) await noteBounce(house, letter.accountId)
  }
}

async function noteBounce({ db, now }: House, accountId: number): Promise<void> {
  await db.updateTable('accounts').set({ mail_bounced_at: now() }).where('id', '=', accountId).execute()
}
