// Compares pages of signed-in readers with the kept page of visitors by the server's processor time, each with the load on the
// other core: one reader again and again, thousands of readers who each come once in a while, and some who come again.
import { randomToken } from '@kiosk/backend/auth/random-token'
import { type Connection, connect, open } from '@kiosk/backend/db/connect'
import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { startKiosk } from './kiosk-for-benchmarks.ts'
import { load } from './load.ts'
import { cookiesOf } from './prepare-pages.ts'
import { processorMs } from './processor-time.ts'
import type { Row } from './row.ts'

const SECONDS = Number(process.env.READERS_SECONDS ?? 6)
const CONNECTIONS = 32
/** Number of readers who come in turn: so many that none comes twice in a measurement, and so few that each comes again. */
const READERS = 20_000
const OFTEN = 60
const FAST_PER_SECOND = 5_000
const FAST_RATIO = 0.25

const BROWSER = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'de',
  'sec-fetch-dest': 'document',
}

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  try {
    const connection = await connect({ dataDir: kiosk.dataDir })
    const cookies = await sessionsOf(connection).finally(() => connection.close())
    const html = await (await fetch(`${kiosk.url}/magazines`, { headers: { 'accept-language': 'de' } })).text()
    const issue = `/magazines/issues/${/data-issue="([\w-]+)"/.exec(html)![1]}`
    const signedIn = (await cookiesOf(kiosk.url, 'reader')).map(({ name, value }) => `${name}=${value}`).join('; ')
    const rows: Row[] = []
    for (const path of ['/', '/magazines', issue]) {
      const page = kiosk.url + path
      for (let visit = 0; visit < 4; visit++) await fetch(page, { headers: BROWSER })
      const measure = async (headers: Record<string, string>, more: { cookies?: readonly string[]; isFirst?: boolean } = {}) => {
        const options = { connections: CONNECTIONS, headers: { ...BROWSER, ...headers }, ...more }
        // Excludes what is compiled, loaded and kept at the beginning.
        if (!more.isFirst) await load(page, { ...options, seconds: SECONDS / 2 })
        const before = processorMs(kiosk)
        const measured = await load(page, { ...options, seconds: SECONDS })
        const after = processorMs(kiosk)
        const answered = measured.requestsPerSecond * SECONDS
        return {
          ...measured,
          // Share of the server's core, whatever else the machine does.
          perSecond: (answered * SECOND_MS) / (after.node - before.node),
          databaseMs: (after.database - before.database) / answered,
        }
      }
      const visitors = await measure({ cookie: 'consent=1; language=de' })
      const yardstick = `the kept page of visitors ${Math.round(visitors.perSecond)}/s`
      for (const [who, measured, isFast] of [
        ['the same reader again', await measure({ cookie: signedIn }), true],
        [`each of ${READERS} readers for the first time`, await measure({}, { cookies, isFirst: true }), false],
        [`${OFTEN} readers again and again`, await measure({}, { cookies: cookies.slice(-OFTEN) }), true],
      ] as const) {
        const { requestsPerSecond, perSecond, databaseMs, failed } = measured
        const ratio = perSecond / visitors.perSecond
        const isTwice = !isFast && requestsPerSecond * SECONDS > READERS
        rows.push({
          what: `${path === issue ? 'page of an issue' : path}, ${who} (${databaseMs.toFixed(3)} ms of PostgreSQL each, ${failed} failed${isTwice ? ', some twice' : ''})`,
          value: `${Math.round(perSecond)}/s`,
          yardstick,
          ratio,
          budget: isFast ? `≥ ${FAST_RATIO} × and ${FAST_PER_SECOND}/s` : 'none failed',
          met: failed === 0 && !isTwice && (!isFast || (ratio >= FAST_RATIO && perSecond >= FAST_PER_SECOND)),
        })
      }
    }
    return { rows }
  } finally {
    await kiosk.stop()
  }
}

/** Signs in readers whose shelves have favourites and begun issues, and returns their cookies. */
async function sessionsOf({ db, ownerUrl }: Connection): Promise<string[]> {
  const email = sql<string>`'bench-' || number || '@readers.example.org'`
  await sql`insert into accounts (email, region_id, language, verified_at, terms_version, firstname)
    select ${email}, 1, 'de', now(), ${TERMS_VERSION}, 'Leserin ' || number from generate_series(1, ${READERS}::int) number
    on conflict do nothing`.execute(db)
  const readers = await db.selectFrom('accounts').select('id').where('email', 'like', 'bench-%@readers.example.org').execute()
  const ids = readers.map(({ id }) => id)
  await sql`insert into subscriptions (account_id, plan_id, regular_price, starts_at)
    select reader, 2, 1999, now() - interval '1 day' from unnest(${ids}::bigint[]) reader
    where not exists (select from subscriptions where account_id = reader)`.execute(db)
  await sql`insert into favourites (account_id, title_id)
    select reader, id from unnest(${ids}::bigint[]) reader, lateral (select id from titles order by (id * 7919 + reader) % 101 limit 4) t
    on conflict do nothing`.execute(db)
  await sql`insert into reading_places (account_id, issue_id, page, furthest_page, at)
    select reader, id, 2, 2, now() - interval '1 hour' from unnest(${ids}::bigint[]) reader,
      lateral (select id from issues order by (id * 7919 + reader) % 211 limit 8) i on conflict do nothing`.execute(db)
  const made = ids.map((account_id) => ({ account_id, ...randomToken() }))
  const expires_at = new Date(Date.now() + DAY_MS)
  for (let at = 0; at < made.length; at += 1_000)
    await db
      .insertInto('sessions')
      .values(made.slice(at, at + 1_000).map(({ account_id, hash }) => ({ account_id, token_hash: hash, expires_at })))
      .execute()
  // Only the owner may analyze the tables; without statistics the queries of the pages would take several times as long.
  const owner = open(ownerUrl, 1)
  await sql`analyze`.execute(owner.db)
  await owner.close()
  return made.map(({ token }) => `consent=1; language=de; session=${token}`)
}
