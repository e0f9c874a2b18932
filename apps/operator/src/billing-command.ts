import { unsuccessfulSince } from '@kiosk/backend/billing/checkout/unsuccessful-checkout'
import type { BillingRun } from '@kiosk/backend/billing/renewals/renew'
import { countDue, runRenewals } from '@kiosk/backend/billing/renewals/run'
import { readCommandConfig } from '@kiosk/backend/config'
import type { AppContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { count, duration } from '@kiosk/backend/format-count'
import { instantOf } from '@kiosk/domain/iso-time'
import { DAY_MS } from '@kiosk/domain/time'
import { type DeclareCommand, SERVER_ENVIRONMENT, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'
import { parser, wholeNumber } from './parse-values.ts'
import { printLines } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command.description('Charges due renewals and counts failed checkouts.').addHelpText('afterAll', SERVER_ENVIRONMENT)
  command
    .command('run')
    .summary('Charges due renewals.')
    .description(
      `Charges due renewals, retries declined ones, and ends expired subscriptions. Recovers interrupted payments first: polls
      attempts in an unknown state and sends pending refunds. The server does the same every ten minutes. It is safe to run it
      repeatedly and in parallel: a period is charged once. It also announces price changes and
      debits, and sends reminders to readers.`,
    )
    .option(
      '--at <TIME>',
      'the time to assume (2026-12-24T03:00:00Z); future times are not allowed in production',
      parser((typed) => instantOf(typed) && new Date(typed), 'A time is written 2026-12-24T03:00:00Z.'),
    )
    .action(
      withExitCode(async ({ at }, run) => {
        if (at && at > new Date() && readCommandConfig().environment === 'production')
          return run.error('error: --at: future times are not allowed in production.')
        return withContext(
          async (ctx) => {
            console.log(await billWithProgress(ctx, process.stdout))
            return 0
          },
          at && { now: () => at },
        )
      }),
    )
  command
    .command('failures')
    .summary('Counts unsuccessful checkouts.')
    .description('Counts unsuccessful checkouts by reason and plan, without personal data.')
    .option('--days <N>', 'days to count', wholeNumber(), 30)
    .action(withExitCode(({ days }) => printLines((db) => failuresOf(db, days))))
}

/** Returns one line per reason and plan: "   12  insufficient_funds, plan 2". */
export async function failuresOf(db: Database, days: number, now = new Date()): Promise<string[]> {
  const found = await unsuccessfulSince(db, new Date(now.getTime() - days * DAY_MS))
  if (found.length === 0) return [`No checkout failed in ${count(days, 'day')}.`]
  return found.map(({ reason, plan, count: times }) => {
    const cart = plan === null ? 'unknown plan' : `plan ${plan}`
    return `${String(times).padStart(6)}  ${reason}, ${cart}`
  })
}

type Screen = { write(text: string): unknown; isTTY?: boolean }

/** Runs the renewals and shows their progress on a terminal. @returns a one-line summary */
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
  const run = await runRenewals(ctx, (progress) => shown(takenUp(progress)))
  if (screen.isTTY) screen.write('\r\u001b[K')
  const { renewed, retried, lapsed, ended } = run
  const rate = takenUp(run) > 0 ? `; ${duration(seconds())}, ${(takenUp(run) / seconds()).toFixed(1)} a second` : ''
  return `${count(renewed, 'renewal')} started, ${retried} retried, ${lapsed} lapsed, ${ended} ended${rate}`
}

function takenUp({ renewed, retried, lapsed }: BillingRun): number {
  return renewed + retried + lapsed
}
