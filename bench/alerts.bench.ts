// Causes each of the published alerts on a newsstand of real parts, one after the other: does it fire, does it end, does its page
// of the runbook say what to look at, and does any other alert fire? The rules' waiting times and ranges are divided by sixty;
// their thresholds stay. `npm run bench alerts -- --only DiskFull,ServerDown`. Needs Debian's prometheus.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { memoryFolder } from '@kiosk/backend/db/testing/memory-folder'
import { SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { CAUSES, type Cause, type Look } from './alerts/causes.ts'
import { type Newsstand, openNewsstand, QUICKNESS } from './alerts/newsstand.ts'
import { MODEST, Readers } from './faults/readers.ts'
import { type Caused, compareAlerts, hasPrometheus } from './prometheus.ts'
import type { Row } from './row.ts'

const FIRES_WITHIN_MS = 120 * SECOND_MS
const ENDS_WITHIN_MS = 120 * SECOND_MS
/** Maximum time after the alert until what its page says to look at is there. */
const SEEN_WITHIN_MS = 25 * SECOND_MS
/** How long a cause may raise other alerts after its end. */
const EFFECT_MS = (QUICKNESS.mostWaiting + 15) * SECOND_MS

export async function run(args: string[]): Promise<{ rows: Row[] }> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  if (!hasPrometheus()) return { rows: [{ what: 'alerts', value: 'prometheus is not installed', budget: '–', met: false }] }
  const only = values.only?.split(',')
  const folder = mkdtempSync(join(memoryFolder(), 'kiosk-alerts-'))
  chmodSync(folder, 0o755)
  const newsstand = await openNewsstand(folder)
  const { web, world } = newsstand
  const readers = new Readers(world, { ...MODEST, clients: 3 }, () => [web.running()].filter((each) => each !== undefined))
  try {
    const began = Date.now()
    const rows: Row[] = []
    const caused: Caused[] = []
    for (const cause of CAUSES.filter(({ alert }) => !only || only.includes(alert)))
      rows.push(await causeOne(newsstand, cause, caused))
    const { unexplained } = compareAlerts(caused, await newsstand.prometheus.firings(began), EFFECT_MS)
    const when = (at: number) => `${((at - began) / SECOND_MS).toFixed(0)} s`
    rows.push({
      what: `alerts that no cause explains${unexplained.map(({ alert, from, until }) => `; ${alert} from ${when(from)} to ${when(until)}`).join('')}`,
      value: String(unexplained.length),
      budget: '0',
      met: unexplained.length === 0,
    })
    return { rows: [...rows, { what: 'all of them', value: when(Date.now()), budget: '≤ 12 min', met: true }] }
  } finally {
    await readers.stop()
    await newsstand.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Causes one alert and ends it again; adds the time to `caused`. */
async function causeOne(newsstand: Newsstand, cause: Cause, caused: Caused[]): Promise<Row> {
  const { alert, what, aged, mayRaise } = cause
  const row = { what: `${alert}: ${what}${aged ? ` (in the database: ${aged})` : ''}`, budget: 'fires, ends, its page is right' }
  const begun = { what, from: Date.now(), until: Number.POSITIVE_INFINITY, raises: [alert], mayRaise }
  caused.push(begun)
  try {
    await waitFor(newsstand, alert, false, ENDS_WITHIN_MS)
    begun.from = Date.now()
    const end = await cause.begin(newsstand)
    const closed = new AbortController()
    const looking = Promise.all(cause.looks.map((look) => isSeen(newsstand, look, closed.signal)))
    const fired = await waitFor(newsstand, alert, true, FIRES_WITHIN_MS)
    const timer = setTimeout(() => closed.abort(), SEEN_WITHIN_MS)
    const unseen = (await looking).filter((each) => each !== null)
    clearTimeout(timer)
    const ending = Date.now()
    await end()
    const isEnded = fired !== null && (await waitFor(newsstand, alert, false, ENDS_WITHIN_MS)) !== null
    begun.until = Date.now()
    const ended = isEnded ? begun.until - ending : null
    const seconds = (ms: number | null) => (ms === null ? 'never' : `after ${(ms / SECOND_MS).toFixed(1)} s`)
    const value = [`fired ${seconds(fired)}, ended ${seconds(ended)}`, ...unseen.map((each) => `not seen: ${each}`)].join('; ')
    console.log(`  ${new Date().toISOString().slice(11, 19)} ${alert}: ${value}`)
    return { ...row, value, met: fired !== null && ended !== null && unseen.length === 0 }
  } catch (error) {
    begun.until = Date.now()
    console.log(`  ${alert}: ${(error as Error).message}`)
    return { ...row, value: `not tried: ${(error as Error).message}`, met: false }
  }
}

/** Waits until an alert fires or does not. Returns how long that took, in milliseconds; null if it took too long. */
async function waitFor(
  { prometheus }: Newsstand,
  alert: string,
  isFiring: boolean,
  milliseconds: number,
): Promise<number | null> {
  const began = Date.now()
  while ((await prometheus.firing()).includes(alert) !== isFiring) {
    if (Date.now() - began > milliseconds) return null
    await pause(250)
  }
  return Date.now() - began
}

/** Looks again until it is there. Returns null, or what was there instead when `signal` was aborted. */
async function isSeen(newsstand: Newsstand, look: Look, signal: AbortSignal): Promise<string | null> {
  for (;;) {
    const { what, isRight, found } = await lookOnce(newsstand, look)
    if (isRight) return null
    if (signal.aborted) return `${what} (${found.replace(/\s+/g, ' ').slice(0, 300)})`
    await pause(SECOND_MS)
  }
}

async function lookOnce(newsstand: Newsstand, look: Look): Promise<{ what: string; isRight: boolean; found: string }> {
  if ('command' in look) {
    const { text } = await newsstand.kiosk(...look.command)
    return { what: `kiosk ${look.command.join(' ')}`, isRight: look.says.test(text), found: text }
  }
  if ('path' in look) {
    const answer = await newsstand.ask(newsstand[look.of], look.path)
    const found = answer ? `${answer.status} ${answer.text}` : 'no answer'
    return { what: look.path, isRight: look.says.test(found), found }
  }
  if ('log' in look) {
    const lines = newsstand[look.of].written().split('\n')
    return {
      what: `log ${look.log.source}`,
      isRight: lines.some((line) => look.log.test(line)),
      found: lines.slice(-3).join('\n'),
    }
  }
  if ('query' in look) {
    const found = await newsstand.prometheus.query(look.query)
    return { what: look.query, isRight: found.length > 0, found: 'no result' }
  }
  const { rows } = await sql.raw(look.sql).execute(newsstand.world.connection.db)
  const found = JSON.stringify(rows)
  return { what: look.sql, isRight: look.says.test(found), found }
}
