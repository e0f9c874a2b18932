import { activateAccount, deactivateAccount } from '@kiosk/backend/accounts/deactivate-account'
import { accountByEmail } from '@kiosk/backend/accounts/queries'
import { commandActor } from '@kiosk/backend/audit/actor'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import type { AppContext } from '@kiosk/backend/context'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { dayInUtc } from '@kiosk/domain/day'
import { MARKET_DECISIONS } from '@kiosk/domain/payments/market'
import { tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import { decideMarketOf, showMarket } from './account-market.ts'
import { eraseByLetter, exportAccount, resetByLetter } from './account-requests.ts'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'
import { reason, WHY } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>

export const declare: DeclareCommand = (command) => {
  command.description('Shows, deactivates and reactivates an account; exports or erases its personal data.').addHelpText(
    'afterAll',
    `${DATA_ENVIRONMENT}
For export, erase, reset-second-factor and decisions about the market also OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL.`,
  )
  const action = (name: string, summary: string, description = summary) =>
    command.command(name).summary(summary).description(description).argument('<EMAIL>', 'address of the account')

  action('show', 'Shows state, date of registration, sessions, devices and subscriptions.').action(
    withExitCode((email) => atAccount(email, show)),
  )
  action(
    'deactivate',
    'Ends every session at once; nothing more is charged.',
    `Ends every session at once. Downloaded issues are locked when a device next connects; e-mails and notifications about new
    issues stop; nothing more is charged. A running subscription is not renewed and ends with the paid period. Nothing is
    refunded: use "kiosk refund" for that.`,
  )
    .option('--why <TEXT>', WHY, reason())
    .action(withExitCode((email, { why }) => atAccount(email, (db, account) => deactivate(db, account, why))))
  action(
    'activate',
    'Allows signing in again.',
    `Allows signing in again. Old sessions and downloads are not restored, and a running subscription is not renewed unless its
    owner switches renewal on. A pending erasure is cancelled.`,
  )
    .option('--why <TEXT>', WHY, reason())
    .action(withExitCode((email, { why }) => atAccount(email, (db, account) => activate(db, account, why))))
  action(
    'export',
    'Writes all personal data of the account to a file.',
    'Writes all personal data of the account to a file, with a receipt beside it, for requests by letter.',
  )
    .option('--to <FILE>', 'default: account-NUMBER-DAY.json in this folder; an existing file is not replaced')
    .action(withExitCode((email, options) => atRequest(email, (ctx, account) => exportAccount(ctx, account, options))))
  action(
    'erase',
    'Erases the account after seven days or at once.',
    `Deactivates the account at once and erases it after seven days; until then a link in an e-mail restores it. The receipt
    lists what was erased and what the law requires to keep. A running subscription must be ended first.`,
  )
    .option('--now', 'erases it at once')
    .option('--why <TEXT>', WHY, reason())
    .action(withExitCode((email, options) => atRequest(email, (ctx, account) => eraseByLetter(ctx, account, options))))
  action(
    'reset-second-factor',
    'Removes the second factor, for an owner who lost the authenticator app and the recovery codes.',
    `For an owner who lost the authenticator app and the recovery codes: removes both, ends all sessions and informs the owner by
    e-mail. Afterwards the password alone is enough, so first verify that the request comes from the owner, by more than an
    e-mail from this address.`,
  )
    .option('--passkeys', 'also removes every passkey')
    .option('--why <TEXT>', WHY, reason())
    .action(withExitCode((email, options) => atRequest(email, (ctx, account) => resetByLetter(ctx, account, options))))
  action(
    'market',
    'Shows the evidence for the country of the account, or decides about its purchases.',
    `Shows the evidence for the country of the account and whether it may buy: two of market, network of the order and payment
    data must name the same country. A decision applies to purchases in the country of its market from now on.`,
  )
    .addArgument(
      command
        .createArgument(
          '[DECISION]',
          `allow: for a reader who proved in another way that they live there; invoices record the evidence "operator".
          refuse: no purchase is accepted, whatever the evidence; a running subscription continues.
          clear: the evidence decides again.`,
        )
        .choices(MARKET_DECISIONS),
    )
    .option(
      '--why <TEXT>',
      `stored with the account and, for an allowance, with each invoice that relies on it: what was proved, without names or
      addresses of people; required with a decision`,
      reason(),
    )
    .action(
      withExitCode(async (email, decision, { why }, market) => {
        if (decision && why) return atRequest(email, (ctx, account) => decideMarketOf(ctx, account, { decision, why }))
        if (decision) return market.error("error: required option '--why <TEXT>' not specified")
        if (why) return market.error("error: option '--why <TEXT>' needs a decision")
        return atAccount(email, showMarket)
      }),
    )
}

function atAccount(email: string, act: (db: Database, account: Account) => Promise<number>): Promise<number> {
  return withDatabase((db) => found(db, email, (account) => act(db, account)))
}

function atRequest(email: string, act: (ctx: AppContext, account: Account) => Promise<number>): Promise<number> {
  return withContext((ctx) => found(ctx.db, email, (account) => act(ctx, account)))
}

async function found(db: Database, email: string, act: (account: Account) => Promise<number>): Promise<number> {
  const account = await accountByEmail(db, email)
  if (account) return act(account)
  console.error('There is no account with this address.')
  return 1
}

async function show(db: Database, account: Account): Promise<number> {
  for (const line of await linesOf(db, account)) console.log(line)
  return 0
}

async function deactivate(db: Database, { id, email }: Account, reason?: string): Promise<number> {
  const by = { actor: commandActor(), reason }
  const closed = await db.transaction().execute((trx) => deactivateAccount(trx, id, new Date(), by))
  console.log(
    closed ? `${email} is deactivated: nobody gets in, and nothing more is charged.` : `${email} is deactivated already.`,
  )
  return 0
}

async function activate(db: Database, { id, email }: Account, reason?: string): Promise<number> {
  const by = { actor: commandActor(), reason }
  const opened = await db.transaction().execute((trx) => activateAccount(trx, id, new Date(), by))
  console.log(opened ? `${email} may log in again.` : `${email} is active already.`)
  return 0
}

async function linesOf(db: Database, account: Account): Promise<string[]> {
  const rowsOf = async (table: 'sessions' | 'devices') => {
    const query = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
    return Number((await query.where('account_id', '=', account.id).executeTakeFirstOrThrow()).count)
  }
  const subscriptions = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
  const { deactivated_at: closed, verified_at: verified } = account
  return [
    ...(account.erase_at ? [`${account.email}: will be erased on ${dayInUtc(account.erase_at)}`] : []),
    `${account.email}: ${closed ? `deactivated since ${dayInUtc(closed)}` : 'active'}`,
    `account ${account.id} since ${dayInUtc(account.created_at)}, address ${verified ? `confirmed ${dayInUtc(verified)}` : 'not confirmed'}`,
    `${count(await rowsOf('sessions'), 'session')}, ${count(await rowsOf('devices'), 'device')}`,
    ...subscriptions.map(({ id, plan_id, state, ends_at, auto_renew }) => {
      const tier = tierOfPlan(plan_id) ?? ''
      const goesOn = state !== 'ended' && auto_renew ? 'is renewed' : 'is not renewed'
      return `${subscriptionNumber(id)} ${tier}: ${state}, ${ends_at ? `to ${dayInUtc(ends_at)}` : 'without an end'}, ${goesOn}`
    }),
  ]
}
