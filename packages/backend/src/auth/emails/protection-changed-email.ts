import { accountById } from '../../accounts/queries.ts'
import type { AppContext } from '../../context.ts'
import { type ComposedEmail, emailDocument } from '../../emails/email-document.ts'
import type { ProtectionChange } from '../../emails/email-jobs.ts'

/** Tells the owner that a passkey or the second factor was added or removed, by them or by the operator at their request. */
export async function protectionChangedEmail(
  { accountId, change }: { accountId: number; change: ProtectionChange },
  ctx: Pick<AppContext, 'db' | 'operator' | 'publicUrl'>,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  if (!account) return null
  const document = emailDocument(ctx, account)
  const isReset = change === 'second-factor-reset' || change === 'passkeys-reset'
  const reset = isReset ? 'RESET_' : ''
  const say: typeof document.say = (key, values) => document.say(`protection-changed.${key}`, values)
  return {
    to: account.email,
    document,
    email: {
      language: document.language,
      subject: say(change),
      title: say(change),
      blocks: [
        { kind: 'greeting', text: document.greeting(account) },
        { kind: 'paragraph', text: say(`${change}.BODY`) },
        { kind: 'paragraph', text: say(`${reset}YOURS`) },
        { kind: 'paragraph', text: say(`${reset}NOT_YOU`, { mail: ctx.operator.company.mail }) },
        { kind: 'button', label: say('BUTTON'), address: document.page('security') },
      ],
      reason: document.say('REASON_ACCOUNT'),
      links: [],
    },
  }
}
