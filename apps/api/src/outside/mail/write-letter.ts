import type { House } from '../../house.ts'
import type { LetterJob } from './letters.ts'
import type { Mail } from './post.ts'

/** The letter as it goes out, in the language of whom it goes to; null where nobody is there any more. */
export async function writeLetter(_letter: LetterJob, _house: House): Promise<Omit<Mail, 'messageId'> | null> {
  return null
}
