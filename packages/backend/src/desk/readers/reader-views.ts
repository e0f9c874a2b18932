import { VIEW_PATH } from '@kiosk/domain/accounts/support-view'
import { ApiError } from '@kiosk/domain/errors'
import { isLanguage } from '@kiosk/domain/locale'
import { EMAIL_REPEAT_SECONDS } from '@kiosk/domain/staff/limits'
import * as declared from '@kiosk/domain/staff/view-endpoints'
import { SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { lockAccount } from '../../accounts/queries.ts'
import { isRunningAt, runningSupport } from '../../accounts/support-access.ts'
import { accountSubject, recordAudit } from '../../audit/record-audit.ts'
import { recordSystemEvent } from '../../auth/security-events.ts'
import { transact } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { countryOf } from './present-found.ts'

// The website as a reader sees it, while the reader allows it (ADR-0220).

/** Asks the reader once per id, and at most once a minute. */
export const request = defineDeskHandler(declared.requestView, async ({ ctx, session, input: { id, requestId, reason } }) => {
  await transact(ctx, async (trx) => {
    const account = await lockAccount(trx, id)
    if (!account) throw new ApiError('not_found', 'id')
    if (!account.verified_at || account.deactivated_at) throw new ApiError('changed_meanwhile', 'reason', 'ERROR.VIEW_NO_READER')
    const now = ctx.now()
    const last = await trx
      .selectFrom('support_requests')
      .select('asked_at')
      .where('account_id', '=', id)
      .where('id', '<>', requestId)
      .orderBy('asked_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last && now.getTime() - last.asked_at.getTime() < EMAIL_REPEAT_SECONDS * SECOND_MS)
      throw new ApiError('changed_meanwhile', 'reason', 'ERROR.EMAIL_JUST_SENT')
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('support_requests')
      .values({ id: requestId, account_id: id, author: session.name, asked_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    await recordSystemEvent(trx, ctx, { kind: 'support.asked', accountId: id })
    await enqueue(trx, 'letter', { letter: 'support-request', accountId: id, requestId })
    await recordAudit(trx, ctx.actor, now, { action: 'account.view-requested', subject: accountSubject(id), reason })
  })
  return undefined
})

/** Opens a view in this session of the desk. It is recorded once per permission, however often it is opened. */
export const open = defineDeskHandler(declared.openView, async ({ ctx, session, input: { id, reason } }) => {
  await transact(ctx, async (trx) => {
    if (!(await lockAccount(trx, id))) throw new ApiError('not_found', 'id')
    const now = ctx.now()
    const running = await runningSupport(trx, id, now)
    if (!running) throw new ApiError('view_not_allowed', 'reason')
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('support_views')
      .values({
        grant_id: running.id,
        staff_session_id: session.id,
        author: session.name,
        opened_at: now,
        looked_at: now,
      })
      .onConflict((conflict) => conflict.columns(['grant_id', 'staff_session_id']).doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    await recordSystemEvent(trx, ctx, { kind: 'support.opened', accountId: id })
    await recordAudit(trx, ctx.actor, now, { action: 'account.view-opened', subject: accountSubject(id), reason })
  })
  return { address: `${VIEW_PATH}${id}/` }
})

/** Called for each page of a view, which needs the reader's permission and the desk session that opened it. */
export const look = defineDeskHandler(declared.lookAsReader, async ({ ctx, session, input: { id } }) => {
  const now = ctx.now()
  const { rows } = await sql<{ grantId: number; endsAt: Date; email: string; language: string; region: number }>`
    update support_views set looked_at = greatest(looked_at, ${now}::timestamptz) from support_grants join accounts on accounts.id = account_id
    where grant_id = support_grants.id and staff_session_id = ${session.id} and account_id = ${id} and ${isRunningAt(now)}
    returning grant_id as "grantId", ends_at as "endsAt", accounts.email, accounts.language, accounts.region_id as region`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (!found) throw new ApiError('view_not_allowed')
  const { grantId, endsAt, email, language, region } = found
  return {
    grantId,
    email,
    country: countryOf(region),
    staffLanguage: session.language,
    language: isLanguage(language) ? language : 'de',
    endsAt: endsAt.toISOString(),
  }
})
