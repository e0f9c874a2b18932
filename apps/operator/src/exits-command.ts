import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connect, type Database } from '@kiosk/api/database/connect'
import { transact } from '@kiosk/api/database/transaction'
import { confirmDeclaration } from '@kiosk/api/payments/confirm-exit'
import { ActRefused } from '@kiosk/api/payments/contract-acts/act-refused'
import { settleExit } from '@kiosk/api/payments/contract-acts/settle-exit'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { exitNumber } from '@kiosk/api/payments/exit-number'
import { recordSystemEvent } from '@kiosk/api/session/security-events'
import { dayInVienna } from '@kiosk/domain/day'
import { Refusal } from '@kiosk/domain/errors'
import { exitOf } from './contract-command.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'
import { printable } from './printable.ts'

const HELP = `Usage: npm run kiosk -- exits [--done NUMBER [--without-ending --why TEXT] | --confirm NUMBER]

Cancellations and withdrawals that somebody declared and that wait: for the owner's confirmation, or for a person because
they are for cause, under an address that we do not know, after the right of withdrawal was given up, or too late.

  --done NUMBER     it is settled and has been answered (K-20261121-42). Only once its contract has ended, or its end is
                    planned: see "contract withdraw" and "contract end". Of an account that was erased meanwhile, the name and the
                    address that were kept for it are forgotten
  --without-ending  it is settled though its contract goes on; --why is kept with the contract
  --confirm NUMBER  you know that it is the owner's: it is carried out as of the time it was received, and the owner is told

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64

const OPTIONS = {
  done: { type: 'string' },
  confirm: { type: 'string' },
  'without-ending': { type: 'boolean' },
  why: { type: 'string' },
} as const

export const exitsCommand: Command = {
  summary: 'declared cancellations and withdrawals that wait for you or their owner',
  help: HELP,
  async run(args) {
    const { values } = parseArgs({ args, options: OPTIONS })
    const number = values.confirm ?? values.done
    const id = number === undefined ? null : exitOf(number)
    const why = (values.why ?? '').trim()
    const isSure = values['without-ending'] ?? false
    const isWrong =
      (number !== undefined && id === null) ||
      (values.done !== undefined && values.confirm !== undefined) ||
      isSure !== (why !== '') ||
      (isSure && values.done === undefined)
    if (isWrong) {
      console.error(HELP)
      return WRONG_USE
    }
    if (id !== null && values.confirm !== undefined) return confirm(id)
    if (id !== null) return settle({ id, number: number! }, isSure ? { actor: userInfo().username, why } : null)
    const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
    const { db, close } = await connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
    try {
      for (const line of await exitLines(db)) console.log(line)
      return 0
    } finally {
      await close()
    }
  },
}

async function confirm(id: number): Promise<number> {
  const { house, close } = await openHouse()
  try {
    const { declaration, isNew } = await transact(house, async (trx) => {
      const confirmed = await confirmDeclaration(trx, house, id, 'operator')
      const { kind, outcome, account_id: accountId } = confirmed.declaration
      const details = { kind, outcome: outcome ?? '', number: exitNumber(confirmed.declaration), by: 'operator' }
      if (confirmed.isNew) await recordSystemEvent(trx, house, { kind: 'exit.confirmed', accountId, details })
      return confirmed
    })
    if (!isNew) {
      console.error('It is confirmed or settled already.')
      return 1
    }
    const isApplied = declaration.applied_at !== null
    console.log(isApplied ? 'Confirmed and carried out.' : `Confirmed. It still waits for you: ${reasonOf(declaration)}.`)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error('No such declaration waits for a confirmation.')
    return 1
  } finally {
    await close()
  }
}

async function settle(
  { id: exit, number }: { id: number; number: string },
  goesOn: { actor: string; why: string } | null,
): Promise<number> {
  const { house, close } = await openHouse()
  try {
    const settled = await settleExit(house, { exit, goesOn })
    if (settled.outcome === 'settled') {
      console.log('Settled.')
      return 0
    }
    for (const line of waysOf(settled, number)) console.error(line)
    return 1
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error
    console.error('No such declaration waits.')
    return 1
  } finally {
    await close()
  }
}

/** What may be run instead, where the contract would go on as if nothing had been declared. */
function waysOf({ contract: id, kind }: { contract: number; kind: 'cancel' | 'withdraw' }, number: string): string[] {
  const contract = contractNumber(id)
  const way =
    kind === 'withdraw'
      ? `contract withdraw ${number} --why TEXT`
      : `contract end ${contract} --exit ${number} --refund pro-rata --why TEXT [--on DAY]`
  return [
    `${contract} has not ended: it would go on, and be charged. Nothing has changed.`,
    `  to carry the declaration out:  npm run kiosk -- ${way}`,
    `  to let the contract go on:     npm run kiosk -- exits --done ${number} --without-ending --why TEXT`,
  ]
}

const REASONS: Record<string, string> = {
  unconfirmed: 'waits for the owner’s confirmation',
  unknown: 'no contract under this address',
  'too-late': 'later than 14 days',
  'by-hand': 'needs a decision',
}

const CONFIRMED: Record<string, string> = {
  session: 'declared signed in',
  link: 'confirmed by the button of the receipt',
  operator: 'confirmed by you',
}

function reasonOf({ outcome }: { outcome: string | null }): string {
  return REASONS[outcome ?? 'by-hand'] ?? outcome ?? ''
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
      each.confirmed_by && `the owner’s own: ${CONFIRMED[each.confirmed_by] ?? each.confirmed_by}`,
      each.effective_at && each.outcome !== 'unconfirmed' && `renewal stopped, ends ${dayInVienna(each.effective_at)}`,
      each.reason && `reason: ${each.reason.replace(/\s+/g, ' ').slice(0, 200)}`,
    ].filter(Boolean)
    const at = `${each.received_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return [
      `${exitNumber(each)}  ${at}  ${manner}: ${reasonOf(each)}`,
      `    ${printable(each.name)} <${printable(each.email)}>, ${each.language}${contract ? `, ${printable(contract)}` : ''}`,
      ...more.map((line) => `    ${printable(String(line))}`),
    ]
  })
}
