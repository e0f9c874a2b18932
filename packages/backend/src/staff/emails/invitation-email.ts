import { DEFAULT_REGION } from '@kiosk/domain/regions'
import { INVITATION_SECONDS } from '@kiosk/domain/staff/limits'
import { DAY_SECONDS } from '@kiosk/domain/time'
import type { AppContext } from '../../context.ts'
import { type ComposedEmail, emailDocument } from '../../emails/email-document.ts'
import { invitationLink } from '../invite-staff.ts'
import { hasWayIn, lockStaff } from '../staff-queries.ts'

/**
 * Writes the e-mail with the link of an invitation, which is created here and stored nowhere else. Null if the person has joined,
 * with a password or a passkey, since the e-mail was added or first sent: the link would be another way in.
 */
export async function staffInvitationEmail(staffId: number, ctx: AppContext): Promise<ComposedEmail | null> {
  const invited = await ctx.db.transaction().execute(async (trx) => {
    // An invitation that is being accepted is waited for.
    const staff = await lockStaff(trx, staffId)
    if (!staff || staff.disabled_at || (await hasWayIn(trx, staff))) return null
    return { ...staff, link: await invitationLink(trx, ctx, staffId) }
  })
  if (!invited) return null
  const { email: to, link } = invited
  const document = emailDocument(ctx, { language: invited.language, region_id: DEFAULT_REGION.id })
  const { language, say } = document
  return {
    to,
    document,
    email: {
      language,
      subject: say('staff-invitation.SUBJECT'),
      title: say('staff-invitation.TITLE'),
      blocks: [
        { kind: 'paragraph', text: say('staff-invitation.BODY') },
        { kind: 'button', label: say('staff-invitation.BUTTON'), address: link },
        { kind: 'small', text: say('staff-invitation.TERM', { days: INVITATION_SECONDS / DAY_SECONDS }) },
      ],
      reason: say('staff-invitation.REASON'),
      links: [],
    },
  }
}
