import { endOtherSignIns, endSignIn, nameSignIn, signIns } from '@kiosk/domain/accounts/sign-in-endpoints'
import { ApiError } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import { changeAccount } from '../accounts/change-account.ts'
import { endSupportOf } from '../accounts/support-access.ts'
import type { DB } from '../db/schema.ts'
import { defineHandler } from '../http/handler.ts'
import { unsubscribeDevice } from '../notifications/push-subscriptions.ts'
import { sessionCookies } from './cookies.ts'
import { endSessions } from './create-session.ts'
import { endTokens } from './one-time-tokens.ts'
import { recordSecurityEvent } from './security-events.ts'

export const listSignIns = defineHandler(signIns, 'personal', async ({ ctx, session }) => {
  const found = await ctx.db
    .selectFrom('sessions')
    .leftJoin('devices', 'devices.id', 'sessions.device_id')
    .select([
      'sessions.id',
      'sessions.kind',
      'sessions.country',
      'sessions.app_name',
      'sessions.created_at',
      'sessions.last_seen_at',
      'devices.custom_name',
      'devices.name',
    ])
    .where('sessions.account_id', '=', session.account!.id)
    .where('sessions.expires_at', '>', ctx.now())
    .orderBy((order) => order('sessions.id', '=', session.id), 'desc')
    .orderBy('sessions.last_seen_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute()
  return found.map((each) => {
    const app = each.app_name || each.name || ''
    return {
      id: each.id,
      name: each.custom_name ?? app,
      app,
      kind: each.kind as 'browser' | 'app' | 'program',
      country: each.country || null,
      signedInAt: each.created_at.toISOString(),
      lastSeenAt: each.last_seen_at.toISOString(),
      current: each.id === session.id,
    }
  })
})

/** Finds a session of the account with its device. @throws ApiError not_found */
async function sessionOfAccount(trx: Transaction<DB>, accountId: number, id: number) {
  const found = await trx
    .selectFrom('sessions')
    .select(['id', 'device_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new ApiError('not_found', 'id')
  return found
}

export const renameSignIn = defineHandler(nameSignIn, 'personal', async (call) => {
  const { id, name } = call.input
  await changeAccount(call, async (trx, account) => {
    const { device_id } = await sessionOfAccount(trx, account.id, id)
    if (device_id === null) throw new ApiError('not_found', 'id')
    await trx
      .updateTable('devices')
      .set({ custom_name: name || null })
      .where('id', '=', device_id)
      .execute()
  })
  return undefined
})

export const endOneSignIn = defineHandler(endSignIn, 'personal', async (call) => {
  const { ctx, input, reply, session } = call
  await changeAccount(call, async (trx, account) => {
    const { device_id } = await sessionOfAccount(trx, account.id, input.id)
    await trx.deleteFrom('sessions').where('id', '=', input.id).execute()
    if (device_id !== null) await unsubscribeDevice(trx, device_id)
    await recordSecurityEvent(trx, call, { kind: 'session.ended', accountId: account.id })
  })
  if (input.id === session.id) reply.append('set-cookie', sessionCookies(ctx.publicUrl).noSession())
  return undefined
})

/** Purposes of tokens of pending sign-ins, which would create sessions afterwards. */
const pendingSignIns = ['session', 'sso', 'social', 'terms', 'second-factor', 'link'] as const

export const endAllOtherSignIns = defineHandler(endOtherSignIns, 'personal', async (call) => {
  const { ctx, session } = call
  return changeAccount(call, async (trx, account) => {
    const others = await trx
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', account.id)
      .where('id', '<>', session.id!)
      .where('expires_at', '>', ctx.now())
      .execute()
    await endSessions(trx, account.id, session.id)
    await endSupportOf(trx, account.id, ctx.now())
    for (const purpose of pendingSignIns) await endTokens(trx, purpose, account.id, ctx.now())
    await recordSecurityEvent(trx, call, { kind: 'sessions.ended-all', accountId: account.id, details: { ended: others.length } })
    return { ended: others.length }
  })
})
