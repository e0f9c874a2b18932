import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '../../db/testing/database.ts'
import { openTestApi } from '../../testing/open-test-api.ts'
import { findReaders, waysToFind } from './find-readers.ts'

/** Enough for the planner to prefer an index; `READERS=120000` measures a large newsstand. */
const READERS = Number(process.env.READERS ?? 20_000)
/** Milliseconds. */
const LONGEST_MS = 50

const { connection } = await openTestApi()
const { db } = connection

test('each way to find a reader is answered by an index, in time', async () => {
  await sql`insert into accounts (email, firstname, lastname, region_id, language, verified_at)
    select 'reader-' || n || '@host' || n % 50 || '.example', 'Vorname' || n % 700, 'Nachname' || n % 9000, 1, 'de', now()
    from generate_series(1, ${READERS}::int) n`.execute(db)
  await sql`insert into payment_methods (account_id, provider, kind, reference, masked)
    select id, 'sandbox', 'CC', 'method-' || id, '•••• ' || lpad((id % 10000)::text, 4, '0') from accounts`.execute(db)
  await sql`insert into devices (account_id, vendor_id, name, custom_name)
    select id, 'vendor-' || id, 'Firefox', case when id % 3 = 0 then 'Gerät ' || id end from accounts`.execute(db)
  await sql`insert into subscriptions (account_id, plan_id, regular_price) select id, 2, 1999 from accounts`.execute(db)
  await sql`insert into invoices (account_id, subscription_id, country, currency, due, gross, net, tax, tax_rate, kind, state, number, issued_at, snapshot)
    select account_id, id, 'AT', 'EUR', 1999, 1999, 1817, 182, 1000, 'invoice', 'paid', '2026-' || lpad(id::text, 6, '0'), now(), '{}'
    from subscriptions`.execute(db)
  await sql`insert into payment_attempts (id, invoice_id, amount, currency, provider, provider_reference, initiator, state)
    select gen_random_uuid(), id, 1999, 'EUR', 'sandbox', 'charge-' || id, 'customer', 'succeeded' from invoices`.execute(db)
  await asOwner(db, 'analyze')
  const searches = [
    'reader-777@host27.example',
    'reader-12',
    'r',
    '2026-000777',
    '0777',
    'V-000777',
    '#777',
    '777',
    'vendor-777',
    'gerät 77',
    'charge-777',
    'Nachname77',
    'Vorname7 Nachname77',
    'Nachname77, Vorname7',
    'nobody at all',
  ]
  const took: Record<string, number> = {}
  for (const search of searches) {
    for (const { by, query } of waysToFind(search)) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan, `${search}: ${by}`).not.toMatch(/Seq Scan/)
    }
    const times = []
    for (let run = 0; run < 5; run++) {
      const began = performance.now()
      await findReaders(db, search)
      times.push(performance.now() - began)
    }
    took[search] = Math.round(times.sort((a, b) => a - b)[2]! * 10) / 10
  }
  if (process.env.READERS) console.log(took)
  for (const [search, time] of Object.entries(took)) expect(time, search).toBeLessThan(LONGEST_MS)
})
