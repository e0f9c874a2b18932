import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/exit-endpoints'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import { type Asking, serve } from '../endpoint.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import { dataOfToken, readToken, redeemToken } from '../session/one-time-tokens.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { applyExit, type Declaration, lockContract } from './apply-exit.ts'
import { exitNumber } from './exit-number.ts'
import { holdAccounts, lockOpenSubscriptions } from './locks.ts'
import { presentExit } from './present-exit.ts'

/** What waits for a confirmation; a person looks at `by-hand`, and is helped by one. */
const CONFIRMABLE: readonly (string | null)[] = ['unconfirmed', 'by-hand']

export const declaredExit = serve(declared.declaredExit, 'personal', async ({ house, input }) => {
  const { id } = await declarationOfToken(house.db, input.token, house.now())
  const found = await house.db.selectFrom('exit_declarations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('token_invalid', 'token')
  return presentExit(found)
})

export const unconfirmedExits = serve(declared.unconfirmedExits, 'personal', async ({ house, session }) => {
  const waiting = await house.db
    .selectFrom('exit_declarations')
    .selectAll()
    .where('account_id', '=', session.account!.id)
    .where('subscription', 'is not', null)
    .where('confirmed_at', 'is', null)
    .where('applied_at', 'is', null)
    .where('outcome', '=', 'unconfirmed')
    .orderBy('received_at')
    .execute()
  return { declarations: waiting.map(presentExit) }
})

export const confirmExit = serve(declared.confirmExit, 'personal', async (call) => {
  const { house, input } = call
  const row = await transact(house, async (trx) => {
    const confirmedBy = input.token ? 'link' : 'session'
    const { id, isSpent } = input.token
      ? await declarationOfToken(trx, input.token, house.now())
      : await declarationOfSession(trx, call, input.number)
    const { declaration, isNew } = await confirmDeclaration(trx, house, id, confirmedBy)
    if (!isNew) return declaration
    // Ended before it was used, when the account took another address: this rolls everything back.
    if (isSpent) throw new Refusal('token_expired', 'token')
    if (input.token) await redeemToken(trx, 'exit', input.token, house.now())
    const details = {
      kind: declaration.kind,
      outcome: declaration.outcome ?? '',
      number: exitNumber(declaration),
      by: confirmedBy,
    }
    await recordSecurityEvent(trx, call, { kind: 'exit.confirmed', accountId: declaration.account_id, details })
    return declaration
  })
  return presentExit(row)
})

/**
 * Confirms a declaration and carries it out as of the moment it was received, its letter under way; a second time changes
 * nothing.
 * @throws Refusal not_found where there is none, or nothing about it is to be confirmed
 */
export async function confirmDeclaration(
  trx: Transaction<DB>,
  house: House,
  id: number,
  by: 'session' | 'link' | 'operator',
): Promise<{ declaration: Declaration; isNew: boolean }> {
  const found = await lockDeclaration(trx, id)
  if (!found) throw new Refusal('not_found', 'number')
  if (found.confirmed_at !== null || found.applied_at !== null) return { declaration: found, isNew: false }
  if (found.account_id === null || found.subscription === null || !CONFIRMABLE.includes(found.outcome))
    throw new Refusal('not_found', 'number')
  const confirmed = await trx
    .updateTable('exit_declarations')
    .set({ confirmed_at: house.now(), confirmed_by: by })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const declaration = await applyExit(trx, house, confirmed, await lockContract(trx, found.subscription))
  await addJob(trx, 'letter', { letter: 'exit-confirmed', declarationId: id })
  return { declaration, isNew: true }
}

/** A declaration with the account and the subscription that it is about, locked in the order of decisions/068. */
async function lockDeclaration(trx: Transaction<DB>, id: number): Promise<Declaration | undefined> {
  const about = await trx
    .selectFrom('exit_declarations')
    .select(['account_id', 'subscription'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!about) return undefined
  await holdAccounts(trx, [about.account_id])
  if (about.account_id !== null) await lockOpenSubscriptions(trx, about.account_id)
  if (about.subscription !== null) await lockContract(trx, about.subscription)
  return trx.selectFrom('exit_declarations as e').selectAll('e').where('e.id', '=', id).forNoKeyUpdate('e').executeTakeFirst()
}

type Found = { id: number; isSpent: boolean }

/** A token that was spent still leads to its declaration: pressing twice shows what came of it. */
async function declarationOfToken(db: Kysely<DB>, token: string, now: Date): Promise<Found> {
  const state = await readToken(db, 'exit', token, now)
  if (state === 'unknown') throw new Refusal('token_invalid', 'token')
  if (state === 'expired') throw new Refusal('token_expired', 'token')
  const data = state === 'used' ? await dataOfToken(db, 'exit', token) : state.data
  return { id: Number(data.declarationId), isSpent: state === 'used' }
}

async function declarationOfSession(db: Kysely<DB>, { session }: Asking, number: string): Promise<Found> {
  const id = Number(/^[KW]-\d{8}-(\d{1,15})$/.exec(number)?.[1] ?? 0)
  const own = await db
    .selectFrom('exit_declarations')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', session.account?.id ?? 0)
    .executeTakeFirst()
  if (!own) throw new Refusal('not_found', 'number')
  return { id: own.id, isSpent: false }
}
