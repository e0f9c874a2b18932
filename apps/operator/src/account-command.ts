import { parseArgs } from 'node:util'
import { activateAccount, deactivateAccount } from '@kiosk/api/accounts/deactivate-account'
import { accountByEmail } from '@kiosk/api/accounts/queries'
import type { Database } from '@kiosk/api/database/connect'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { tariffs } from '@kiosk/domain/subscriptions/tariffs'
import { atTheDatabase } from './at-the-database.ts'
import { isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'

const HELP = `Usage: npm run kiosk -- account show EMAIL
       npm run kiosk -- account deactivate EMAIL
       npm run kiosk -- account activate EMAIL

Closes an account, so that nobody gets in, or opens it again. Nothing of it is erased.

  show        whether it is open, since when it is there, where it is signed in, and what it pays for
  deactivate  everybody who is in it is out at once; downloaded issues are locked when a device is next in touch, letters
              and messages about new issues stop, and nothing more is charged. A running subscription is not renewed and
              ends with what is paid. Nothing is given back by this: "kiosk refund" does that.
  activate    its owner may log in again. Old sessions and downloads stay gone, and a subscription that still runs is not
              renewed by itself: its owner may switch that on.

Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64
type Account = NonNullable<Awaited<ReturnType<typeof accountByEmail>>>

export const accountCommand: Command = {
  summary: 'an account: show, deactivate, activate',
  help: HELP,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [action = '', email = '', ...rest] = positionals
    const act = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : undefined
    if (!act || email === '' || rest.length > 0) {
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
