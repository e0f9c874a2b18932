import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { Database } from '@kiosk/api/database/connect'
import { rolledBack } from '@kiosk/api/database/transaction'
import type { House } from '@kiosk/api/house'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import {
  assignSuspense,
  assignSuspenseIn,
  bookSuspense,
  bookSuspenseIn,
  type Decision,
  requestReturnIn,
  returnSuspense,
  type Target,
} from '@kiosk/api/payments/decide-suspense'
import { SuspenseRejected } from '@kiosk/api/payments/suspense-rejected'
import { atTheDatabase } from './at-the-database.ts'
import type { Command } from './kiosk.ts'
import { inWords } from './money-in-words.ts'
import { openHouse } from './open-house.ts'
import { printable } from './printable.ts'
import { suspenseLines, suspenseRecord } from './suspense-lines.ts'
import { NotFound, subscriptionNamed, targetNamed } from './suspense-targets.ts'

const HELP = `Usage: npm run kiosk -- suspense [list] [--all]
       npm run kiosk -- suspense show ID
       npm run kiosk -- suspense assign ID (--contract NUMBER | --account EMAIL) --why TEXT
       npm run kiosk -- suspense book ID [--contract NUMBER | --payment PAYMENT | --as ACCOUNT] --why TEXT
       npm run kiosk -- suspense return ID --why TEXT

Money that a provider reports and that belongs to nothing we know. It stays here until it is booked or sent back.

  list      what is open, the oldest first; --all: also what was booked or returned
  show      one of them, with everything that was decided about it
  assign    names the subscription that it belongs to; the money stays here
  book      takes it out of here and books it:
              --contract V-000042   it pays the next 30 days of a running subscription, with an invoice over what came;
                                    without an option: the subscription it was assigned to
              --payment 2026-000007 a refund, dispute or charge of a payment that we know, by the number of its invoice or
                                    the id of the payment
              --as income | loss | fee | payout
                                    it belongs to no subscription: booked without VAT as other income, as a loss, as a fee of
                                    the provider, as a payout to our bank account
  return    sends a charge back to where it came from, once; a provider that refused is asked again

  --why TEXT    kept with the money for ever; no names or addresses of people
  --by NAME     who decides; default: your user name on this computer
  --dry-run     says what would happen, and changes nothing

Exit code 1 where it cannot be done.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const text = { type: 'string' } as const
const yes = { type: 'boolean', default: false } as const
const OPTIONS = {
  ...{ all: yes, 'dry-run': yes },
  ...{ contract: text, account: text, payment: text, as: text, why: text, by: text },
} as const

type Values = ReturnType<typeof parse>['values']
const parse = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS })

/** Options that an action takes; every other one is a mistake. */
const TAKES: Record<string, readonly (keyof Values)[]> = {
  list: ['all'],
  show: [],
  assign: ['contract', 'account', 'why', 'by', 'dry-run'],
  book: ['contract', 'payment', 'as', 'why', 'by', 'dry-run'],
  return: ['why', 'by', 'dry-run'],
}

export const suspenseCommand: Command = {
  summary: 'money that belongs to nothing we know: list, assign, book, return',
  help: HELP,
  async run(args) {
    const { values, positionals } = parse(args)
    const [action = 'list', typed, ...rest] = positionals
    const id = wholeId(typed)
    const fault = faultIn(action, { typed, id, rest, values })
    if (fault !== null) {
      console.error(`${fault}\n\n${HELP}`)
      return WRONG_USE
    }
    if (action === 'list') return atTheDatabase((db) => print(suspenseLines(db, values.all)))
    if (action === 'show') return atTheDatabase((db) => show(db, id!))
    const { house, close } = await openHouse()
    try {
      console.log(await decide(house, { action, id: id!, values }))
      return 0
    } catch (error) {
      const words = error instanceof SuspenseRejected ? REJECTED[error.reason] : error instanceof NotFound ? error.message : null
      if (words === null) throw error
      console.error(words)
      return 1
    } finally {
      await close()
    }
  },
}

type Asked = { typed: string | undefined; id: number | null; rest: string[]; values: Values }

function faultIn(action: string, { typed, id, rest, values }: Asked): string | null {
  const takes = Object.hasOwn(TAKES, action) ? TAKES[action] : undefined
  if (!takes) return `There is no action "${printable(action)}".`
  if (rest.length > 0 || (action === 'list' && typed !== undefined)) return 'There are words too many.'
  if (action !== 'list' && id === null) return 'ID is the number in the list: 7.'
  const foreign = (Object.keys(values) as (keyof Values)[]).find((name) => values[name] !== false && !takes.includes(name))
  if (foreign) return `"suspense ${action}" takes no --${foreign}.`
  if (takes.includes('why') && !values.why?.trim()) return '--why is missing: it is kept with the money.'
  if (values.by !== undefined && !values.by.trim()) return '--by is empty.'
  const named = [values.contract, values.account, values.payment, values.as].filter((each) => each !== undefined)
  if (named.length > 1) return 'One of --contract, --account, --payment and --as.'
  if (action === 'assign' && named.length === 0) return '--contract or --account is missing.'
  return null
}

function wholeId(typed = ''): number | null {
  return /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : null
}

const REJECTED: Record<SuspenseRejected['reason'], string> = {
  'not-open': 'Nothing with this number is in suspense.',
  'return-under-way': 'It is being sent back: the provider has not answered yet.',
  'not-returnable': 'Only a charge can go back to where it came from. Book it.',
  'other-direction': 'The direction is wrong: income and payments of a subscription came to us, a loss left us.',
  'no-contract': 'There is no such subscription.',
  'not-running': 'The subscription has ended or has not begun. Send the money back, or book it as income.',
  'other-currency': 'It is in another currency.',
  'charge-under-way': 'A charge of this subscription has no answer yet. Try again when it has one.',
  'no-payment': 'There is no such payment.',
  'other-provider': 'That payment was made at another provider.',
  'other-payment':
    'It does not fit this payment: a charge pays one that has no answer yet and is over the same amount, a refund or dispute belongs to one that was paid.',
  'no-dispute': 'No dispute of this payment took as much.',
}

/** Carries out a decision. @returns what was done, in words */
export async function decide(
  house: House,
  { action, id, values }: { action: string; id: number; values: Partial<Values> },
): Promise<string> {
  const decision: Decision = {
    actor: (values.by ?? userInfo().username).trim().slice(0, 60),
    why: values.why!.trim().slice(0, 300),
  }
  const isDry = values['dry-run'] === true
  const begins = isDry ? 'Nothing was changed. It would be: ' : ''
  if (action === 'assign') {
    const subscription = await subscriptionNamed(house.db, values)
    if (isDry) await rolledBack(house, (trx) => assignSuspenseIn(trx, house, id, subscription, decision))
    else await assignSuspense(house, id, subscription, decision)
    return `${begins}${await amountOf(house.db, id)} belongs to ${contractNumber(subscription)}; it stays in suspense.`
  }
  if (action === 'book') {
    const target: Target = await targetNamed(house.db, id, values)
    const booked = isDry
      ? await rolledBack(house, (trx) => bookSuspenseIn(trx, house, id, target, decision))
      : await bookSuspense(house, id, target, decision)
    const where = Object.entries(booked).map(([name, value]) => `${name} ${value}`)
    return `${begins}${await amountOf(house.db, id)} booked: ${where.join(', ')}.`
  }
  if (isDry) {
    await rolledBack(house, (trx) => requestReturnIn(trx, house, id, decision))
    return `${begins}${await amountOf(house.db, id)} sent back.`
  }
  const { state, return_failed_at } = await returnSuspense(house, id, decision)
  const amount = await amountOf(house.db, id)
  if (state === 'returned') return `${amount} went back.`
  if (return_failed_at) return `${amount}: the provider refused to send it back. It stays in suspense.`
  return `${amount} is to go back; the provider works on it.`
}

async function amountOf(db: Database, id: number): Promise<string> {
  const { amount, currency } = await db
    .selectFrom('suspense')
    .select(['amount', 'currency'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return inWords(amount, currency)
}

async function show(db: Database, id: number): Promise<number> {
  const lines = await suspenseRecord(db, id)
  if (lines === null) {
    console.error('Nothing with this number is in suspense, or was.')
    return 1
  }
  return print(lines)
}

async function print(lines: readonly string[] | Promise<readonly string[]>): Promise<number> {
  for (const line of await lines) console.log(line)
  return 0
}
