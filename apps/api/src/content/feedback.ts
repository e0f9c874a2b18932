import { sendFeedback as declared } from '@kiosk/domain/content/endpoints'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { networkOf } from '../rate-limits.ts'

export const sendFeedback = serve(declared, 'personal', async ({ input, house, visitor }) => {
  await house.attempts.admit('feedback', networkOf(visitor.address))
  const { email, name, title, content } = input
  await house.db.transaction().execute(async (trx) => {
    const { id: feedbackId } = await trx
      .insertInto('feedback')
      .values({ email, name, title, content, at: house.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addJob(trx, 'letter', { letter: 'feedback', feedbackId })
  })
  return undefined
})
