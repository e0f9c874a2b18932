import { READER_ROWS } from '@kiosk/domain/staff/limits'
import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { isRepeatable } from '../../emails/repeat-email.ts'

// Lists on the page of a reader, newest first and limited.

export async function emailsOfReader(db: Kysely<DB>, accountId: number): Promise<ReaderPage['emails']> {
  const rows = await db
    .selectFrom('sent_emails')
    .select(['id', 'letter', 'subject', 'recipient', 'sent_at', 'repeated_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(READER_ROWS)
    .execute()
  return rows.map(({ sent_at, repeated_at, ...email }) => ({
    ...email,
    sentAt: sent_at.toISOString(),
    repeatedAt: repeated_at?.toISOString() ?? null,
    mayRepeat: isRepeatable(email.letter),
  }))
}

export async function devicesOfReader(
  db: Kysely<DB>,
  accountId: number,
  now: Date,
): Promise<Pick<ReaderPage, 'devices' | 'sessions'>> {
  const open = sql`sessions.expires_at > ${now}`
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'name', 'custom_name', 'country', 'last_access', 'last_reading_at'])
    .select(sql<number>`(select count(*)::int from sessions where sessions.device_id = devices.id and ${open})`.as('sessions'))
    .where('account_id', '=', accountId)
    .orderBy('last_access', 'desc')
    .limit(READER_ROWS)
    .execute()
  const { rows } = await sql<{ count: number }>`select count(*)::int from sessions
    where account_id = ${accountId} and device_id is null and ${open}`.execute(db)
  return {
    devices: devices.map(({ id, name, custom_name, country, last_access, last_reading_at, sessions }) => ({
      id,
      country,
      sessions,
      name: custom_name ? `${custom_name} (${name})` : name,
      lastAccess: last_access.toISOString(),
      lastReading: last_reading_at?.toISOString() ?? null,
    })),
    sessions: rows[0]!.count,
  }
}

export async function consentsOfReader(db: Kysely<DB>, accountId: number): Promise<ReaderPage['consents']> {
  const rows = await db
    .selectFrom('consents')
    .select(['kind', 'given', 'wording', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(READER_ROWS)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export async function notesOfReader(db: Kysely<DB>, accountId: number): Promise<ReaderPage['notes']> {
  const rows = await db
    .selectFrom('reader_notes')
    .select(['id', 'body', 'author', 'written_at'])
    .where('account_id', '=', accountId)
    .orderBy('written_at', 'desc')
    .limit(READER_ROWS)
    .execute()
  return rows.map(({ written_at, ...note }) => ({ ...note, writtenAt: written_at.toISOString() }))
}

/** What people changed about the reader, and what happened to the account's security. Sign-ins displace no change. */
export async function historyOfReader(db: Kysely<DB>, accountId: number): Promise<ReaderPage['history']> {
  const { rows } = await sql<Omit<ReaderPage['history'][number], 'at'> & { at: Date }>`
    (select 'c' || id as id, at, actor, action, false as "isSecurity", subject, reason from audit_entries
      where subject_kind = 'account' and subject_id = ${String(accountId)}
        or subject_kind = 'subscription' and subject_id in (select s.id::text from subscriptions s where s.account_id = ${accountId})
        or subject_kind = 'payment' and subject_id in (select a.id::text from payment_attempts a
          join invoices i on i.id = a.invoice_id where i.account_id = ${accountId})
      order by audit_entries.id desc limit ${READER_ROWS})
    union all
    (select 's' || id, at, null, kind, true, concat_ws(' · ', nullif(device_name, ''), nullif(country, '')), null
      from security_events where account_id = ${accountId} order by at desc limit ${READER_ROWS})
    order by at desc`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
