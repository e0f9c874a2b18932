import { sendFeedback as declared } from '@kiosk/domain/content/endpoints'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { networkLimit } from '../auth/network-limits.ts'
import { defineHandler } from '../http/handler.ts'
import { enqueue } from '../jobs/enqueue.ts'

export const sendFeedback = defineHandler(declared, 'personal', async ({ input, ctx, visitor }) => {
  await networkLimit(ctx.rateLimits, 'feedback', visitor.address).consume()
  const { email, name, title, content } = input
  const isSent = (await ctx.rateLimits.count('feedback-sent', 'all')) === null
  await ctx.db.transaction().execute(async (trx) => {
    const { id: feedbackId } = await trx
      .insertInto('feedback')
      .values({ email: canonicalEmail(email), name, title, content, at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isSent) await enqueue(trx, 'letter', { letter: 'feedback', feedbackId })
  })
  return undefined
})
