import { countryName } from '@kiosk/domain/country-name'
import { formatMoment } from '@kiosk/domain/date-format'
import type { Block } from '@kiosk/emails/email'
import type { Selectable } from 'kysely'
import { accountById } from '../../accounts/queries.ts'
import type { AppContext } from '../../context.ts'
import type { SecurityEvents } from '../../db/schema.ts'
import { type ComposedEmail, type EmailDocument, emailDocument } from '../../emails/email-document.ts'
import { withoutLinks } from '../../emails/without-links.ts'
import { issueToken } from '../one-time-tokens.ts'

/** Maximum sign-ins listed in one e-mail; further ones are only counted. */
const MOST_LISTED = 20

type SignIn = Pick<Selectable<SecurityEvents>, 'id' | 'at' | 'device_name' | 'country'>

/** Reports time, device and country of a sign-in, and what to do if it was somebody else. */
export async function newDeviceEmail(
  { accountId, eventId, deviceId }: { accountId: number; eventId: number; deviceId: number },
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const event = await ctx.db.selectFrom('security_events').selectAll().where('id', '=', eventId).executeTakeFirst()
  return event ? emailAbout([event], { accountId, deviceId }, ctx) : null
}

/** Reports several sign-ins between `since` and `until` (ISO 8601), without disowned ones. */
export async function newDevicesEmail(
  { accountId, since, until }: { accountId: number; since: string; until: string },
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const events = await ctx.db
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
  return events.length > 0 ? emailAbout(events, { accountId }, ctx) : null
}

/** Writes the e-mail; its link disowns the first of the sign-ins and everything after it. */
async function emailAbout(
  events: SignIn[],
  { accountId, deviceId }: { accountId: number; deviceId?: number },
  ctx: AppContext,
): Promise<ComposedEmail | null> {
  const account = await accountById(ctx.db, accountId)
  if (!account) return null
  const document = emailDocument(ctx, account)
  const { say, page, language } = document
  const [first] = events
  const data = { eventId: first!.id, ...(deviceId !== undefined && { deviceId }) }
  const token = await issueToken(ctx.db, { purpose: 'disown', accountId, data, now: ctx.now() })
  const key = events.length > 1 ? 'new-devices' : 'new-device'
  const facts: Block[] = events.length > 1 ? listed(events, document) : [ofOne(first!, document)]
  return {
    to: (await addressBefore(first!.at, accountId, ctx)) ?? account.email,
    document,
    email: {
      language,
      subject: say(`${key}.SUBJECT`),
      title: say(`${key}.TITLE`),
      blocks: [
        { kind: 'greeting', text: document.greeting(account) },
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

/** Returns an address replaced since then: the sign-in may have changed it, and the owner reads the old one. Null = none. */
async function addressBefore(at: Date, accountId: number, { db }: Pick<AppContext, 'db'>): Promise<string | null> {
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

function ofOne({ at, device_name, country }: SignIn, { say, language, locale }: EmailDocument): Block {
  return {
    kind: 'details',
    rows: [
      [say('new-device.TIME'), formatMoment(locale, at)],
      [say('new-device.DEVICE'), withoutLinks(device_name)],
      [say('new-device.COUNTRY'), countryName(language, country) ?? say('new-device.UNKNOWN')],
    ],
  }
}

function listed(events: SignIn[], { say, language, locale }: EmailDocument): Block[] {
  const rows = events.slice(0, MOST_LISTED).map(({ at, device_name, country }) => {
    const where = countryName(language, country) ?? say('new-devices.UNKNOWN')
    return [formatMoment(locale, at), [withoutLinks(device_name), where].filter(Boolean).join(', ')] as const
  })
  const count = events.length - rows.length
  const more: Block[] = count > 0 ? [{ kind: 'paragraph', text: say('new-devices.MORE', { count }) }] : []
  return [{ kind: 'details', rows }, ...more]
}
