import { ApiError } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/staff/content-endpoints'
import { CONTENT_ROWS } from '@kiosk/domain/staff/limits'
import { recordAudit } from '../audit/record-audit.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'

export const messages = defineDeskHandler(declared.feedbackMessages, async ({ ctx, input }) => {
  const found = await ctx.db
    .selectFrom('feedback')
    .selectAll()
    .$if(input.state === 'open', (query) => query.where('answered_at', 'is', null))
    .$if(input.state === 'answered', (query) => query.where('answered_at', 'is not', null))
    .$if(input.before !== undefined, (query) => query.where('id', '<', input.before!))
    .orderBy('id', 'desc')
    .limit(CONTENT_ROWS + 1)
    .execute()
  return {
    messages: found.slice(0, CONTENT_ROWS).map(({ id, at, name, email, title, content, answered_at }) => ({
      id,
      at: at.toISOString(),
      name,
      email,
      title,
      content,
      answeredAt: answered_at?.toISOString() ?? null,
    })),
    more: found.length > CONTENT_ROWS,
  }
})

export const mark = defineDeskHandler(declared.markFeedback, async ({ ctx, actor, input }) => {
  const { id, isAnswered } = input
  await ctx.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('feedback').select('answered_at').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!before) throw new ApiError('not_found', 'id')
    if ((before.answered_at !== null) === isAnswered) return
    await trx
      .updateTable('feedback')
      .set({ answered_at: isAnswered ? ctx.now() : null })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, actor, ctx.now(), {
      action: 'feedback.marked',
      subject: { kind: 'feedback', id, name: String(id) },
      before: { answered: !isAnswered },
      after: { answered: isAnswered },
    })
  })
  return undefined
})
