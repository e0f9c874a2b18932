import { dateLocales } from '@kiosk/domain/locale'
import { onOneLine } from '@kiosk/languages/typography'
import { accountById } from '../../accounts/queries.ts'
import type { House } from '../../house.ts'
import { tariffOf } from '../../payments/prices.ts'
import { letterPaper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

type OfApproval = { accountId: number; approvalId: string }

/** What was approved at the wallet did not become a subscription, and is paid back; null where nobody is there to tell. */
export async function walletRefusedEmail({ accountId, approvalId }: OfApproval, house: House): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  const approval = await house.db
    .selectFrom('wallet_approvals')
    .select(['plan_id', 'created_at'])
    .where('id', '=', approvalId)
    .executeTakeFirst()
  const plan = approval && tariffOf(approval.plan_id)
  if (!account || !approval || !plan) return null
  const paper = letterPaper(house, account.language)
  const { language, page } = paper
  const say: typeof paper.say = (key, values) => paper.say(`wallet-refused.${key}`, values)
  const format = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: 'long', timeZone: 'Europe/Vienna' })
  const day = onOneLine(format.format(approval.created_at))
  return {
    to: account.email,
    paper,
    letter: {
      language,
      subject: say('SUBJECT'),
      title: say('TITLE'),
      blocks: [
        { kind: 'greeting', text: paper.greeting(account) },
        { kind: 'paragraph', text: say('BODY', { day, tariff: `${house.operator.siteName} ${plan.tier}` }) },
        { kind: 'paragraph', text: say('BACK') },
        { kind: 'paragraph', text: say('QUESTIONS', { mail: house.operator.company.mail }) },
        { kind: 'button', label: say('BUTTON'), address: page('currentSubscription') },
      ],
      reason: paper.say('REASON_ACCOUNT'),
      links: [],
    },
  }
}
