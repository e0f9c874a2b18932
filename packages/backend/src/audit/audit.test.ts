import * as routes from '@kiosk/contract/desk-routes'
import { SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { asOwner } from '../db/testing/database.ts'
import { guardFormulas } from '../printable.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { processorTime } from '../testing/processor-time.ts'
import { findEntries } from './find-entries.ts'
import { recordAudit } from './record-audit.ts'
import { hasHead, verifyAudit } from './verify-audit.ts'

const { connection, api } = await openTestApi()
const { db } = connection
const ROOT = { kind: 'command', name: 'root', source: 'machine' } as const
const NOW = new Date('2026-11-23T08:00:00Z')

const record = (name: string, reason = '=1+1 because', at = NOW) =>
  db.transaction().execute((trx) =>
    recordAudit(trx, ROOT, at, {
      action: 'staff.changed',
      subject: { kind: 'staff', id: 7, name },
      before: { role: 'care' },
      after: { role: 'finance', note: 'ä "quoted", 1' },
      reason,
    }),
  )

/** Changes entries as the owner of the database could, without the triggers. */
const tamper = (statement: string) => asOwner(db, `set session_replication_role = replica; ${statement}`)

test('entries are a chain without gaps, also if they are written at once', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, at) => record(`Person ${at}`)))
  // A transaction that fails leaves no gap.
  await expect(
    db.transaction().execute(async (trx) => {
      await recordAudit(trx, ROOT, NOW, { action: 'staff.changed', subject: { kind: 'staff', id: 1, name: 'X' } })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await record('Last')
  expect(await verifyAudit(db)).toMatchObject({ entries: 31, firstWrong: null, head: { id: 31 } })
})

test.each([
  "update audit_entries set reason = 'other' where id = 3",
  'delete from audit_entries where id = 3',
  'truncate audit_entries',
])('nobody changes or deletes an entry: %s', async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toThrow()
  await expect(asOwner(db, statement)).rejects.toThrow()
})

test.each([
  ['a changed reason', `update audit_entries set reason = 'other' where id = 12`, 12],
  ['a changed value', `update audit_entries set after = '{"role": "owner"}' where id = 13`, 13],
  ['a changed time', `update audit_entries set at = at + interval '1 microsecond' where id = 14`, 14],
  ['a removed entry', 'delete from audit_entries where id = 15', 16],
  [
    'an entry with a hash of its own',
    `update audit_entries set reason = 'other' where id = 20; update audit_entries e set hash = audit_hash(e) where id = 20`,
    21,
  ],
])('%s is found', async (_, statement, first) => {
  await tamper('create table if not exists audit_copy as table audit_entries')
  await tamper(statement)
  expect(await verifyAudit(db)).toMatchObject({ firstWrong: first })
  await tamper('delete from audit_entries; insert into audit_entries select * from audit_copy')
  expect(await verifyAudit(db)).toMatchObject({ firstWrong: null })
})

test('a log that is cut off, or written again from an entry on, is found by a head kept elsewhere', async () => {
  const { head } = await verifyAudit(db)
  expect(await hasHead(db, head!)).toBe(true)
  await tamper('create table if not exists audit_copy as table audit_entries; delete from audit_entries where id > 25')
  expect(await verifyAudit(db)).toMatchObject({ firstWrong: null, entries: 25 })
  expect(await hasHead(db, head!)).toBe(false)
  for (let at = 26; at <= head!.id; at++) await record('Again', 'another reason')
  expect(await hasHead(db, head!)).toBe(false)
  await tamper('delete from audit_entries; insert into audit_entries select * from audit_copy')
})

test('entries are searched by words, action and day, page by page, and exported without formulas', async () => {
  const desk = fakeDesk(api.ctx)
  await desk.signedInAs(await createStaff(api.ctx, { role: 'auditor' }))
  for (let at = 0; at < 60; at++) await record(`Page ${at}`)
  const first = await desk.call(routes.auditEntries, { query: { search: 'page ROOT' } })
  const entries = first.entries as { id: number; subject: string }[]
  expect([entries.length, first.more, entries[0]!.subject]).toEqual([50, true, 'Page 59'])
  const next = await desk.call(routes.auditEntries, { query: { search: 'page ROOT', before: entries.at(-1)!.id } })
  expect([(next.entries as unknown[]).length, next.more]).toEqual([10, false])
  const onDay = async (day: string) =>
    ((await desk.call(routes.auditEntries, { query: { search: 'Last', from: day, to: day } })).entries as unknown[]).length
  expect([await onDay('2026-11-22'), await onDay('2026-11-23'), await onDay('2026-11-24')]).toEqual([0, 1, 0])
  await record('Last millisecond', 'late', new Date('2026-11-24T22:59:59.999Z'))
  expect([await onDay('2026-11-24'), await onDay('2026-11-25')]).toEqual([1, 0])
  const bytes = await (await desk.send(routes.auditExport, { query: { search: 'Last' } })).arrayBuffer()
  const csv = Buffer.from(bytes).toString()
  // Spreadsheets in German and French know by it that it is UTF-8, and separate by semicolons.
  expect(csv).toMatch(/^\ufeff"id";"at";/)
  expect(csv.split('\r\n')).toHaveLength(4)
  expect(csv).toContain(`"{""note"":""ä \\""quoted\\"", 1"",""role"":""finance""}";"'=1+1 because"`)
  // As a spreadsheet reads it that separates by semicolons.
  await record('Semicolon; =1+1;@x;\n-1; words', 'because')
  const others = await (await desk.send(routes.auditExport, { query: { search: 'Semicolon' } })).text()
  expect(others).toContain(`"Semicolon;' =1+1;'@x;\n'-1; words"`)
  expect(await processorTime(() => guardFormulas('\n'.repeat(60_000)))).toBeLessThan(SECOND_MS / 2)
})

test('words are found literally and by the index; one or two letters are a whole word', async () => {
  await record('Rate 100%_off', 'because of V-7 zz')
  const subjects = async (search: string) =>
    (await findEntries(db, { search, action: '' }).execute()).map(({ subject }) => subject)
  for (const search of ['100%_off', 'RATE zz', 'v-7']) expect(await subjects(search), search).toEqual(['Rate 100%_off'])
  for (const search of ['100%off', '%_', '8 zz', 'z']) expect(await subjects(search), search).toEqual([])
  const { sql: text, parameters } = findEntries(db, { search: 'nowhere', action: '' }).compile()
  const client = new pg.Client(connection.url)
  await client.connect()
  await client.query('set enable_seqscan = off; set enable_indexscan = off')
  const { rows } = await client.query(`explain ${text}`, [...parameters])
  await client.end()
  expect(JSON.stringify(rows)).toContain('audit_entries_words')
})
