import { parseArgs } from 'node:util'
import type { House } from '@kiosk/api/house'
import { bill, countDue } from '@kiosk/api/payments/bill'
import type { BillingRun } from '@kiosk/api/payments/renew'
import { count, duration } from './import-progress.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- billing run [--at TIME]

Charges whatever is due: renewals, and declined ones that are tried again; ends what has run out. First it goes on where a
process died: attempts without an answer are asked about, refunds go out. The server does the same every ten minutes.
May run twice, and several at once: a period is charged once.

  --at TIME    as if it were then (2026-12-24T03:00:00Z); not in the future in production

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64

export const billingCommand: Command = {
  summary: 'charge what is due: run',
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { at: { type: 'string' } } })
    const at = values.at === undefined ? undefined : new Date(values.at)
    const isAhead = at !== undefined && at > new Date() && process.env.ENVIRONMENT === 'production'
    if (positionals.join(' ') !== 'run' || Number.isNaN(at?.getTime()) || isAhead) {
      console.error(isAhead ? 'Nobody is charged ahead of time in production.' : HELP)
      return WRONG_USE
    }
    const { house, close } = await openHouse(at && { now: () => at })
    try {
      console.log(await billWithProgress(house, process.stdout))
      return 0
    } finally {
      await close()
    }
  },
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
  return `${renewed} renewed, ${retried} tried again, ${lapsed} lapsed, ${ended} ended${rate}`
}

function takenUp({ renewed, retried, lapsed }: BillingRun): number {
  return renewed + retried + lapsed
}
