import { dateLocales, type Language } from '@kiosk/domain/locale'
import { accountById } from '../../accounts/queries.ts'
import type { House } from '../../house.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import { letterPaper } from './letter-paper.ts'
import type { Written } from './write-letter.ts'

type OfSignIn = { accountId: number; eventId: number; deviceId: number }

/** When, with what and from which country somebody signed in, and what to do if it was somebody else. */
export async function newDeviceLetter({ accountId, eventId, deviceId }: OfSignIn, house: House): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  const event = await house.db.selectFrom('security_events').selectAll().where('id', '=', eventId).executeTakeFirst()
  if (!account || !event) return null
  const paper = letterPaper(house, account.language)
  const { say, page, language } = paper
  const token = await issueToken(house.db, { purpose: 'disown', accountId, data: { eventId, deviceId }, now: house.now() })
  return {
    to: account.email,
    paper,
    letter: {
      language,
      subject: say('new-device.SUBJECT'),
      title: say('new-device.TITLE'),
      blocks: [
        { kind: 'greeting', text: paper.greeting(account) },
        { kind: 'paragraph', text: say('new-device.BODY') },
        {
          kind: 'facts',
          rows: [
            [say('new-device.TIME'), timeIn(language, event.at)],
            [say('new-device.DEVICE'), event.device_name],
            [say('new-device.COUNTRY'), countryIn(language, event.country) ?? say('new-device.UNKNOWN')],
          ],
        },
        { kind: 'paragraph', text: say('new-device.YOURS') },
        { kind: 'paragraph', text: say('new-device.NOT_YOU') },
        { kind: 'button', label: say('new-device.BUTTON'), address: page('disown', { token }) },
      ],
      reason: say('REASON_ACCOUNT'),
      links: [],
    },
  }
}

/** All markets share one time. */
export function timeIn(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(dateLocales[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Vienna',
  }).format(at)
}

function countryIn(language: Language, country: string): string | null {
  return /^[A-Z]{2}$/.test(country) ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? null) : null
}
