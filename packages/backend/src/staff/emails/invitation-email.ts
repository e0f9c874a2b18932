import { DEFAULT_REGION } from '@kiosk/domain/regions'
import { INVITATION_SECONDS } from '@kiosk/domain/staff/limits'
import { DAY_SECONDS } from '@kiosk/domain/time'
import type { AppContext } from '../../context.ts'
import { type ComposedEmail, emailDocument } from '../../emails/email-document.ts'
import { invitationLink } from '../invite-staff.ts'

/** Writes the e-mail with the link of an invitation, which is created here and stored nowhere else. */
export async function staffInvitationEmail(staffId: number, ctx: AppContext): Promise<ComposedEmail | null> {
  const staff = await ctx.db
    .selectFrom('staff')
    .select(['email', 'language'])
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is', null)
    .executeTakeFirst()
  if (!staff) return null
  const document = emailDocument(ctx, { language: staff.language, region_id: DEFAULT_REGION.id })
  const { language, say } = document
  return {
    to: staff.email,
    document,
    email: {
      language,
      subject: say('staff-invitation.SUBJECT'),
      title: say('staff-invitation.TITLE'),
      blocks: [
        { kind: 'paragraph', text: say('staff-invitation.BODY') },
        { kind: 'button', label: say('staff-invitation.BUTTON'), address: await invitationLink(ctx.db, ctx, staffId) },
        { kind: 'small', text: say('staff-invitation.TERM', { days: INVITATION_SECONDS / DAY_SECONDS }) },
      ],
      reason: say('staff-invitation.REASON'),
      links: [],
    },
  }
}
