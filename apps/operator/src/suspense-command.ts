import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import {
  assignSuspense,
  assignSuspenseIn,
  bookSuspense,
  bookSuspenseIn,
  type Decision,
  requestReturnIn,
  returnSuspense,
  type Target,
} from '@kiosk/backend/billing/suspense/decide'
import { SuspenseRejected } from '@kiosk/backend/billing/suspense/suspense-rejected'
import type { AppContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { rolledBack } from '@kiosk/backend/db/transaction'
import type { Command } from './command.ts'
import { inWords } from './format-money.ts'
import { openContext } from './open-context.ts'
import { withCurrentNames } from './parse-values.ts'
import { printable } from './printable.ts'
import { suspenseLines, suspenseRecord } from './suspense-lines.ts'
import { NotFound, subscriptionNamed, targetNamed } from './suspense-targets.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- suspense [list] [--all]
       npm run kiosk -- suspense show ID
       npm run kiosk -- suspense assign ID (--subscription NUMBER | --account EMAIL) --why TEXT
       npm run kiosk -- suspense book ID [--subscription NUMBER | --payment PAYMENT | --as ACCOUNT] --why TEXT
       npm run kiosk -- suspense return ID --why TEXT

Payments that a provider reports and that match nothing in our ledger. They stay in suspense until they are booked or returned.

  list      open amounts, the oldest first; --all: also those that were booked or returned
  show      one amount with all decisions about it
  assign    names the subscription to which it belongs; the amount stays in suspense
  book      books it:
              --subscription V-000042
                                    pays the next 30 days of a running subscription, with an invoice for the amount; without
                                    an option, the assigned subscription
              --payment 2026-000007 a refund, dispute or charge of a known payment, by the number of its invoice or the id of
                                    the payment
              --as income | loss | fee | payout
                                    without a subscription and without VAT: as other income, as a loss, as a fee of the
                                    provider, or as a payout to our bank account
  return    refunds a charge to its payment method, once; after a rejection by the provider it can be repeated

  --why TEXT    stored permanently with the amount; no names or addresses of people
  --by NAME     who decides; default: your user name on this computer
  --dry-run     prints what would happen and changes nothing

Exit code 1 if the action is not possible.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const text = { type: 'string' } as const
const yes = { type: 'boolean', default: false } as const
const OPTIONS = {
  ...{ all: yes, 'dry-run': yes },
  ...{ subscription: text, account: text, payment: text, as: text, why: text, by: text },
} as const

type Values = ReturnType<typeof parse>['values']
/** Former names of options, which still work. */
const FORMER_NAMES = { contract: 'subscription' }
const parse = (args: string[]) =>
  parseArgs({ args: withCurrentNames(args, FORMER_NAMES), allowPositionals: true, options: OPTIONS })

/** Options that an action takes; every other one is a mistake. */
const TAKES: Record<string, readonly (keyof Values)[]> = {
  list: ['all'],
  show: [],
  assign: ['subscription', 'account', 'why', 'by', 'dry-run'],
  book: ['subscription', 'payment', 'as', 'why', 'by', 'dry-run'],
  return: ['why', 'by', 'dry-run'],
}

export const suspenseCommand: Command = {
  summary: 'unmatched payments: list, show, assign, book, return',
  help: HELP,
  async run(args) {
    const { values, positionals } = parse(args)
    const [action = 'list', typed, ...rest] = positionals
    const id = wholeId(typed)
    const fault = errorIn(action, { typed, id, rest, values })
    if (fault !== null) {
      console.error(`${fault}\n\n${HELP}`)
      return WRONG_USE
    }
    if (action === 'list') return withDatabase((db) => print(suspenseLines(db, values.all)))
    if (action === 'show') return withDatabase((db) => show(db, id!))
    const { ctx, close } = await openContext()
    try {
      console.log(await decide(ctx, { action, id: id!, values }))
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

type Requested = { typed: string | undefined; id: number | null; rest: string[]; values: Values }

function errorIn(action: string, { typed, id, rest, values }: Requested): string | null {
  const takes = Object.hasOwn(TAKES, action) ? TAKES[action] : undefined
  if (!takes) return `There is no action "${printable(action)}".`
  if (rest.length > 0 || (action === 'list' && typed !== undefined)) return 'Too many arguments.'
  if (action !== 'list' && id === null) return 'ID must be the number of an amount in the list. Example: 7.'
  const foreign = (Object.keys(values) as (keyof Values)[]).find((name) => values[name] !== false && !takes.includes(name))
  if (foreign) return `--${foreign} cannot be used with "suspense ${action}".`
  if (takes.includes('why') && !values.why?.trim()) return '--why is missing: it is stored with the amount.'
  if (values.by !== undefined && !values.by.trim()) return '--by is empty.'
  const named = [values.subscription, values.account, values.payment, values.as].filter((each) => each !== undefined)
  if (named.length > 1) return 'Use one of --subscription, --account, --payment and --as.'
  if (action === 'assign' && named.length === 0) return '--subscription or --account is missing.'
  return null
}

function wholeId(typed = ''): number | null {
  return /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : null
}

const REJECTED: Record<SuspenseRejected['reason'], string> = {
  'not-open': 'There is no open amount with this number.',
  'return-under-way': 'Its return is in progress: the provider has not answered yet.',
  'not-returnable': 'Only a charge can be returned to its payment method. Book it instead.',
  'other-direction': 'The direction is wrong: income and payments of a subscription must be positive, a loss negative.',
  'no-contract': 'There is no such subscription.',
  'not-running': 'The subscription has ended or has not started. Return the amount, or book it as income.',
  'other-currency': 'It is in another currency.',
  'charge-under-way': 'A charge of this subscription is in progress. Try again when it is settled.',
  'no-payment': 'There is no such payment.',
  'other-provider': 'That payment was made at another provider.',
  'other-payment':
    'It does not fit this payment: a charge pays one that has no answer yet and is over the same amount, a refund or dispute belongs to one that was paid.',
  'no-dispute': 'This payment has no dispute over that amount.',
}

/** Carries out a decision. @returns what was done, as a sentence */
export async function decide(
  ctx: AppContext,
  { action, id, values }: { action: string; id: number; values: Partial<Values> },
): Promise<string> {
  const decision: Decision = {
    actor: (values.by ?? userInfo().username).trim().slice(0, 60),
    why: values.why!.trim().slice(0, 300),
  }
  const isDry = values['dry-run'] === true
  const begins = isDry ? 'Nothing was changed. It would be: ' : ''
  if (action === 'assign') {
    const subscription = await subscriptionNamed(ctx.db, values)
    if (isDry) await rolledBack(ctx, (trx) => assignSuspenseIn(trx, ctx, id, subscription, decision))
    else await assignSuspense(ctx, id, subscription, decision)
    return `${begins}${await amountOf(ctx.db, id)} belongs to ${subscriptionNumber(subscription)}; it stays in suspense.`
  }
  if (action === 'book') {
    const target: Target = await targetNamed(ctx.db, id, values)
    const booked = isDry
      ? await rolledBack(ctx, (trx) => bookSuspenseIn(trx, ctx, id, target, decision))
      : await bookSuspense(ctx, id, target, decision)
    const where = Object.entries(booked).map(([name, value]) => `${name} ${value}`)
    return `${begins}${await amountOf(ctx.db, id)} booked: ${where.join(', ')}.`
  }
  if (isDry) {
    await rolledBack(ctx, (trx) => requestReturnIn(trx, ctx, id, decision))
    return `${begins}${await amountOf(ctx.db, id)} returned.`
  }
  const { state, return_failed_at } = await returnSuspense(ctx, id, decision)
  const amount = await amountOf(ctx.db, id)
  if (state === 'returned') return `${amount} was returned.`
  if (return_failed_at) return `${amount}: the provider rejected the return. It stays in suspense.`
  return `${amount} is being returned by the provider.`
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
    console.error('There is no amount with this number.')
    return 1
  }
  return print(lines)
}

async function print(lines: readonly string[] | Promise<readonly string[]>): Promise<number> {
  for (const line of await lines) console.log(line)
  return 0
}
