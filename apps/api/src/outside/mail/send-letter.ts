import { accountById } from '../../accounts/queries.ts'
import type { House } from '../../house.ts'
import { addJob } from '../../jobs/add-job.ts'
import type { Job } from '../../jobs/jobs.ts'
import { noteTold } from '../../payments/price-notices.ts'
import { bounceAddress } from './bounce-address.ts'
import type { LetterJob } from './letters.ts'
import { OutcomeUnknown, Undeliverable } from './post.ts'
import { placeFor } from './recipient-lanes.ts'
import { writeLetter } from './write-letter.ts'

const MINUTE_MS = 60_000
/** Nobody heard whether a mail was taken: it is handed over again after so long, and not more often. It may arrive twice. */
const UNKNOWN_AGAIN_MINUTES = [60, 6 * 60] as const
/** The host of a recipient is slow: others go first, and this one comes back after so long. */
const SLOW_AGAIN_MS = 30_000

type Try = Omit<Job, 'attempt'>

/** Writes a letter and hands it to the post; whoever is gone by now gets none. */
export async function sendLetter(letter: LetterJob, house: House, job: Try): Promise<void> {
  try {
    if ((await sendOnce(letter, house, job)) === 'later') return
  } catch (error) {
    // Erased while this was tried: nothing has failed.
    if ('accountId' in letter && !(await accountById(house.db, letter.accountId))) return
    throw error
  }
  if (letter.letter === 'account-deleted') await forgetParting(house, letter.partingId)
}

/** `later` = another job goes on with it. */
async function sendOnce(letter: LetterJob, house: House, { id, lastTry, signal, lane }: Try): Promise<'done' | 'later'> {
  const written = await writeLetter(letter, house)
  if (!written) return 'done'
  const { job: first, unknown } = letter.resumes ?? { job: id, unknown: 0 }
  const place = await placeFor(written.to, lane)
  if (!place) return resume(letter, house, id, { first, unknown, afterMs: SLOW_AGAIN_MS })
  const messageId = `<letter-${first}@${new URL(house.publicUrl).hostname}>`
  try {
    const returnPath = isToAccount(letter) ? await bounceAddress(house, letter.accountId, written.to) : undefined
    await house.post.send({ ...written, messageId, returnPath }, signal)
    if (letter.letter === 'price-rise') await noteTold(house, letter.noticeId)
    house.log.info({ event: 'mail sent', letter: letter.letter, job: id }, 'the post took a mail')
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      const minutes = UNKNOWN_AGAIN_MINUTES[unknown]
      house.log.warn({ event: 'mail outcome unknown', letter: letter.letter, job: id, givenUp: !minutes }, error.message)
      if (!minutes) return 'done'
      return resume(letter, house, id, { first, unknown: unknown + 1, afterMs: minutes * MINUTE_MS })
    }
    if (!(error instanceof Undeliverable)) {
      if (lastTry) house.log.error({ event: 'mail given up', letter: letter.letter, job: id }, 'a mail could not be sent')
      throw error
    }
    const { message: reason, addressRefused } = error
    house.log.warn({ event: 'mail undeliverable', letter: letter.letter, job: id, reason }, 'the receiving side refused a mail')
    if (addressRefused && isToAccount(letter)) await noteBounce(house, letter.accountId, written.to)
  } finally {
    place.leave()
  }
  return 'done'
}

/** Whether what becomes of it says something about the address of its account: a new one may be mistyped. */
function isToAccount(letter: LetterJob): letter is LetterJob & { accountId: number } {
  return 'accountId' in letter && letter.letter !== 'confirm-address' && letter.letter !== 'address-changed'
}

/** A job of its own that goes on later, the same mail by its Message-ID; two of it are one. */
async function resume(
  letter: LetterJob,
  { db }: House,
  id: string,
  { first, unknown, afterMs }: { first: string; unknown: number; afterMs: number },
): Promise<'later'> {
  const name = letter.letter === 'release' ? 'bulk-letter' : 'letter'
  const key = `letter ${first} after ${id}`
  await addJob(db, name, { ...letter, resumes: { job: first, unknown } }, { key, at: new Date(Date.now() + afterMs) })
  return 'later'
}

/** Of the address that the account has: a mail may have gone to an earlier one. */
async function noteBounce({ db, now }: House, accountId: number, to: string): Promise<void> {
  await db.updateTable('accounts').set({ mail_bounced_at: now() }).where('id', '=', accountId).where('email', '=', to).execute()
}

/** With its letter gone, the last trace of an erased account is not needed any more. */
async function forgetParting({ db }: House, partingId: number): Promise<void> {
  await db.deleteFrom('partings').where('id', '=', partingId).execute()
}
