import { parseArgs } from 'node:util'
import { activateAccount, deactivateAccount } from '@kiosk/backend/accounts/deactivate-account'
import { accountByEmail } from '@kiosk/backend/accounts/queries'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import type { Database } from '@kiosk/backend/db/connect'
import { dayInUtc } from '@kiosk/domain/day'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { decideMarketOf, isDecision, showMarket } from './account-market.ts'
import { eraseByLetter, exportAccount, type RequestOptions, resetByLetter } from './account-requests.ts'
import type { Command } from './command.ts'
import { openContext } from './open-context.ts'
import { withDatabase } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- account show EMAIL
       npm run kiosk -- account deactivate EMAIL
       npm run kiosk -- account activate EMAIL
       npm run kiosk -- account export EMAIL [--to FILE]
       npm run kiosk -- account erase EMAIL [--now]
       npm run kiosk -- account reset-second-factor EMAIL [--passkeys]
       npm run kiosk -- account market EMAIL [allow | refuse | clear --why TEXT]

Shows, deactivates and reactivates an account; exports or erases its personal data.

  show        state, date of registration, sessions and devices, subscriptions
  deactivate  ends every session at once. Downloaded issues are locked when a device next connects; e-mails and notifications
              about new issues stop; nothing more is charged. A running subscription is not renewed and ends with the paid
              period. Nothing is refunded: use "kiosk refund" for that.
  activate    allows signing in again. Old sessions and downloads are not restored, and a running subscription is not renewed
              unless its owner switches renewal on. A pending erasure is cancelled.
  export      writes all personal data of the account to a file, with a receipt beside it, for requests by letter
  erase       deactivates the account at once and erases it after seven days; until then a link in an e-mail restores it. With
              --now it is erased at once. The receipt lists what was erased and what the law requires to keep. A running
              subscription must be ended first.
  reset-second-factor
              for an owner who lost the authenticator app and the recovery codes: removes both, and with --passkeys every
              passkey; ends all sessions and informs the owner by e-mail. Afterwards the password alone is enough, so first
              verify that the request comes from the owner, by more than an e-mail from this address.
  market      shows the evidence for the country of the account and whether it may buy: two of market, network of the order and
              payment data must name the same country. A decision applies to purchases in the country of its market from now on:
                allow   for a reader who proved in another way that they live there; invoices record the evidence "operator"
                refuse  no purchase is accepted, whatever the evidence; a running subscription continues
                clear   the evidence decides again
              --why TEXT is stored with the account and, for an allowance, with each invoice that relies on it: what was proved,
              without names or addresses of people.

Environment: DATA_DIR, DATABASE_URL; for export, erase and reset-second-factor also OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL.`

const WRONG_USE = 64
type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>

export const accountCommand: Command = {
  summary: 'an account: show, deactivate, activate, export, erase, reset-second-factor, market',
  help: HELP,
  async run(args) {
    const options = {
      to: { type: 'string' },
      now: { type: 'boolean' },
      passkeys: { type: 'boolean' },
      why: { type: 'string' },
    } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [action = '', email = '', ...rest] = positionals
    if (action === 'market' && email !== '') return aboutMarket(email, rest, values)
    const request = Object.hasOwn(requests, action) ? requests[action as keyof typeof requests] : undefined
    const isMeant =
      values.why === undefined &&
      (values.to === undefined || action === 'export') &&
      (values.now === undefined || action === 'erase') &&
      (values.passkeys === undefined || action === 'reset-second-factor')
    if (request && isMeant && email !== '' && rest.length === 0) return atRequest(email, request, values)
    const act = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : undefined
    if (!act || !isMeant || email === '' || rest.length > 0) {
      console.error(HELP)
      return WRONG_USE
    }
    return atAccount(email, act)
  },
}

function atAccount(email: string, act: (db: Database, account: Account) => Promise<number>): Promise<number> {
  return withDatabase(async (db) => {
    const account = await accountByEmail(db, email)
    if (account) return act(db, account)
    console.error('There is no account with this address.')
    return 1
  })
}

async function aboutMarket(
  email: string,
  [typed, ...rest]: string[],
  { why = '', ...others }: { why?: string } & RequestOptions,
): Promise<number> {
  const isOther = rest.length > 0 || Object.values(others).some((value) => value !== undefined)
  const reason = why.trim()
  if (typed === undefined && !isOther && reason === '') return atAccount(email, (db, account) => showMarket(db, account))
  if (typed === undefined || !isDecision(typed) || isOther || reason === '') {
    if (typed !== undefined && isDecision(typed) && reason === '') console.error('--why is missing: the reason.\n')
    console.error(HELP)
    return WRONG_USE
  }
  return atRequest(email, (ctx, account) => decideMarketOf(ctx, account, { decision: typed, why: reason }), {})
}

const requests = { export: exportAccount, erase: eraseByLetter, 'reset-second-factor': resetByLetter }

async function atRequest(email: string, request: typeof exportAccount, values: RequestOptions): Promise<number> {
  const { ctx, close } = await openContext()
  try {
    const account = await accountByEmail(ctx.db, email)
    if (account) return await request(ctx, account, values)
    console.error('There is no account with this address.')
    return 1
  } finally {
    await close()
  }
}

const actions = {
  async show(db: Database, account: Account) {
    for (const line of await linesOf(db, account)) console.log(line)
    return 0
  },
  async deactivate(db: Database, { id, email }: Account) {
    const closed = await db.transaction().execute((trx) => deactivateAccount(trx, id, new Date()))
    console.log(
      closed ? `${email} is deactivated: nobody gets in, and nothing more is charged.` : `${email} is deactivated already.`,
    )
    return 0
  },
  async activate(db: Database, { id, email }: Account) {
    const opened = await db.transaction().execute((trx) => activateAccount(trx, id))
    console.log(opened ? `${email} may log in again.` : `${email} is active already.`)
    return 0
  },
}

async function linesOf(db: Database, account: Account): Promise<string[]> {
  const count = async (table: 'sessions' | 'devices') => {
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
    `${await count('sessions')} sessions, ${await count('devices')} devices`,
    ...subscriptions.map(({ id, plan_id, state, ends_at, auto_renew }) => {
      const tier = plans.find(({ subscriptionId }) => subscriptionId === plan_id)?.tier ?? ''
      const goesOn = state !== 'ended' && auto_renew ? 'is renewed' : 'is not renewed'
      return `${subscriptionNumber(id)} ${tier}: ${state}, ${ends_at ? `to ${dayInUtc(ends_at)}` : 'without an end'}, ${goesOn}`
    }),
  ]
}
