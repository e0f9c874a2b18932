import { sendFeedback as declared } from '@kiosk/domain/content/endpoints'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { networkAttempts } from '../session/network-attempts.ts'

export const sendFeedback = serve(declared, 'personal', async ({ input, house, visitor }) => {
  await networkAttempts(house.attempts, 'feedback', visitor.address).admit()
  const { email, name, title, content } = input
  await house.db.transaction().execute(async (trx) => {
    const { id: feedbackId } = await trx
      .insertInto('feedback')
      .values({ email: canonicalEmail(email), name, title, content, at: house.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addJob(trx, 'letter', { letter: 'feedback', feedbackId })
  })
  return undefined
})
