import { parseArgs } from 'node:util'
import { activateAccount, deactivateAccount } from '@kiosk/api/accounts/deactivate-account'
import { accountByEmail } from '@kiosk/api/accounts/queries'
import type { Database } from '@kiosk/api/database/connect'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { eraseByLetter, exportAccount, type RequestOptions, resetByLetter } from './account-requests.ts'
import { atTheDatabase } from './at-the-database.ts'
import { isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- account show EMAIL
       npm run kiosk -- account deactivate EMAIL
       npm run kiosk -- account activate EMAIL
       npm run kiosk -- account export EMAIL [--to FILE]
       npm run kiosk -- account erase EMAIL [--now]
       npm run kiosk -- account reset-second-factor EMAIL [--passkeys]

Closes an account, so that nobody gets in, or opens it again; gives out or erases what is held about it.

  show        whether it is open, since when it is there, where it is signed in, and what it pays for
  deactivate  everybody who is in it is out at once; downloaded issues are locked when a device is next in touch, letters
              and messages about new issues stop, and nothing more is charged. A running subscription is not renewed and
              ends with what is paid. Nothing is given back by this: "kiosk refund" does that.
  activate    its owner may log in again. Old sessions and downloads stay gone, and a subscription that still runs is not
              renewed by itself: its owner may switch that on. An erasure that waits is taken back.
  export      writes everything that is held about it to a file, and a receipt beside it, for somebody who wrote a letter
  erase       closes it at once and erases it after seven days; a link in an email brings it back until then. With --now
              it is erased at once. A receipt says what was done and what the law keeps. A running subscription comes first.
  reset-second-factor
              for an owner who lost the authenticator app and the recovery codes: both are removed, with --passkeys every
              passkey too; every sign-in ends, and the owner gets an email. The password alone is enough then, so make sure
              first that it is the owner who asks, in another way than by an email from this address alone.

Environment: DATA_DIR, DATABASE_URL; for export, erase and reset-second-factor also OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL.`

const WRONG_USE = 64
type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>

export const accountCommand: Command = {
  summary: 'an account: show, deactivate, activate, export, erase, reset-second-factor',
  help: HELP,
  async run(args) {
    const options = { to: { type: 'string' }, now: { type: 'boolean' }, passkeys: { type: 'boolean' } } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [action = '', email = '', ...rest] = positionals
    const request = Object.hasOwn(requests, action) ? requests[action as keyof typeof requests] : undefined
    const isMeant =
      (values.to === undefined || action === 'export') &&
      (values.now === undefined || action === 'erase') &&
      (values.passkeys === undefined || action === 'reset-second-factor')
    if (request && isMeant && email !== '' && rest.length === 0) return atRequest(email, request, values)
    const act = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : undefined
    if (!act || !isMeant || email === '' || rest.length > 0) {
      console.error(HELP)
      return WRONG_USE
    }
    return atTheDatabase(async (db) => {
      const account = await accountByEmail(db, email)
      if (account) return act(db, account)
      console.error('There is no account with this address.')
      return 1
    })
  },
}

const requests = { export: exportAccount, erase: eraseByLetter, 'reset-second-factor': resetByLetter }

async function atRequest(email: string, request: typeof exportAccount, values: RequestOptions): Promise<number> {
  const { house, close } = await openHouse()
  try {
    const account = await accountByEmail(house.db, email)
    if (account) return await request(house, account, values)
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
  const contracts = await db.selectFrom('subscriptions').selectAll().where('account_id', '=', account.id).orderBy('id').execute()
  const { deactivated_at: closed, verified_at: verified } = account
  return [
    ...(account.erase_at ? [`${account.email}: will be erased on ${isoDay(account.erase_at)}`] : []),
    `${account.email}: ${closed ? `deactivated since ${isoDay(closed)}` : 'active'}`,
    `account ${account.id} since ${isoDay(account.created_at)}, address ${verified ? `confirmed ${isoDay(verified)}` : 'not confirmed'}`,
    `${await count('sessions')} sessions, ${await count('devices')} devices`,
    ...contracts.map(({ id, subscription_id, state, ends_at, auto_renew }) => {
      const tier = tariffs.find(({ subscriptionId }) => subscriptionId === subscription_id)?.tier ?? ''
      const goesOn = state !== 'ended' && auto_renew ? 'is renewed' : 'is not renewed'
      return `${contractNumber(id)} ${tier}: ${state}, ${ends_at ? `to ${isoDay(ends_at)}` : 'without an end'}, ${goesOn}`
    }),
  ]
}
