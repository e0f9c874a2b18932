import { formatDay } from '@kiosk/domain/date-format'
import { nameOfPlan } from '@kiosk/domain/subscriptions/plans'
import { onOneLine } from '@kiosk/i18n/typography'
import { accountById } from '../../accounts/queries.ts'
import type { AppContext } from '../../context.ts'
import { type ComposedEmail, emailDocument } from '../../emails/email-document.ts'
import { planOf } from '../plans/prices.ts'
import { activeSubscription } from '../subscriptions/create.ts'
import { rejectionOf } from '../wallets/subscription-rows.ts'

type OfApproval = { accountId: number; approvalId: string }

/** Tells the reader that an approval at the wallet did not become a subscription and is refunded; null if the account is gone. */
export async function walletRejectedEmail(
  { accountId, approvalId }: OfApproval,
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  const approval = await ctx.db
    .selectFrom('wallet_approvals')
    .select(['plan_id', 'created_at'])
    .where('id', '=', approvalId)
    .executeTakeFirst()
  const plan = approval && planOf(approval.plan_id)
  if (!account || !approval || !plan) return null
  const active = await activeSubscription(ctx.db, accountId)
  const running = active && planOf(active.plan_id)
  const document = emailDocument(ctx, account)
  const { language, locale, page } = document
  const say: typeof document.say = (key, values) => document.say(`wallet-refused.${key}`, values)
  const approved = { day: onOneLine(formatDay(locale, approval.created_at)), plan: nameOfPlan(ctx.operator, plan.tier) }
  const because = (await rejectionOf(ctx.db, approvalId)) === 'other-market' ? 'BODY_MARKET' : 'BODY'
  return {
    to: account.email,
    document,
    email: {
      language,
      subject: say('SUBJECT'),
      title: say(running ? 'TITLE_RUNNING' : 'TITLE'),
      blocks: [
        { kind: 'greeting', text: document.greeting(account) },
        {
          kind: 'paragraph',
          text: running
            ? say('BODY_RUNNING', { ...approved, running: nameOfPlan(ctx.operator, running.tier) })
            : say(because, approved),
        },
        { kind: 'paragraph', text: say(running ? 'BACK_RUNNING' : 'BACK') },
        { kind: 'paragraph', text: say('QUESTIONS', { mail: ctx.operator.company.mail }) },
        { kind: 'button', label: say('BUTTON'), address: page('currentSubscription') },
      ],
      reason: document.say('REASON_ACCOUNT'),
      links: [],
    },
  }
}
