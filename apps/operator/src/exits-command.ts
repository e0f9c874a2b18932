import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connect, type Database } from '@kiosk/api/database/connect'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { exitNumber } from '@kiosk/api/payments/exit-number'
import type { Command } from './kiosk.ts'
import { printable } from './printable.ts'

const HELP = `Usage: npm run kiosk -- exits [--done NUMBER]

Cancellations and withdrawals that somebody declared without a login and that need a person: for cause, under an address
that we do not know, after the right of withdrawal was given up, or too late.

  --done NUMBER  it is settled and has been answered (K-20261121-42)

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64

export const exitsCommand: Command = {
  summary: 'declared cancellations and withdrawals that wait for a person',
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args, options: { done: { type: 'string' } } })
    const id = values.done === undefined ? null : Number(/^[KW]-\d{8}-(\d{1,15})$/.exec(values.done)?.[1] ?? Number.NaN)
    if (Number.isNaN(id)) {
      console.error(HELP)
      return WRONG_USE
    }
    const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
    const { db, close } = await connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
    try {
      if (id !== null) return await settle(db, id)
      for (const line of await exitLines(db)) console.log(line)
      return 0
    } finally {
      await close()
    }
  },
}

async function settle(db: Database, id: number): Promise<number> {
  const settled = await db
    .updateTable('exit_declarations')
    .set({ applied_at: new Date() })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (settled) console.log('Settled.')
  else console.error('No such declaration waits.')
  return settled ? 0 : 1
}

const REASONS: Record<string, string> = {
  unknown: 'no contract under this address',
  'too-late': 'later than 14 days',
  'by-hand': 'needs a decision',
}

/** What waits, the oldest first; addresses are shown, because somebody has to be answered. */
export async function exitLines(db: Database): Promise<string[]> {
  const waiting = await db
    .selectFrom('exit_declarations')
    .selectAll()
    .where('applied_at', 'is', null)
    .orderBy('received_at')
    .execute()
  if (waiting.length === 0) return ['Nothing waits.']
  return waiting.flatMap((each) => {
    const manner = each.kind === 'cancel' ? `cancellation, ${each.manner}` : 'withdrawal'
    const contract = each.subscription === null ? each.contract : contractNumber(each.subscription)
    const more = [
      each.wished_end && `wished end ${each.wished_end}`,
      each.effective_at && `renewal stopped, ends ${each.effective_at.toISOString().slice(0, 10)}`,
      each.reason && `reason: ${each.reason.replace(/\s+/g, ' ').slice(0, 200)}`,
    ].filter(Boolean)
    const at = `${each.received_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return [
      `${exitNumber(each)}  ${at}  ${manner}: ${REASONS[each.outcome ?? 'by-hand'] ?? each.outcome}`,
      `    ${printable(each.name)} <${printable(each.email)}>, ${each.language}${contract ? `, ${printable(contract)}` : ''}`,
      ...more.map((line) => `    ${printable(String(line))}`),
    ]
  })
}
