import { ApiError } from '@kiosk/domain/errors'
import {
  addOwnPasskey,
  changeOwnDetails,
  endOwnSession,
  newOwnRecoveryCodes,
  ownPasskeyOptions,
  ownSecurity,
  removeOwnPasskey,
} from '@kiosk/domain/staff/endpoints'
import { STAFF_SESSION_SECONDS } from '@kiosk/domain/staff/limits'
import { SECOND_MS } from '@kiosk/domain/time'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import type { DB } from '../db/schema.ts'
import { type DeskCall, defineDeskHandler } from './desk-handler.ts'
import { newStaffRecoveryCodes } from './staff-credentials.ts'
import { registrationOptions, storePasskey, verifyNewPasskey } from './staff-passkeys.ts'
import { lockStaff } from './staff-queries.ts'
import { requireSameSession } from './staff-session.ts'

type OwnCall = DeskCall<typeof ownSecurity>

export const showSecurity = defineDeskHandler(ownSecurity, async ({ ctx, session }) => {
  const { db } = ctx
  const { staffId } = session
  const alive = new Date(ctx.now().getTime() - STAFF_SESSION_SECONDS.idle * SECOND_MS)
  const [staff, codes, passkeys, sessions] = await Promise.all([
    db.selectFrom('staff').select('password_hash').where('id', '=', staffId).executeTakeFirstOrThrow(),
    db
      .selectFrom('staff_recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('staff_id', '=', staffId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db.selectFrom('staff_passkeys').selectAll().where('staff_id', '=', staffId).orderBy('id').execute(),
    db
      .selectFrom('staff_sessions')
      .selectAll()
      .where('staff_id', '=', staffId)
      .where('last_seen_at', '>', alive)
      .orderBy('last_seen_at', 'desc')
      .execute(),
  ])
  return {
    hasPassword: staff.password_hash !== null,
    recoveryCodesLeft: Number(codes.left),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ id, device, address, created_at, last_seen_at }) => ({
      id,
      device,
      address,
      current: id === session.id,
      createdAt: created_at.toISOString(),
      lastSeenAt: last_seen_at.toISOString(),
    })),
  }
})

export const changeDetails = defineDeskHandler(changeOwnDetails, async (call) => {
  const { name, language } = call.input
  await change(call, { name, language }, (trx) =>
    trx.updateTable('staff').set({ name, language }).where('id', '=', call.session.staffId).execute(),
  )
  return undefined
})

export const endSession = defineDeskHandler(endOwnSession, async (call) => {
  await change(call, { session: 'ended' }, async (trx) => {
    const ended = await trx
      .deleteFrom('staff_sessions')
      .where('staff_id', '=', call.session.staffId)
      .where('id', '=', call.input.id)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw new ApiError('not_found', 'id')
  })
  return undefined
})

export const newRecoveryCodes = defineDeskHandler(newOwnRecoveryCodes, async (call) => ({
  recoveryCodes: await change(call, { recoveryCodes: 'replaced' }, (trx) =>
    newStaffRecoveryCodes(trx, call.ctx, call.session.staffId),
  ),
}))

export const passkeyOptions = defineDeskHandler(ownPasskeyOptions, ({ ctx, session }) =>
  registrationOptions(ctx, { id: session.staffId, email: session.email, name: session.name }),
)

export const addPasskey = defineDeskHandler(addOwnPasskey, async (call) => {
  const verified = await verifyNewPasskey(call, call.input.credential)
  await change(call, { passkey: 'added' }, (trx) => storePasskey(trx, call, call.session.staffId, verified))
  return undefined
})

export const removePasskey = defineDeskHandler(removeOwnPasskey, async (call) => {
  await change(call, { passkey: 'removed' }, async (trx, hasPassword) => {
    const { staffId } = call.session
    const held = await trx.selectFrom('staff_passkeys').select('id').where('staff_id', '=', staffId).execute()
    if (!held.some(({ id }) => id === call.input.id)) throw new ApiError('not_found', 'id')
    if (held.length === 1 && !hasPassword) throw new ApiError('last_way_in')
    await trx.deleteFrom('staff_passkeys').where('id', '=', call.input.id).execute()
  })
  return undefined
})

/** Changes a person's own details or sign-in methods, one change at a time, and records the change. */
function change<T>(
  { ctx, session, actor }: Pick<OwnCall, 'ctx' | 'session' | 'actor'>,
  after: Record<string, string>,
  work: (trx: Transaction<DB>, hasPassword: boolean) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    const staff = await lockStaff(trx, session.staffId)
    await requireSameSession(trx, session)
    const result = await work(trx, staff?.password_hash != null)
    await recordAudit(trx, actor, ctx.now(), {
      action: 'staff.security-changed',
      subject: { kind: 'staff', id: session.staffId, name: session.name },
      after,
    })
    return result
  })
}
