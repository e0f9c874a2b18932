import { DEFAULT_LANGUAGE } from '@kiosk/domain/locale'
import { DEFAULT_REGION } from '@kiosk/domain/regions'
import type { AppContext } from '../context.ts'
import { type ComposedEmail, emailDocument } from '../emails/email-document.ts'

/** Composes the e-mail to the operator with a visitor's message; replies go to the visitor. */
export async function feedbackEmail(
  feedbackId: number,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const feedback = await ctx.db.selectFrom('feedback').selectAll().where('id', '=', feedbackId).executeTakeFirst()
  if (!feedback) return null
  const { email, name, title, content } = feedback
  const document = emailDocument(ctx, { language: DEFAULT_LANGUAGE, region_id: DEFAULT_REGION.id })
  const { say, language } = document
  return {
    to: ctx.operator.company.mail,
    replyTo: email,
    document,
    email: {
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
