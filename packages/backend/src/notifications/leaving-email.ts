import { formatDay } from '@kiosk/domain/date-format'
import { maySee, viewerWith } from '../catalogue/title-visibility.ts'
import type { AppContext } from '../context.ts'
import { type ComposedEmail, emailDocument } from '../emails/email-document.ts'

/** Composes the e-mail about a title's last day; null if the day has changed or passed, or the reader may not see the title. */
export async function leavingEmail(
  { accountId, titleId, day }: { accountId: number; titleId: number; day: string },
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const title = await ctx.db
    .selectFrom('titles')
    .select(['key', 'name', 'age_rating', 'shown_in', 'available_until'])
    .where('id', '=', titleId)
    .where('available_until', '=', day)
    .executeTakeFirst()
  const account = await ctx.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('verified_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .where('mail_bounced_at', 'is', null)
    .executeTakeFirst()
  if (!account || !title) return null
  const shown = { shownIn: title.shown_in, ageRating: title.age_rating, availableUntil: day }
  if (!maySee(shown, viewerWith(account, ctx.now()))) return null
  const document = emailDocument(ctx, account)
  const { say, page, language, locale } = document
  const named = { title: title.name, day: formatDay(locale, day) }
  return {
    to: account.email,
    document,
    email: {
      language,
      subject: say('title-leaves.SUBJECT', named),
      title: say('title-leaves.TITLE', named),
      blocks: [
        { kind: 'greeting', text: document.greeting(account) },
        { kind: 'paragraph', text: say('title-leaves.BODY', named) },
        { kind: 'paragraph', text: say('title-leaves.SUBSCRIPTION') },
        {
          kind: 'button',
          label: say('title-leaves.BUTTON'),
          address: page('title', { magazinekey: title.key }),
        },
      ],
      reason: say('title-leaves.REASON', named),
      links: [],
    },
  }
}
