import { accountById } from '../../accounts/queries.ts'
import type { House } from '../../house.ts'
import { letterPaper } from './letter-paper.ts'
import type { ProtectionChange } from './letters.ts'
import type { Written } from './write-letter.ts'

/** A passkey or the second factor was added or removed, by its owner or at their request by the operator. */
export async function protectionChangedLetter(
  { accountId, change }: { accountId: number; change: ProtectionChange },
  house: House,
): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  if (!account) return null
  const paper = letterPaper(house, account.language)
  const isReset = change === 'second-factor-reset' || change === 'passkeys-reset'
  const reset = isReset ? 'RESET_' : ''
  const say: typeof paper.say = (key, values) => paper.say(`protection-changed.${key}`, values)
  return {
    to: account.email,
    paper,
    letter: {
      language: paper.language,
      subject: say(change),
      title: say(change),
      blocks: [
        { kind: 'greeting', text: paper.greeting(account) },
        { kind: 'paragraph', text: say(`${change}.BODY`) },
        { kind: 'paragraph', text: say(`${reset}YOURS`) },
        { kind: 'paragraph', text: say(`${reset}NOT_YOU`, { mail: house.operator.company.mail }) },
        { kind: 'button', label: say('BUTTON'), address: paper.page('security') },
      ],
      reason: paper.say('REASON_ACCOUNT'),
      links: [],
    },
  }
}
