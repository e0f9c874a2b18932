import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { UNVERIFIED_EXPIRY_DAYS } from '@kiosk/domain/accounts/limits'
import { ACCEPTANCES_KEPT_YEARS, INVOICES_KEPT_YEARS, REJECTED_DAYS } from '@kiosk/domain/payments/limits'
import { UNSUCCESSFUL_SEARCH_DAYS } from '@kiosk/domain/staff/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROVIDER_EVENT_DAYS } from '../billing/webhooks/provider-events.ts'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { RETENTION_DAYS } from '../housekeeping.ts'
import { loadDataRegister } from './data-register.ts'
import { shownRegister } from './data-register-endpoint.ts'
import dataRegister from './data-register-texts.json' with { type: 'json' }
import { registerList } from './register-lists.ts'

const register = loadDataRegister()
/** Tables that say nothing about a reader. */
const withoutReaders = [...register.impersonal, ...register.staff.tables]
let connection: Connection
beforeAll(async () => {
  connection = await testDatabase({ isOwner: true })
})
afterAll(() => connection.close())

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** Production source files, as one text each. */
const sources = globSync(
  [
    'apps/*/src/**/*.{ts,tsx}',
    'apps/website/{app,server}/**/*.{ts,tsx}',
    'apps/website/server.ts',
    'apps/desk/app/**/*.{ts,tsx}',
    'packages/*/src/**/*.{ts,tsx}',
  ],
  { cwd: root },
)
  .filter((name) => !/\.test\.tsx?$|\/testing\/|content\/data-register/.test(name))
  .map((name) => ({ name, text: readFileSync(root + name, 'utf8') }))

/** Every file that touches browser storage. */
const STORAGE_FILES = [
  'apps/reader/src/document/issue-document.ts',
  'apps/reader/src/downloads/download-store.ts',
  'apps/reader/src/downloads/download-views.ts',
  'apps/reader/src/downloads/open-issue.tsx',
  'apps/reader/src/downloads/service-worker.ts',
  'apps/reader/src/downloads/signed-out.ts',
  'apps/reader/src/issue.tsx',
  'apps/reader/src/places/use-elsewhere.ts',
  'apps/reader/src/shelf.ts',
  'apps/reader/src/shell/register-worker.ts',
  'apps/reader/src/shell/storage.ts',
  'apps/reader/src/shell/use-place.ts',
  'apps/reader/src/shell/use-preferences.ts',
  'apps/reader/src/shell/use-tools-hint.ts',
  'apps/website/app/library/remembered-script.ts',
  'apps/website/app/shell/browser/search-suggestions.ts',
  'apps/website/app/shell/recent-searches.ts',
  'apps/website/app/shell/shell-script.ts',
  'packages/ui/src/browser/push.ts',
]

describe('the register of data', () => {
  it('lists every column of every table, and no other', async () => {
    const { rows } = await sql<{ name: string; column: string }>`
      select case c.table_schema when 'public' then c.table_name else c.table_schema || '.' || c.table_name end as name,
        c.column_name as column
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
        and not (select relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)`.execute(
      connection.db,
    )
    const found: Record<string, string[]> = {}
    for (const { name, column } of rows) found[name] = [...(found[name] ?? []), column]
    const unlisted = Object.keys(found).filter((name) => !withoutReaders.includes(name) && !register.tables[name])
    expect(unlisted, 'tables to be added to docs/data-register.yaml').toEqual([])
    expect(withoutReaders.filter((name) => !found[name])).toEqual([])
    for (const [name, { uses, technical }] of Object.entries(register.tables)) {
      const listed = [...Object.values(uses).flat(), ...technical]
      expect([name, [...listed].sort()]).toEqual([name, [...(found[name] ?? [])].sort()])
    }
  })

  it('declares no table impersonal that references an account', async () => {
    const { rows } = await sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'accounts'::regclass`.execute(connection.db)
    expect(rows.length).toBeGreaterThan(15)
    for (const { name } of rows) {
      expect(withoutReaders).not.toContain(name)
      expect([name, register.tables[name]?.account]).toEqual([name, expect.any(String)])
    }
  })

  it('matches the foreign keys on erasure', async () => {
    const { rows } = await sql<{ name: string; rule: string }>`select conrelid::regclass::text as name, confdeltype as rule
      from pg_constraint where contype = 'f' and confrelid = 'accounts'::regclass`.execute(connection.db)
    for (const { name, rule } of rows) {
      const erasure = { c: 'deleted', n: 'detached' }[rule]
      expect([name, register.tables[name]!.erasure]).toEqual([name, erasure])
    }
  })

  it('matches the retention of the cleanup jobs', () => {
    const days = (use: string) => register.uses[use]!.days
    expect({
      tokens: days('links'),
      crashReports: days('crashReports'),
      feedback: days('feedback'),
      sentEmails: days('sentEmails'),
      supportViews: days('supportViews'),
      deleted_account_emails: days('farewell'),
      addressChanges: days('addressChanges'),
      exits: days('exits'),
      securityEvents: days('security'),
      unsuccessfulCheckouts: days('checkouts'),
      voucherTraces: days('voucherTraces'),
      erasedAccounts: days('erasedAccounts'),
    }).toEqual({
      tokens: RETENTION_DAYS.tokens,
      crashReports: RETENTION_DAYS.crashReports,
      feedback: RETENTION_DAYS.feedback,
      sentEmails: RETENTION_DAYS.sentEmails,
      supportViews: RETENTION_DAYS.supportViews,
      deleted_account_emails: RETENTION_DAYS.deletedAccountEmails,
      addressChanges: RETENTION_DAYS.addressChanges,
      exits: RETENTION_DAYS.terminationDeclarations,
      securityEvents: RETENTION_DAYS.securityEvents,
      unsuccessfulCheckouts: RETENTION_DAYS.unsuccessfulCheckouts,
      voucherTraces: RETENTION_DAYS.voucherRedemptionHashes,
      erasedAccounts: RETENTION_DAYS.erasedAccounts,
    })
    expect(days('searches')).toBe(UNSUCCESSFUL_SEARCH_DAYS)
    expect(days('unverified')).toBe(UNVERIFIED_EXPIRY_DAYS)
    expect(days('providerEvents')).toBe(PROVIDER_EVENT_DAYS)
    expect(days('refusedPayments')).toBe(REJECTED_DAYS)
    for (const language of ['de', 'en', 'fr'] as const) {
      const { keep } = register.uses.invoices!
      expect(keep[language]).toMatch(new RegExp(`${INVOICES_KEPT_YEARS.AT}\\D+${INVOICES_KEPT_YEARS.elsewhere}`))
      expect(register.uses.acceptances!.keep[language]).toContain(String(ACCEPTANCES_KEPT_YEARS))
    }
  })

  it('names every cookie that the code sets', () => {
    const set = new Set<string>()
    for (const { text } of sources) {
      for (const [, name] of text.matchAll(/[`'"]([\w-]+)=\$\{[^}]*\}; (?:Path|Max-Age)/g)) set.add(name!)
      for (const [, name] of text.matchAll(/(?:shortLivedCookie|rememberedFor365Days|keep)\(\s*'([\w-]+)'/g)) set.add(name!)
      for (const [, name] of text.matchAll(/document\.cookie\s*=\s*[`'"]([\w-]+)=/g)) set.add(name!)
      for (const [, name] of text.matchAll(/COOKIE\s*=\s*'([\w-]+)'/g)) set.add(name!)
      for (const [, secure, loopback] of text.matchAll(/secure: '([\w-]+)', loopback: '([\w-]+)'/g)) {
        set.add(secure!)
        set.add(loopback!)
      }
    }
    expect(set.size).toBeGreaterThan(6)
    expect([...set].filter((name) => !register.cookies[name]).sort()).toEqual([])
  })

  it('names every key of browser storage that the code uses', () => {
    const uses: Record<keyof typeof register.storage, RegExp> = {
      localStorage: /'((?!reader\.svg)(?:reader|website)\.[a-zA-Z-]+)'/g,
      sessionStorage: /sessionStorage\.\w+\(\s*'([^']+)'/g,
      indexedDB: /\b(?:openDB|deleteDB)(?:<\w+>)?\(\s*'([^']+)'/g,
      caches: /caches\.open\(\s*'([^']+)'/g,
      serviceWorker: /serviceWorker\.register\([^)]*scope: '([^']+)'/g,
    }
    for (const [kind, pattern] of Object.entries(uses) as [keyof typeof uses, RegExp][]) {
      const found = new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name!)))
      expect([kind, [...found].filter((name) => !register.storage[kind][name])]).toEqual([kind, []])
    }
    // A file that uses browser storage for the first time must be reviewed, and its keys added to the register.
    const storage =
      /\b(?:localStorage|sessionStorage|indexedDB)\.|\bopenDB\b|\bcaches\.(?:open|match|has|delete|keys)\(|(?:localStorage|sessionStorage)\b|serviceWorker\.register/
    const writers = sources.filter(
      ({ name, text }) => !name.endsWith('content/register-lists.ts') && storage.test(text.replace(/^\s*(?:\/\/|\*).*$/gm, '')),
    )
    expect(writers.map(({ name }) => name).sort()).toEqual(STORAGE_FILES)
  })

  it('matches what the privacy page shows', () => {
    expect(dataRegister).toEqual(shownRegister())
    for (const language of ['de', 'en', 'fr'] as const) {
      for (const { purpose } of Object.values(register.uses))
        expect(registerList('dataUses', language)).toContain(purpose[language].slice(0, 20).replaceAll('&', '&amp;'))
      for (const name of [...Object.keys(register.cookies), ...Object.values(register.storage).flatMap(Object.keys)])
        expect(registerList('browserStorage', language)).toContain(`<strong>${name}</strong>`)
      expect(registerList('dataUses', language)).not.toMatch(/undefined|\{days\}/)
    }
  })
})
