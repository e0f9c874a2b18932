import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/termination-endpoints'
import type { Kysely, Transaction } from 'kysely'
import { recordAudit } from '../../audit/record-audit.ts'
import { dataOfToken, readToken, redeemToken } from '../../auth/one-time-tokens.ts'
import { recordSecurityEvent } from '../../auth/security-events.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import { defineHandler, type RequestContext } from '../../http/handler.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { holdAccounts, lockOpenSubscriptions, lockSubscription } from '../locks.ts'
import { applyTermination, type Declaration, type Subscription } from './apply.ts'
import { terminationNumber } from './number.ts'
import { presentTermination } from './present.ts'
import { confirmableDeclarations, isConfirmable } from './waiting.ts'

export const declaredTermination = defineHandler(declared.declaredTermination, 'personal', async ({ ctx, input }) => {
  const { id } = await declarationOfToken(ctx.db, input.token, ctx.now())
  const found = await ctx.db.selectFrom('termination_declarations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new ApiError('token_invalid', 'token')
  return presentTermination(ctx.db, found)
})

export const unconfirmedTerminations = defineHandler(declared.unconfirmedTerminations, 'personal', async ({ ctx, session }) => {
  const waiting = await confirmableDeclarations(ctx.db, session.account!.id)
  return { declarations: await Promise.all(waiting.map((each) => presentTermination(ctx.db, each))) }
})

export const confirmTermination = defineHandler(declared.confirmTermination, 'personal', async (call) => {
  const { ctx, input } = call
  const row = await transact(ctx, async (trx) => {
    const confirmedBy = input.token ? 'link' : 'session'
    const { id, isSpent } = input.token
      ? await declarationOfToken(trx, input.token, ctx.now())
      : await declarationOfSession(trx, call, input.number)
    const { declaration, isNew } = await confirmDeclaration(trx, ctx, id, confirmedBy)
    if (!isNew) return declaration
    // Marked as used because the account changed its address: rolls everything back.
    if (isSpent) throw new ApiError('token_expired', 'token')
    if (input.token) await redeemToken(trx, 'exit', input.token, ctx.now())
    const details = {
      kind: declaration.kind,
      outcome: declaration.outcome ?? '',
      number: terminationNumber(declaration),
      by: confirmedBy,
    }
    await recordSecurityEvent(trx, call, { kind: 'exit.confirmed', accountId: declaration.account_id, details })
    return declaration
  })
  return presentTermination(ctx.db, row)
})

/**
 * Confirms a declaration, applies it as of its receipt, and enqueues its e-mail. Repeating it changes nothing.
 * @param why reason of an operator
 * @returns `refunds`: ids of those that it made
 * @throws ApiError not_found if it does not exist or cannot be confirmed
 */
export async function confirmDeclaration(
  trx: Transaction<DB>,
  ctx: Pick<AppContext, 'now' | 'actor'>,
  id: number,
  by: 'session' | 'link' | 'operator',
  why?: string,
): Promise<{ declaration: Declaration; isNew: boolean; refunds: string[] }> {
  const found = await lockDeclaration(trx, id)
  if (!found) throw new ApiError('not_found', 'number')
  if (found.confirmed_at !== null || found.applied_at !== null) return { declaration: found, isNew: false, refunds: [] }
  if (found.subscription_id === null || !isConfirmable(found)) throw new ApiError('not_found', 'number')
  const confirmed = await trx
    .updateTable('termination_declarations')
    .set({ confirmed_at: ctx.now(), confirmed_by: by })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const subscription = (await lockSubscription(trx, found.subscription_id)) as Subscription | undefined
  const { declaration, refunds } = await applyTermination(trx, ctx, confirmed, subscription)
  await enqueue(trx, 'letter', { letter: 'exit-confirmed', declarationId: id })
  await recordAudit(trx, ctx.actor, ctx.now(), {
    action: 'declaration.confirmed',
    subject: { kind: 'declaration', id, name: terminationNumber(declaration) },
    after: { kind: declaration.kind, outcome: declaration.outcome },
    reason: why,
  })
  return { declaration, isNew: true, refunds }
}

/** Locks a declaration with its account and subscription in the order of ADR-0068. */
async function lockDeclaration(trx: Transaction<DB>, id: number): Promise<Declaration | undefined> {
  const about = await trx
    .selectFrom('termination_declarations')
    .select(['account_id', 'subscription_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!about) return undefined
  await holdAccounts(trx, [about.account_id])
  if (about.account_id !== null) await lockOpenSubscriptions(trx, about.account_id)
  if (about.subscription_id !== null) await lockSubscription(trx, about.subscription_id)
  return trx
    .selectFrom('termination_declarations as e')
    .selectAll('e')
    .where('e.id', '=', id)
    .forNoKeyUpdate('e')
    .executeTakeFirst()
}

type Found = { id: number; isSpent: boolean }

/** Finds the declaration of a token, also of a used one, so that a second click shows the result. */
async function declarationOfToken(db: Kysely<DB>, token: string, now: Date): Promise<Found> {
  const state = await readToken(db, 'exit', token, now)
  if (state === 'unknown') throw new ApiError('token_invalid', 'token')
  if (state === 'expired') throw new ApiError('token_expired', 'token')
  const data = state === 'used' ? await dataOfToken(db, 'exit', token) : state.data
  return { id: Number(data.declarationId), isSpent: state === 'used' }
}

async function declarationOfSession(db: Kysely<DB>, { session }: RequestContext, number: string): Promise<Found> {
  const id = Number(/^[KW]-\d{8}-(\d{1,15})$/.exec(number)?.[1] ?? 0)
  const own = await db
    .selectFrom('termination_declarations')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', session.account?.id ?? 0)
    .executeTakeFirst()
  if (!own) throw new ApiError('not_found', 'number')
  return { id: own.id, isSpent: false }
}
