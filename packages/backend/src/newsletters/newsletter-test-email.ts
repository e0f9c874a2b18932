import type { Language } from '@kiosk/domain/locale'
import type { AppContext } from '../context.ts'
import type { ComposedEmail } from '../emails/email-document.ts'
import { newsletterEmail, storedContent } from './newsletter-email.ts'

/** Writes a newsletter for the person at the desk who tests it; null if either is gone. */
export async function newsletterTestEmail(
  { newsletterId, staffId, language }: { newsletterId: number; staffId: number; language: Language },
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const staff = await ctx.db
    .selectFrom('staff')
    .select(['email', 'name'])
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!staff) return null
  const content = await storedContent(ctx.db, newsletterId, ctx.publicUrl)
  const reader = { email: staff.email, firstname: staff.name, language, regionId: 1, showsAgeRestricted: false, token: null }
  const written = newsletterEmail(content, reader, ctx)
  if (!written) return null
  const subject = written.document.say('newsletter.TEST_SUBJECT', { subject: written.email.subject })
  return { ...written, email: { ...written.email, subject } }
}
