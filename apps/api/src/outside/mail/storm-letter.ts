import { dateLocales } from '@kiosk/domain/locale'
import type { House } from '../../house.ts'
import { timeIn } from './new-device-letter.ts'
import { operatorEmail } from './operator-email.ts'
import type { Written } from './write-letter.ts'

/** To the operator: unusually many security events of a kind; numbers only, no address and no account. */
export async function stormLetter(eventId: number, house: House): Promise<Written | null> {
  const event = await house.db
    .selectFrom('security_events')
    .selectAll()
    .where('id', '=', eventId)
    .where('kind', '=', 'storm.detected')
    .executeTakeFirst()
  if (!event) return null
  const details = event.details as Record<string, unknown>
  const kind = String(details.kind)
  return operatorEmail(house, 'security-storm', kind, ({ language, say }) => {
    const numbers = new Intl.NumberFormat(dateLocales[language])
    const count = (name: string) => numbers.format(Number(details[name] ?? 0))
    return [
      {
        kind: 'facts',
        rows: [
          [say('TIME'), timeIn(language, event.at)],
          [say('EVENTS'), count('events')],
          [say('NETWORKS'), count('networks')],
          [say('MOST'), count('mostOfOneNetwork')],
          [say('ACCOUNTS'), count('accounts')],
        ],
      },
      { kind: 'small', text: say('LIST') },
      { kind: 'quote', text: `npm run kiosk -- security list --hours 2 --kind ${kind}` },
      { kind: 'small', text: say('AGAIN') },
    ]
  })
}
