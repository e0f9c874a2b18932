// Subscribers whose renewals are charged at the sandbox, a separate process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { open } from '@kiosk/backend/db/connect'
import { sql } from 'kysely'

const KEYS = { key: 'key-of-the-benchmark', webhookSecret: 'secret-of-the-benchmark' }

/**
 * Inserts subscriptions whose first period was paid and ends at a moment, when they are due. Their accounts are
 * `abo-1@example.org` and so on, with the payment methods `method-1` of the sandbox. Needs the owner of the database, because only
 * the owner may analyze its tables.
 */
export async function placeSubscribers(ownerUrl: string, subscribers: number, dueAt: Date): Promise<void> {
  const { db, close } = open(ownerUrl, 1)
  await sql`insert into accounts (email, password_hash, region_id, language, firstname, lastname, verified_at, terms_version)
    select 'abo-' || n || '@example.org', '', 1 + n % 4, 'de', 'Mira', 'Holm', now(), '1' from generate_series(1, ${subscribers}::int) n`.execute(
    db,
  )
  await sql`insert into payment_methods (account_id, provider, kind, reference, brand, masked)
    select id, 'sandbox', 'CC', 'method-' || substring(email from '[0-9]+'), 'Visa', '•••• 4242'
    from accounts where email like 'abo-%@example.org'`.execute(db)
  await sql`insert into subscriptions (account_id, plan_id, regular_price, state, starts_at, ends_at, next_charge_at, payment_method_id)
    select a.id, (array[2, 5, 8, 9])[a.region_id], (array[1999, 1499, 2990, 999])[a.region_id], 'active',
      ${dueAt}::timestamptz - interval '30 days', ${dueAt}, ${dueAt}, m.id
    from accounts a join payment_methods m on m.account_id = a.id`.execute(db)
  await sql`insert into periods (subscription_id, sequence, starts_at, ends_at, price, state)
    select id, 1, starts_at, ends_at, 1999, 'paid' from subscriptions`.execute(db)
  await sql`analyze`.execute(db)
  await close()
}

/**
 * Starts a sandbox with the payment methods of this many subscribers.
 * @param behaviourOf what the method of the nth subscriber does, counted from 1; see apps/sandbox-payments/src/outcomes.ts
 */
export async function startSandbox(folder: string, subscribers: number, behaviourOf = (_nth: number) => 'succeeds') {
  const file = join(folder, 'provider.db')
  const start = join(import.meta.dirname, '../apps/sandbox-payments/src/start.ts')
  const env = {
    ...process.env,
    ENVIRONMENT: 'development',
    PORT: '0',
    FILE: file,
    KEY: KEYS.key,
    WEBHOOK_SECRET: KEYS.webhookSecret,
  }
  const provider: ChildProcess = fork(start, [], { env })
  const [{ port }] = (await once(provider, 'message')) as [{ port: number }]
  const providerDb = new DatabaseSync(file)
  providerDb.exec('pragma busy_timeout = 5000; begin')
  const columns = 'reference, customer, kind, brand, masked, behaviour, language, created_at'
  const leave = providerDb.prepare(`insert into methods (${columns}) values (?, 'c', 'CC', 'Visa', '', ?, 'de', 0)`)
  for (let nth = 1; nth <= subscribers; nth++) leave.run(`method-${nth}`, behaviourOf(nth))
  providerDb.exec('commit')
  providerDb.close()
  const stop = async () => {
    provider.kill('SIGTERM')
    await once(provider, 'exit')
  }
  return { found: { url: `http://127.0.0.1:${port}`, ...KEYS }, stop }
}
