import type { Mail } from '../../adapters/mail/port.ts'
import type { AppContext } from '../../context.ts'
import { composeEmail } from '../compose-email.ts'
import type { EmailJob } from '../email-jobs.ts'
import { renderEmail } from '../render-email.ts'

/** Writes an e-mail as it is sent; null if it is no longer needed. */
export async function writeEmail(job: EmailJob, ctx: AppContext): Promise<Omit<Mail, 'messageId'> | null> {
  const composed = await composeEmail(job, ctx)
  return composed && renderEmail(composed)
}
