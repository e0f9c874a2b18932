import { userInfo } from 'node:os'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import {
  assignSuspense,
  assignSuspenseIn,
  bookSuspense,
  bookSuspenseIn,
  type Decision,
  requestReturnIn,
  returnSuspense,
} from '@kiosk/backend/billing/suspense/decide'
import { SuspenseRejected } from '@kiosk/backend/billing/suspense/suspense-rejected'
import type { AppContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { rolledBack } from '@kiosk/backend/db/transaction'
import { type DeclareCommand, formerOption, SERVER_ENVIRONMENT, withExitCode } from './command.ts'
import { formatMoney } from './format-money.ts'
import { withContext } from './open-context.ts'
import { parser, reason } from './parse-values.ts'
import { suspenseLines, suspenseRecord } from './suspense-lines.ts'
import { type Named, NotFound, subscriptionNamed, targetNamed } from './suspense-targets.ts'
import { printLines, withDatabase } from './with-database.ts'

/** Characters. */
const LONGEST_CHARACTERS = { actor: 60, reason: 300 }

type Values = { why: string; by?: string | undefined; dryRun?: true | undefined }

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Payments that a provider reports and that match nothing in our ledger. They stay in suspense until they are booked or
      returned. Without an action: list.

      Exit code 1 if the action is not possible.`,
    )
    .addHelpText('afterAll', SERVER_ENVIRONMENT)
  const id = parser(
    (typed) => (/^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : null),
    'It must be the number of an amount in the list. Example: 7.',
  )
  const ID = 'number of the amount, as in the list: 7'
  /** An action that decides about an amount. */
  const act = (name: string, summary: string, description = summary) =>
    command
      .command(name)
      .summary(summary)
      .description(description)
      .argument('<ID>', ID, id)
      .requiredOption('--why <TEXT>', 'stored permanently with the amount; no names or addresses of people', reason())
      .option('--by <NAME>', 'who decides; default: your user name on this computer', reason())
      .option('--dry-run', 'prints what would happen and changes nothing')

  command
    .command('list')
    .description('Open amounts, the oldest first.')
    .option('--all', 'also those that were booked or returned')
    .action(withExitCode(({ all = false }) => printLines((db) => suspenseLines(db, all))))
  command
    .command('show')
    .description('One amount with all decisions about it.')
    .argument('<ID>', ID, id)
    .action(withExitCode((id) => withDatabase((db) => show(db, id))))
  act('assign', 'Names the subscription to which an amount belongs; the amount stays in suspense.')
    .option('--subscription <NUMBER>', 'V-000042')
    .addOption(formerOption('--contract <NUMBER>', 'subscription'))
    .addOption(
      command
        .createOption('--account <EMAIL>', 'the running subscription of this account, else its latest')
        .conflicts('subscription'),
    )
    .action(
      withExitCode(async (id, values, assign) =>
        values.subscription === undefined && values.account === undefined
          ? assign.error('error: --subscription or --account is missing')
          : deciding((ctx) => assignTo(ctx, id, values)),
      ),
    )
  act(
    'book',
    'Books an amount.',
    `Books an amount. Without --subscription, --payment or --as it pays the next 30 days of the assigned subscription.`,
  )
    .option(
      '--subscription <NUMBER>',
      'V-000042: pays the next 30 days of a running subscription, with an invoice for the amount',
    )
    .addOption(formerOption('--contract <NUMBER>', 'subscription'))
    .addOption(
      command
        .createOption(
          '--payment <PAYMENT>',
          `2026-000007: a refund, dispute or charge of a known payment, by the number of its invoice or the id of the payment`,
        )
        .conflicts('subscription'),
    )
    .addOption(
      command
        .createOption(
          '--as <ACCOUNT>',
          `income, loss, fee or payout: without a subscription and without VAT, as other income, as a loss, as a fee of the
          provider, or as a payout to our bank account`,
        )
        .conflicts(['subscription', 'payment']),
    )
    .action(withExitCode((id, values) => deciding((ctx) => book(ctx, id, values))))
  act(
    'return',
    'Refunds a charge to its payment method.',
    'Refunds a charge to its payment method, once; after a rejection by the provider it can be repeated.',
  ).action(withExitCode((id, values) => deciding((ctx) => giveBack(ctx, id, values))))
}

/** Prints the decision that `work` resolves to, or why it is not possible. @returns exit code */
function deciding(work: (ctx: AppContext) => Promise<string>): Promise<number> {
  return withContext(async (ctx) => {
    try {
      console.log(await work(ctx))
      return 0
    } catch (error) {
      const words = error instanceof SuspenseRejected ? REJECTED[error.reason] : error instanceof NotFound ? error.message : null
      if (words === null) throw error
      console.error(words)
      return 1
    }
  })
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
    'It does not fit this payment: a charge belongs to a payment of the same amount without an answer yet, a refund or dispute to one that was paid.',
  'no-dispute': 'This payment has no dispute over that amount.',
}

const decisionOf = ({ why, by = userInfo().username }: Values): Decision => ({
  actor: by.slice(0, LONGEST_CHARACTERS.actor),
  why: why.slice(0, LONGEST_CHARACTERS.reason),
})
const beginning = ({ dryRun }: Values) => (dryRun ? 'Nothing was changed. It would be: ' : '')

/** @returns what was done, as a sentence */
async function assignTo(ctx: AppContext, id: number, values: Values & Named): Promise<string> {
  const subscription = await subscriptionNamed(ctx.db, values)
  if (values.dryRun) await rolledBack(ctx, (trx) => assignSuspenseIn(trx, ctx, id, subscription, decisionOf(values)))
  else await assignSuspense(ctx, id, subscription, decisionOf(values))
  return `${beginning(values)}${await amountOf(ctx.db, id)} belongs to ${subscriptionNumber(subscription)}; it stays in suspense.`
}

/** @returns what was done, as a sentence */
async function book(ctx: AppContext, id: number, values: Values & Named): Promise<string> {
  const target = await targetNamed(ctx.db, id, values)
  const booked = values.dryRun
    ? await rolledBack(ctx, (trx) => bookSuspenseIn(trx, ctx, id, target, decisionOf(values)))
    : await bookSuspense(ctx, id, target, decisionOf(values))
  const where = Object.entries(booked).map(([name, value]) => `${name} ${value}`)
  return `${beginning(values)}${await amountOf(ctx.db, id)} booked: ${where.join(', ')}.`
}

/** @returns what was done, as a sentence */
async function giveBack(ctx: AppContext, id: number, values: Values): Promise<string> {
  if (values.dryRun) {
    await rolledBack(ctx, (trx) => requestReturnIn(trx, ctx, id, decisionOf(values)))
    return `${beginning(values)}${await amountOf(ctx.db, id)} returned.`
  }
  const { state, return_failed_at } = await returnSuspense(ctx, id, decisionOf(values))
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
  return formatMoney(amount, currency)
}

async function show(db: Database, id: number): Promise<number> {
  const lines = await suspenseRecord(db, id)
  if (lines === null) {
    console.error('There is no amount with this number.')
    return 1
  }
  for (const line of lines) console.log(line)
  return 0
}
