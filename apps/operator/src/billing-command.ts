import { parseArgs } from 'node:util'
import { unsuccessfulSince } from '@kiosk/backend/billing/checkout/unsuccessful-checkout'
import type { BillingRun } from '@kiosk/backend/billing/renewals/renew'
import { countDue, runRenewals } from '@kiosk/backend/billing/renewals/run'
import { readCommandConfig } from '@kiosk/backend/config'
import type { AppContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { instantOf } from '@kiosk/domain/iso-time'
import { DAY_MS } from '@kiosk/domain/time'
import type { Command } from './command.ts'
import { count, duration } from './import-progress.ts'
import { openContext } from './open-context.ts'
import { wholeNumber } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- billing run [--at TIME]
       npm run kiosk -- billing failures [--days N]

run        Charges due renewals, retries declined ones, and ends expired subscriptions. Recovers interrupted payments first:
           polls attempts in an unknown state and sends pending refunds. The server does the same every ten minutes. It is safe
           to run it repeatedly and in parallel: a period is charged once.
failures   Counts unsuccessful checkouts by reason and plan, without personal data.

  --days N     days to count; default 30
  --at TIME    the time to assume (2026-12-24T03:00:00Z); future times are not allowed in production

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64

export const billingCommand: Command = {
  summary: 'charge due renewals, count failed checkouts: run, failures',
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
      return withDatabase(async (db) => {
        for (const line of await failuresOf(db, days!)) console.log(line)
        return 0
      })
    }
    const at = values.at === undefined ? undefined : new Date(values.at)
    const { ctx, close } = await openContext(at && { now: () => at })
    try {
      console.log(await billWithProgress(ctx, process.stdout))
      return 0
    } finally {
      await close()
    }
  },
}

/** What is wrong with the arguments; '' = unknown action, null = nothing. */
function whatIsWrong(action: string, options: { at?: string | undefined; days?: string | undefined }, now: Date): string | null {
  const { at, days } = options
  if (action !== 'run' && action !== 'failures') return ''
  if (action === 'failures' && at !== undefined) return '--at cannot be used with "failures".'
  if (action === 'run' && days !== undefined) return '--days cannot be used with "run".'
  if (days !== undefined && !wholeNumber(days)) return `--days: ${days} is not a number of days. Example: 30.`
  if (at === undefined) return null
  if (!instantOf(at)) return `--at: ${at} is not a time. Example: 2026-12-24T03:00:00Z.`
  const isAhead = Date.parse(at) > now.getTime() && readCommandConfig().environment === 'production'
  return isAhead ? '--at: future times are not allowed in production.' : null
}

/** One line per reason and plan: "   12  insufficient_funds, plan 2". */
export async function failuresOf(db: Database, days: number, now = new Date()): Promise<string[]> {
  const found = await unsuccessfulSince(db, new Date(now.getTime() - days * DAY_MS))
  if (found.length === 0) return [`No checkout failed in ${days} days.`]
  return found.map(({ reason, plan, count }) => {
    const cart = plan === null ? 'unknown plan' : `plan ${plan}`
    return `${String(count).padStart(6)}  ${reason}, ${cart}`
  })
}

type Screen = { write(text: string): unknown; isTTY?: boolean }

/** Bills, and shows on a terminal how it goes. @returns what was done, in a line */
export async function billWithProgress(ctx: AppContext, screen: Screen): Promise<string> {
  const due = await countDue(ctx)
  const began = performance.now()
  const seconds = () => Math.max(0.001, (performance.now() - began) / 1000)
  const shown = (done: number) => {
    if (!screen.isTTY || done === 0) return
    const left = due > done ? `, ${duration(((due - done) * seconds()) / done)} left` : ''
    const share = Math.min(100, Math.floor((done / Math.max(1, due)) * 100))
    screen.write(`\r\u001b[K${share} %  ${count(done, 'subscription')}, ${(done / seconds()).toFixed(1)} a second${left}`)
  }
  const run = await runRenewals(ctx, (sofar) => shown(takenUp(sofar)))
  if (screen.isTTY) screen.write('\r\u001b[K')
  const { renewed, retried, lapsed, ended } = run
  const rate = takenUp(run) > 0 ? `; ${duration(seconds())}, ${(takenUp(run) / seconds()).toFixed(1)} a second` : ''
  return `${renewed} renewals started, ${retried} retried, ${lapsed} lapsed, ${ended} ended${rate}`
}

function takenUp({ renewed, retried, lapsed }: BillingRun): number {
  return renewed + retried + lapsed
}
