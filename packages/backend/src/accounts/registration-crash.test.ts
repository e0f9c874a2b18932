import { fork } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../db/connect.ts'
import { testDatabase } from '../db/testing/database.ts'
import { within } from '../testing/api.ts'

const program = new URL('./testing/registering-process.ts', import.meta.url).pathname
const once = { registrations: 1, emails: 1, consents: 1 }
let connection: Connection
beforeAll(async () => {
  connection = await testDatabase()
})
afterAll(() => connection.close())

/** Runs the program and returns how many registrations it reported before `killAfter`, and how it ended. */
function registering(
  options: string[],
  killAfter?: { answers: number; milliseconds: number },
): Promise<{ code: number | null; answered: number }> {
  return new Promise((resolve) => {
    let answered = 0
    const child = fork(program, [connection.url, ...options], { execArgv: [] })
    child.on('message', () => {
      if (++answered === killAfter?.answers) setTimeout(() => child.kill('SIGKILL'), killAfter.milliseconds)
    })
    child.on('exit', (code) => resolve({ code, answered }))
  })
}

/** Returns accounts with their pending registrations, consents and queued e-mails, and e-mails without an account. */
async function books() {
  // Transactions of the killed program end with its connections.
  await within(5000, async () => {
    const open = await sql`select 1 from pg_stat_activity where datname = current_database() and state like '%transaction%'
      and pid <> pg_backend_pid()`.execute(connection.db)
    return open.rows.length === 0
  })
  const { rows } = await sql<{ email: string | null; emails: number; registrations: number; consents: number }>`
    select email, count(jobs.id)::int as emails,
      (select count(*)::int from registrations where account_id = accounts.id) as registrations, (select count(*)::int from consents where account_id = accounts.id) as consents
    from accounts full join graphile_worker._private_jobs jobs on jobs.payload->>'accountId' = accounts.id::text
    group by accounts.id, email`.execute(connection.db)
  return rows
}

/** Kills at every statement with CRASH_POINTS=all, else at every second, from a different one each time. */
const EVERY = process.env.CRASH_POINTS === 'all' ? 1 : 2

// Half a dozen programs start and exit here.
test('a registration killed at any statement leaves an account with consents and one e-mail, or nothing', async () => {
  const ends: (number | null)[] = []
  for (let step = 1 + Math.floor(Math.random() * EVERY); ends.at(-1) !== 0; step += 2 * EVERY) {
    if (step > 40) throw new Error('a registration takes more than forty statements')
    const both = await Promise.all(
      [step, step + EVERY].map((each) => registering(['steps', String(each), `schritt-${each}@example.org`])),
    )
    ends.push(...both.map(({ code }) => code))
  }
  const statements = ends.filter((code) => code === null).length
  expect(statements).toBeGreaterThan(5 / EVERY)
  const after = await books()
  const complete = ends.length - statements
  expect(after).toEqual(Array(complete).fill({ email: expect.stringMatching(/^schritt-/), ...once }))
})

test('a registration killed during the commit is complete or absent, and a retry makes one account', async () => {
  await registering(['answers', 'commit@example.org'])
  const between = (await books()).filter(({ email }) => email === 'commit@example.org' || email === null)
  expect([[], [{ email: 'commit@example.org', ...once }]]).toContainEqual(between)
  await registering(['steps', '1000', 'commit@example.org'])
  const after = (await books()).filter(({ email }) => email === 'commit@example.org' || email === null)
  // A retry from another browser is a second pending registration.
  const registrations = between.length + 1
  expect(after).toEqual([{ email: 'commit@example.org', registrations, emails: registrations, consents: registrations }])
})

test('registrations killed at any time leave no account without its e-mail and no e-mail without its account', async () => {
  const killed = await Promise.all(
    ['eins', 'zwei', 'drei'].map((name, place) =>
      registering(['loop', name], { answers: 2 + 3 * place, milliseconds: Math.random() * 40 }),
    ),
  )
  const after = await books()
  const answered = killed.reduce((sum, each) => sum + 2 * each.answered, 0)
  expect(after.filter(({ email }) => /^(eins|zwei|drei)-/.test(email ?? '')).length).toBeGreaterThanOrEqual(answered)
  expect(
    after.filter((each) => each.email === null || each.emails !== each.registrations || each.consents !== each.registrations),
  ).toEqual([])
})
