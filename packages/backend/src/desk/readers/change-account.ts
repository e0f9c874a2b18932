import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/staff/reader-change-endpoints'
import { activateAccount, deactivateAccount } from '../../accounts/deactivate-account.ts'
import { lockAccount } from '../../accounts/queries.ts'
import { eraseOnRequest, personalDataOf, recordExport } from '../../accounts/requests-by-letter.ts'
import { addNote, confirmAddress, endAllSessions, removeNote, sendLink } from '../../accounts/staff-changes.ts'
import { resetSecondFactor } from '../../auth/reset-second-factor.ts'
import { decideMarket } from '../../billing/plans/market-decisions.ts'
import { transact } from '../../db/transaction.ts'
import { repeatEmail } from '../../emails/repeat-email.ts'
import { fileResponse } from '../../http/file-response.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'

/** Repeating a change has no effect, so that two presses count as one. */
export const change = defineDeskHandler(declared.changeReader, async ({ ctx, actor, input: { id, change, reason } }) => {
  await transact(ctx, async (trx) => {
    const account = await lockAccount(trx, id)
    if (!account) throw new ApiError('not_found', 'id')
    if (change === 'close') await deactivateAccount(trx, id, ctx.now(), { actor, reason })
    else if (change === 'open') await activateAccount(trx, id, ctx.now(), { actor, reason })
    else if (change === 'confirm-address') await confirmAddress(trx, ctx, account, reason)
    else if (change === 'reset-second-factor') await resetSecondFactor(trx, id, ctx, { passkeys: false, reason })
    else if (change === 'reset-second-factor-and-passkeys') await resetSecondFactor(trx, id, ctx, { passkeys: true, reason })
    else await endAllSessions(trx, ctx, account, reason)
  })
  return undefined
})

export const sendEmail = defineDeskHandler(declared.sendReaderEmail, async ({ ctx, input: { id, email, letter } }) => {
  await transact(ctx, async (trx) => {
    const account = await lockAccount(trx, id)
    if (!account) throw new ApiError('not_found', 'id')
    if (email !== undefined) return repeatEmail(trx, ctx, id, email)
    if (!(await sendLink(trx, ctx, account, letter!))) throw new ApiError('changed_meanwhile')
  })
  return undefined
})

export const writeNote = defineDeskHandler(declared.addReaderNote, async ({ ctx, session, input: { id, noteId, text } }) => {
  const note = { id: noteId, accountId: id, body: text, author: session.name }
  await transact(ctx, (trx) => addNote(trx, ctx, note))
  return undefined
})

export const dropNote = defineDeskHandler(declared.removeReaderNote, async ({ ctx, input: { id, note } }) => {
  await transact(ctx, (trx) => removeNote(trx, ctx, id, note))
  return undefined
})

export const exportData = defineDeskHandler(declared.exportReader, async ({ ctx, input: { id, reason } }) => {
  const data = await personalDataOf(ctx, id)
  await recordExport(ctx, id, reason)
  return fileResponse(`${JSON.stringify(data, null, 2)}\n`, { name: `account-${id}.json`, type: 'application/json' })
})

export const erase = defineDeskHandler(declared.eraseReader, async ({ ctx, input: { id, now, reason } }) => {
  await eraseOnRequest(ctx, id, { now, reason })
  return undefined
})

export const decide = defineDeskHandler(declared.decideReaderMarket, async ({ ctx, session, input }) => {
  const { id, decision, country, reason } = input
  if (!(await decideMarket(ctx, id, { decision, actor: session.name, why: reason, country })))
    throw new ApiError('not_found', 'id')
  return undefined
})
