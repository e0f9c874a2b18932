import { DEFAULT_LANGUAGE, dateLocales } from '@kiosk/domain/locale'
import type { Operator } from '@kiosk/domain/operator'
import type { House } from '../../house.ts'
import { letterPaper } from './letter-paper.ts'
import { timeIn } from './new-device-letter.ts'
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
  const paper = letterPaper(house, DEFAULT_LANGUAGE)
  const { language } = paper
  const say: typeof paper.say = (key, values) => paper.say(`security-storm.${key}`, values)
  const numbers = new Intl.NumberFormat(dateLocales[language])
  const count = (name: string) => numbers.format(Number(details[name] ?? 0))
  const what = say(kind)
  return {
    to: securityMailbox(house.operator),
    paper,
    letter: {
      language,
      subject: say('SUBJECT', { what }),
      title: what.charAt(0).toLocaleUpperCase(language) + what.slice(1),
      blocks: [
        { kind: 'paragraph', text: say(`${kind}.BODY`) },
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
      ],
      reason: say('REASON'),
      links: [],
    },
  }
}

/** `securityContact` where it is a mailbox; a page or form cannot be written to, so then the company's address. */
export function securityMailbox({ securityContact, company }: Pick<Operator, 'securityContact' | 'company'>): string {
  return /^mailto:([^\s?,%<>"]+@[^\s?,%<>"@]+)(?=[?,]|$)/i.exec(securityContact ?? '')?.[1] ?? company.mail
}
