import { endOtherSignIns, endSignIn, nameSignIn, signIns } from '@kiosk/domain/accounts/sign-in-endpoints'
import { Refusal } from '@kiosk/domain/errors'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import { serve } from '../endpoint.ts'
import { tellDeviceNoMore } from '../reading/push-queries.ts'
import { endSessions } from '../session/begin-session.ts'
import { sessionCookies } from '../session/cookies.ts'
import { endTokens } from '../session/one-time-tokens.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { changeAccount } from './change-account.ts'

export const listSignIns = serve(signIns, 'personal', async ({ house, session }) => {
  const found = await house.db
    .selectFrom('sessions')
    .leftJoin('devices', 'devices.id', 'sessions.device_id')
    .select([
      'sessions.id',
      'sessions.kind',
      'sessions.country',
      'sessions.app_name',
      'sessions.created_at',
      'sessions.last_seen_at',
      'devices.given_name',
      'devices.name',
    ])
    .where('sessions.account_id', '=', session.account!.id)
    .where('sessions.expires_at', '>', house.now())
    .orderBy((order) => order('sessions.id', '=', session.id), 'desc')
    .orderBy('sessions.last_seen_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute()
  return found.map((each) => {
    const app = each.app_name || each.name || ''
    return {
      id: each.id,
      name: each.given_name ?? app,
      app,
      kind: each.kind as 'browser' | 'app' | 'program',
      country: each.country || null,
      signedInAt: each.created_at.toISOString(),
      lastSeenAt: each.last_seen_at.toISOString(),
      current: each.id === session.id,
    }
  })
})

/** The device of one of the account's own sessions. */
async function sessionOfAccount(trx: Transaction<DB>, accountId: number, id: number) {
  const found = await trx
    .selectFrom('sessions')
    .select(['id', 'device_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found', 'id')
  return found
}

export const renameSignIn = serve(nameSignIn, 'personal', async (call) => {
  const { id, name } = call.input
  await changeAccount(call, async (trx, account) => {
    const { device_id } = await sessionOfAccount(trx, account.id, id)
    if (device_id === null) throw new Refusal('not_found', 'id')
    await trx
      .updateTable('devices')
      .set({ given_name: name || null })
      .where('id', '=', device_id)
      .execute()
  })
  return undefined
})

export const endOneSignIn = serve(endSignIn, 'personal', async (call) => {
  const { house, input, reply, session } = call
  await changeAccount(call, async (trx, account) => {
    const { device_id } = await sessionOfAccount(trx, account.id, input.id)
    await trx.deleteFrom('sessions').where('id', '=', input.id).execute()
    if (device_id !== null) await tellDeviceNoMore(trx, device_id)
    await recordSecurityEvent(trx, call, { kind: 'session.ended', accountId: account.id })
  })
  if (input.id === session.id) reply.append('set-cookie', sessionCookies(house.publicUrl).noSession())
  return undefined
})

/** Hand-overs that were begun would become sign-ins afterwards. */
const begunSignIns = ['session', 'sso', 'social', 'terms', 'second-factor', 'link'] as const

export const endAllOtherSignIns = serve(endOtherSignIns, 'personal', async (call) => {
  const { house, session } = call
  return changeAccount(call, async (trx, account) => {
    const others = await trx
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', account.id)
      .where('id', '<>', session.id!)
      .where('expires_at', '>', house.now())
      .execute()
    await endSessions(trx, account.id, session.id)
    for (const purpose of begunSignIns) await endTokens(trx, purpose, account.id, house.now())
    await recordSecurityEvent(trx, call, { kind: 'sessions.ended-all', accountId: account.id, details: { ended: others.length } })
    return { ended: others.length }
  })
})
