import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import type { House } from '@kiosk/api/house'
import { bill, countDue } from '@kiosk/api/payments/bill'
import type { BillingRun } from '@kiosk/api/payments/renew'
import { unsuccessfulSince } from '@kiosk/api/payments/unsuccessful-checkout'
import { instantOf } from '@kiosk/domain/iso-time'
import { atTheDatabase } from './at-the-database.ts'
import { wholeNumber } from './entered-values.ts'
import { count, duration } from './import-progress.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- billing run [--at TIME]
       npm run kiosk -- billing failures [--days N]

Charges whatever is due: renewals, and declined ones that are tried again; ends what has run out. First it goes on where a
process died: attempts without an answer are asked about, refunds go out. The server does the same every ten minutes.
May run twice, and several at once: a period is charged once.

"failures" counts the checkouts that ended on the failed page, by reason and tariff; nobody's name is kept with them.

  --days N     of so many days; default 30
  --at TIME    as if it were then (2026-12-24T03:00:00Z); not in the future in production

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64

export const billingCommand: Command = {
  summary: 'charge what is due, count what failed: run, failures',
  help: HELP,
  async run(args) {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { at: text, days: text } })
    const action = positionals.join(' ')
    const days = wholeNumber(values.days ?? '30')
    const wrong = whatIsWrong(action, values, new Date())
    if (wrong !== null) {
      console.error(wrong ? `${wrong}\n\n${HELP}` : HELP)
      return WRONG_USE
    }
    if (action === 'failures') {
      return atTheDatabase(async (db) => {
        for (const line of await failuresOf(db, days!)) console.log(line)
        return 0
      })
    }
    const at = values.at === undefined ? undefined : new Date(values.at)
    const { house, close } = await openHouse(at && { now: () => at })
    try {
      console.log(await billWithProgress(house, process.stdout))
      return 0
    } finally {
      await close()
    }
  },
}

/** Why this can't be done; '' = it is nothing that billing does, null = it can. */
function whatIsWrong(action: string, given: { at?: string | undefined; days?: string | undefined }, now: Date): string | null {
  const { at, days } = given
  if (action !== 'run' && action !== 'failures') return ''
  if (action === 'failures' && at !== undefined) return '--at is of no use here.'
  if (action === 'run' && days !== undefined) return '--days is of no use here.'
  if (days !== undefined && !wholeNumber(days)) return `--days: ${days} is no number of days; 30 is one.`
  if (at === undefined) return null
  if (!instantOf(at)) return `--at: ${at} is no moment; 2026-12-24T03:00:00Z is one.`
  const isAhead = Date.parse(at) > now.getTime() && process.env.ENVIRONMENT === 'production'
  return isAhead ? '--at: nobody is charged ahead of time in production.' : null
}

/** One line a reason and tariff: "   12  insufficient_funds, tariff 2". */
export async function failuresOf(db: Database, days: number, now = new Date()): Promise<string[]> {
  const found = await unsuccessfulSince(db, new Date(now.getTime() - days * 24 * 3_600_000))
  if (found.length === 0) return [`No checkout failed in ${days} days.`]
  return found.map(({ reason, tariff, count }) => {
    const cart = tariff === null ? 'no tariff known' : `tariff ${tariff}`
    return `${String(count).padStart(6)}  ${reason}, ${cart}`
  })
}

type Screen = { write(text: string): unknown; isTTY?: boolean }

/** Bills, and shows on a terminal how it goes. @returns what was done, in a line */
export async function billWithProgress(house: House, screen: Screen): Promise<string> {
  const due = await countDue(house)
  const began = performance.now()
  const seconds = () => Math.max(0.001, (performance.now() - began) / 1000)
  const shown = (done: number) => {
    if (!screen.isTTY || done === 0) return
    const left = due > done ? `, ${duration(((due - done) * seconds()) / done)} left` : ''
    const share = Math.min(100, Math.floor((done / Math.max(1, due)) * 100))
    screen.write(`\r\u001b[K${share} %  ${count(done, 'contract')}, ${(done / seconds()).toFixed(1)} a second${left}`)
  }
  const run = await bill(house, (sofar) => shown(takenUp(sofar)))
  if (screen.isTTY) screen.write('\r\u001b[K')
  const { renewed, retried, lapsed, ended } = run
  const rate = takenUp(run) > 0 ? `; ${duration(seconds())}, ${(takenUp(run) / seconds()).toFixed(1)} a second` : ''
  return `${renewed} renewals begun, ${retried} tried again, ${lapsed} lapsed, ${ended} ended${rate}`
}

function takenUp({ renewed, retried, lapsed }: BillingRun): number {
  return renewed + retried + lapsed
}
