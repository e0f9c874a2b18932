import { DEFAULT_LANGUAGE } from '@kiosk/domain/locale'
import type { House } from '../../house.ts'
import { letterPaper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

/** What a visitor wrote, to the operator; an answer goes to the visitor. */
export async function feedbackLetter(feedbackId: number, house: House): Promise<Written | null> {
  const feedback = await house.db.selectFrom('feedback').selectAll().where('id', '=', feedbackId).executeTakeFirst()
  if (!feedback) return null
  const { email, name, title, content } = feedback
  const paper = letterPaper(house, DEFAULT_LANGUAGE)
  const { say, language } = paper
  return {
    to: house.operator.company.mail,
    replyTo: email,
    paper,
    letter: {
      language,
      subject: say('feedback.SUBJECT', { title }),
      title,
      blocks: [
        { kind: 'small', text: say('feedback.FROM', { name, email }) },
        { kind: 'quote', text: content },
      ],
      reason: say('feedback.REASON', { email }),
      links: [],
    },
  }
}
