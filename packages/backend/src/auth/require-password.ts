import { ApiError } from '@kiosk/domain/errors'
import { accountById } from '../accounts/queries.ts'
import type { RequestContext } from '../http/handler.ts'
import { callerOf, isPassword } from './passwords.ts'
import { isConfirmed } from './require-confirmed.ts'

/** Rejects a wrong password of the signed-in account; after too many wrong ones, none is checked. */
export async function requirePassword(call: RequestContext, hash: string, password: string, field: string): Promise<void> {
  const { ctx, session } = call
  const key = `account ${session.account!.id}`
  // Counted before the check: a hundred concurrent guesses count as a hundred.
  await ctx.rateLimits.consume('login', key)
  if (!(await isPassword(hash, password, callerOf(call, true)))) throw new ApiError('password_wrong', field)
  await ctx.rateLimits.reset('login', key)
}

/** Requires a fresh login, or the password in the field `password`, for an address change (ADR-0171). */
export async function requireFreshLogin(call: RequestContext, password: string): Promise<void> {
  const { session, ctx } = call
  if (isConfirmed(call)) return
  const account = await accountById(ctx.db, session.account!.id)
  if (!account) throw new ApiError('not_signed_in')
  if (account.password_hash === null) throw new ApiError('login_stale', 'email')
  if (password === '') throw new ApiError('password_wrong', 'password', 'VALIDATION.required')
  await requirePassword(call, account.password_hash, password, 'password')
}
