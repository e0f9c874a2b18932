import type { House } from '../../house.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { LetterJob } from './letters.ts'
import { Undeliverable } from './post.ts'
import { writeLetter } from './write-letter.ts'

/** Writes a letter and hands it to the post; whoever is gone by now gets none. */
export async function sendLetter(letter: LetterJob, house: House, { id, lastTry }: Pick<Job, 'id' | 'lastTry'>): Promise<void> {
  const written = await writeLetter(letter, house)
  if (written) {
    const messageId = `<letter-${id}@${new URL(house.publicUrl).hostname}>`
    try {
      await house.post.send({ ...written, messageId })
      house.log.info({ event: 'mail sent', letter: letter.letter, job: id }, 'the post took a mail')
    } catch (error) {
      if (!(error instanceof Undeliverable)) {
        if (lastTry) house.log.error({ event: 'mail given up', letter: letter.letter, job: id }, 'a mail could not be sent')
        throw error
      }
      const { message: reason, addressRefused } = error
      house.log.warn({ event: 'mail undeliverable', letter: letter.letter, job: id, reason }, 'the receiving side refused a mail')
      if (addressRefused && 'accountId' in letter && letter.letter !== 'confirm-address')
        await noteBounce(house, letter.accountId)
    }
  }
  if (letter.letter === 'account-deleted') await forgetParting(house, letter.partingId)
}

async function noteBounce({ db, now }: House, accountId: number): Promise<void> {
  await db.updateTable('accounts').set({ mail_bounced_at: now() }).where('id', '=', accountId).execute()
}

/** With its letter gone, the last trace of an erased account is not needed any more. */
async function forgetParting({ db }: House, partingId: number): Promise<void> {
  await db.deleteFrom('partings').where('id', '=', partingId).execute()
}
