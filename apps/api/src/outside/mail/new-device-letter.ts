import { dateLocales, type Language } from '@kiosk/domain/locale'
import type { Selectable } from 'kysely'
import { accountById } from '../../accounts/queries.ts'
import type { SecurityEvents } from '../../database/schema.ts'
import type { House } from '../../house.ts'
import { issueToken } from '../../session/one-time-tokens.ts'
import type { Block } from './letter.ts'
import { letterPaper, type Paper } from './letter-paper.ts'
import { withoutLinks } from './without-links.ts'
import type { Written } from './write-letter.ts'

/** Sign-ins that an email lists; of more it tells how many. */
const MOST_LISTED = 20

type SignIn = Pick<Selectable<SecurityEvents>, 'id' | 'at' | 'device_name' | 'country'>

/** When, with what and from which country somebody signed in, and what to do if it was somebody else. */
export async function newDeviceLetter(
  { accountId, eventId, deviceId }: { accountId: number; eventId: number; deviceId: number },
  house: House,
): Promise<Written | null> {
  const event = await house.db.selectFrom('security_events').selectAll().where('id', '=', eventId).executeTakeFirst()
  return event ? letterAbout([event], { accountId, deviceId }, house) : null
}

/** The same of several sign-ins, after `since` until `until` (ISO 8601); those that the owner has disowned are left out. */
export async function newDevicesLetter(
  { accountId, since, until }: { accountId: number; since: string; until: string },
  house: House,
): Promise<Written | null> {
  const events = await house.db
    .selectFrom('security_events as e')
    .select(['id', 'at', 'device_name', 'country'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'sign-in.new-device')
    .where('at', '>', new Date(since))
    .where('at', '<=', new Date(until))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('security_events as d')
            .select('d.id')
            .where('d.account_id', '=', accountId)
            .where('d.kind', '=', 'sign-in.disowned')
            .whereRef('d.id', '>', 'e.id'),
        ),
      ),
    )
    .orderBy('id')
    .execute()
  return events.length > 0 ? letterAbout(events, { accountId }, house) : null
}

/** @param data the first of the sign-ins is what the link of the email disowns, with all that came after it */
async function letterAbout(
  events: SignIn[],
  { accountId, deviceId }: { accountId: number; deviceId?: number },
  house: House,
): Promise<Written | null> {
  const account = await accountById(house.db, accountId)
  if (!account) return null
  const paper = letterPaper(house, account.language)
  const { say, page, language } = paper
  const [first] = events
  const data = { eventId: first!.id, ...(deviceId !== undefined && { deviceId }) }
  const token = await issueToken(house.db, { purpose: 'disown', accountId, data, now: house.now() })
  const key = events.length > 1 ? 'new-devices' : 'new-device'
  const facts: Block[] = events.length > 1 ? listed(events, paper) : [ofOne(first!, paper)]
  return {
    to: (await addressBefore(first!.at, accountId, house)) ?? account.email,
    paper,
    letter: {
      language,
      subject: say(`${key}.SUBJECT`),
      title: say(`${key}.TITLE`),
      blocks: [
        { kind: 'greeting', text: paper.greeting(account) },
        { kind: 'paragraph', text: say(`${key}.BODY`) },
        ...facts,
        { kind: 'paragraph', text: say(`${key}.YOURS`) },
        { kind: 'paragraph', text: say(`${key}.NOT_YOU`) },
        { kind: 'button', label: say(`${key}.BUTTON`), address: page('disown', { token }) },
      ],
      reason: say('REASON_ACCOUNT'),
      links: [],
    },
  }
}

/** The address that was replaced since: whoever signed in may have changed it, and the owner reads the old one. Null = none. */
async function addressBefore(at: Date, accountId: number, { db }: House): Promise<string | null> {
  const change = await db
    .selectFrom('address_changes')
    .select('previous_email')
    .where('account_id', '=', accountId)
    .where('confirmed_at', '>=', at)
    .orderBy('confirmed_at')
    .limit(1)
    .executeTakeFirst()
  return change?.previous_email ?? null
}

function ofOne({ at, device_name, country }: SignIn, { say, language }: Paper): Block {
  return {
    kind: 'facts',
    rows: [
      [say('new-device.TIME'), timeIn(language, at)],
      [say('new-device.DEVICE'), withoutLinks(device_name)],
      [say('new-device.COUNTRY'), countryIn(language, country) ?? say('new-device.UNKNOWN')],
    ],
  }
}

function listed(events: SignIn[], { say, language }: Paper): Block[] {
  const rows = events.slice(0, MOST_LISTED).map(({ at, device_name, country }) => {
    const where = countryIn(language, country) ?? say('new-devices.UNKNOWN')
    return [timeIn(language, at), [withoutLinks(device_name), where].filter(Boolean).join(', ')] as const
  })
  const count = events.length - rows.length
  const more: Block[] = count > 0 ? [{ kind: 'paragraph', text: say('new-devices.MORE', { count }) }] : []
  return [{ kind: 'facts', rows }, ...more]
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
