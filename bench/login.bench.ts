// Measures logins, with their expensive password hashes, while pages are rendered on both cores; and ten thousand wrong logins.
import { setTimeout as pause } from 'node:timers/promises'
import { hashPassword } from '@kiosk/backend/auth/passwords'
import { connect } from '@kiosk/backend/db/connect'
import { TERMS_VERSION } from '@kiosk/domain/accounts/limits'
import { onBothCores, startKiosk } from './kiosk-for-benchmarks.ts'
import { load } from './load.ts'
import type { Row } from './row.ts'

const PASSWORD = 'Sommerwind-am-Grat'
const ACCOUNTS = 40
const PAGES_PER_SECOND = 20
const LOGINS_PER_SECOND = 50
const WRONG = 10_000
/** Number of networks that guess passwords, each for every account. */
const NETWORKS = 10
/** Guesses per network whose password is checked (auth/rate-limits.ts). */
const LOOKED_AT = 60

export async function run(): Promise<{ rows: Row[] }> {
  const kiosk = await startKiosk('demo')
  onBothCores(kiosk.pid)
  const connection = await connect({ dataDir: kiosk.dataDir })
  const emails = Array.from({ length: ACCOUNTS }, (_, place) => `messung-${place}@example.org`)
  const clear = () => connection.db.deleteFrom('accounts').where('email', 'in', emails).execute()
  try {
    await clear()
    await connection.db.deleteFrom('rate_limits').execute()
    const password_hash = await hashPassword(PASSWORD)
    const common = { password_hash, region_id: 1, language: 'de', verified_at: new Date(), terms_version: TERMS_VERSION }
    await connection.db
      .insertInto('accounts')
      .values(emails.map((email) => ({ email, ...common })))
      .execute()

    const pages = (seconds: number) =>
      load(`${kiosk.url}/magazines`, {
        seconds,
        connections: 8,
        rate: PAGES_PER_SECOND,
        headers: { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'de', cookie: 'session=none' },
      })
    await pages(4)
    const alone = await pages(12)

    const logins = rightLogins(kiosk.url, emails)
    const beside = await pages(12)
    const done = await logins.stop()

    const guessing = wrongLogins(kiosk.url, emails)
    const underAttack = await pages(12)
    const answers = await guessing
    const elsewhere = await loginFrom('198.51.100.250', kiosk.url, emails[0]!, PASSWORD)
    const inside = await loginFrom('192.0.2.1', kiosk.url, emails[0]!, PASSWORD)

    const calm = (page: { p99: number; failed: number }) => page.p99 < Math.max(250, 4 * alone.p99) && page.failed === 0
    const row = (what: string, page: typeof alone): Row => ({
      what,
      value: `p99 ${page.p99.toFixed(0)} ms (${page.failed} failed)`,
      yardstick: `without, p99 ${alone.p99.toFixed(0)} ms`,
      ratio: page.p99 / alone.p99,
      budget: '≤ 4 × or < 250 ms',
      met: calm(page),
    })
    return {
      rows: [
        row(`catalogue page rendered at ${PAGES_PER_SECOND}/s beside ${LOGINS_PER_SECOND} logins a second`, beside),
        {
          what: `logins meanwhile (${done.failed} failed)`,
          value: `${done.perSecond.toFixed(1)}/s, p99 ${done.p99.toFixed(0)} ms`,
          budget: `≥ ${0.9 * LOGINS_PER_SECOND}/s, none failed`,
          met: done.perSecond >= 0.9 * LOGINS_PER_SECOND && done.failed === 0,
        },
        row(`the same page beside ${WRONG} wrong logins`, underAttack),
        {
          what: `${WRONG} wrong logins from ${NETWORKS} networks, of which were looked at`,
          value: `${answers.get(401) ?? 0}, limited ${answers.get(429) ?? 0}; then the right one is answered ${elsewhere} from elsewhere, ${inside} from there`,
          budget: `≤ ${NETWORKS * LOOKED_AT}, and 200, 429`,
          met:
            (answers.get(401) ?? 0) <= NETWORKS * LOOKED_AT &&
            (answers.get(401) ?? 0) + (answers.get(429) ?? 0) === WRONG &&
            elsewhere === 200 &&
            inside === 429,
        },
      ],
    }
  } finally {
    await clear()
    await connection.close()
    await kiosk.stop()
  }
}

/** Logs in. Returns the status of the response; 0 = there was none. */
async function loginFrom(address: string, url: string, username: string, password: string): Promise<number> {
  const answer = await fetch(`${url}/api/v8/websession/login`, {
    method: 'POST',
    headers: {
      'x-api-token': process.env.API_TOKEN ?? 'read-it-web-development',
      'x-forwarded-for': address,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ username, password }).toString(),
  }).catch(() => null)
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

/** Starts LOGINS_PER_SECOND logins per second, each from another network, until it is stopped. */
function rightLogins(url: string, emails: string[]) {
  const times: number[] = []
  const under: Promise<void>[] = []
  let failed = 0
  const began = performance.now()
  const one = async (place: number) => {
    const start = performance.now()
    const status = await loginFrom(`2001:db8:${place.toString(16)}::1`, url, emails[place % emails.length]!, PASSWORD)
    times.push(performance.now() - start)
    if (status !== 200) failed++
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * LOGINS_PER_SECOND
    while (under.length < due) under.push(one(under.length))
  }, 10)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
      const seconds = (performance.now() - began) / 1000
      const sorted = times.toSorted((a, b) => a - b)
      return { perSecond: times.length / seconds, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, failed }
    },
  }
}

/** Sends the wrong logins. Returns how often each status was returned. */
async function wrongLogins(url: string, emails: string[]): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let place = 0
  async function guess(): Promise<void> {
    while (place < WRONG) {
      const mine = place++
      const email = emails[Math.floor(mine / NETWORKS) % emails.length]!
      const status = await loginFrom(`192.0.2.${1 + (mine % NETWORKS)}`, url, email, `geraten-${mine}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, guess))
  return statuses
}
